import { sql } from 'kysely'
import { measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

const selectMaterials = (q: Builder) =>
  q
    .selectFrom('study_materials')
    .innerJoin('files', 'files.id', 'study_materials.file_id')
    .innerJoin('exams', 'exams.id', 'study_materials.exam_id')
    .select([
      'study_materials.id',
      'study_materials.exam_id',
      'study_materials.file_id',
      'study_materials.title',
      'study_materials.type',
      'study_materials.download_count',
      'files.size',
      'exams.hidden_at',
    ])

export const materials = {
  ofExam: prepare((q, p: { exam_id: number }) =>
    selectMaterials(q).where('study_materials.exam_id', '=', p.exam_id).orderBy('study_materials.id'),
  ),

  size: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('study_materials').select(measureRows('title', 'type')).where('exam_id', '=', p.exam_id),
  ),

  one: prepare((q, p: { id: number; exam_id: number }) =>
    selectMaterials(q).where('study_materials.id', '=', p.id).where('study_materials.exam_id', '=', p.exam_id),
  ),

  add: prepare((q, p: { exam_id: number; file_id: number; title: string; type: string; now: string }) =>
    q
      .insertInto('study_materials')
      .values({ exam_id: p.exam_id, file_id: p.file_id, title: p.title, type: p.type, created_at: p.now })
      .returning('id'),
  ),

  countDownload: prepare((q, p: { id: number }) =>
    q.updateTable('study_materials').set({ download_count: sql<number>`download_count + 1` }).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('study_materials').where('id', '=', p.id)),

  removeByExam: prepare((q, p: { exam_id: number }) =>
    q.deleteFrom('study_materials').where('exam_id', '=', p.exam_id).returning('file_id'),
  ),
}
