import { countElements, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Which exams use which banks, and what they can draw from them. */
export const examBanks = {
  /** Exams that use the bank, for the message of a refused deletion. */
  users: prepare((q, p: { bank_id: number }) =>
    q
      .selectFrom('exam_banks')
      .innerJoin('exams', 'exams.id', 'exam_banks.exam_id')
      .select(['exams.id', 'exams.title', 'exams.sections'])
      .where('exam_banks.bank_id', '=', p.bank_id)
      .where('exams.deleted_at', 'is', null)
      .orderBy('exams.id'),
  ),

  /** The number of exams that use the bank, up to a limit, besides one. */
  countUsers: prepare((q, p: { bank_id: number; exam_id: number; most: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('exam_banks')
          .select('exam_id')
          .where('bank_id', '=', p.bank_id)
          .where('exam_id', '!=', p.exam_id)
          .limit(p.most)
          .as('users'),
      )
      .select((e) => e.fn.countAll<number>().as('total')),
  ),

  ofExam: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_banks').select('bank_id').where('exam_id', '=', p.exam_id).orderBy('bank_id'),
  ),

  add: prepare((q, p: { exam_id: number; bank_id: number }) =>
    q.insertInto('exam_banks').values({ exam_id: p.exam_id, bank_id: p.bank_id }),
  ),

  removeAll: prepare((q, p: { exam_id: number }) => q.deleteFrom('exam_banks').where('exam_id', '=', p.exam_id)),

  /** The questions of banks, in order, without their texts. */
  pool: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('bank_questions')
      .innerJoin('bank_question_versions', (join) =>
        join
          .onRef('bank_question_versions.question_id', '=', 'bank_questions.id')
          .onRef('bank_question_versions.version', '=', 'bank_questions.version'),
      )
      .select(['bank_questions.bank_id', 'bank_questions.id as question_id', 'bank_question_versions.id as version_id'])
      .select('bank_question_versions.type')
      .select(countElements('bank_question_versions.options').as('options_count'))
      .select(['bank_question_versions.tags', 'bank_question_versions.difficulty'])
      .where('bank_questions.bank_id', 'in', integerList(p.ids))
      .orderBy('bank_questions.bank_id')
      .orderBy('bank_questions.position')
      .orderBy('bank_questions.id'),
  ),
}

export const sectionSizes = {
  sectionsOf: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exams').select('sections').where('id', '=', p.exam_id),
  ),

  set: prepare((q, p: { exam_id: number; section_size: number | null }) =>
    q.updateTable('exams').set({ section_size: p.section_size }).where('id', '=', p.exam_id),
  ),

  /** The papers of a user at an exam, so that another attempt asks something else. */
  papers: prepare((q, p: { user_id: number; exam_id: number }) =>
    q
      .selectFrom('exam_attempts')
      .select('paper')
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id)
      .orderBy('id'),
  ),
}
