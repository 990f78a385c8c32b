import { prepare } from '#database/query/prepare.ts'

/** The files that were named in answers of an attempt. */
export const answerFiles = {
  add: prepare((q, p: { file_id: number; attempt_id: number }) =>
    q.insertInto('exam_answer_files').values({ file_id: p.file_id, attempt_id: p.attempt_id }),
  ),

  ofAttempt: prepare((q, p: { attempt_id: number }) =>
    q
      .selectFrom('exam_answer_files')
      .innerJoin('files', 'files.id', 'exam_answer_files.file_id')
      .select(['files.id', 'files.filename', 'files.size', 'files.mime_type', 'files.key'])
      .where('exam_answer_files.attempt_id', '=', p.attempt_id)
      .orderBy('files.id'),
  ),
}
