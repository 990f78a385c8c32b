import { sql } from 'kysely'
import { countElements, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { bankRights } from '#features/question-banks/rights.ts'

const selectState = (bankId: string) =>
  sql<string>`(select count(*) from bank_question_versions as stored where stored.bank_id = ${sql.ref(bankId)})
    || ' ' || (select count(*) from bank_questions as current where current.bank_id = ${sql.ref(bankId)})`.as('state')

const joinNumbers = <Name extends string>(name: Name) =>
  sql<string>`string_agg(cast(${sql.ref(`placed.${name}`)} as text), ',' order by placed.place)`.as(`${name}s` as const)

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

  /** Those of the banks from which the user may draw questions. */
  usable: prepare((q, p: { ids: number[]; actor_id: number; is_admin: boolean }) =>
    q
      .selectFrom('question_banks')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where('deleted_at', 'is', null)
      .where(bankRights.allows('read', { actor_id: p.actor_id, is_admin: p.is_admin })),
  ),

  ofExam: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_banks').select('bank_id').where('exam_id', '=', p.exam_id).orderBy('bank_id'),
  ),

  add: prepare((q, p: { exam_id: number; bank_id: number }) =>
    q.insertInto('exam_banks').values({ exam_id: p.exam_id, bank_id: p.bank_id }),
  ),

  removeAll: prepare((q, p: { exam_id: number }) => q.deleteFrom('exam_banks').where('exam_id', '=', p.exam_id)),

  /**
   * The state of banks: every new or changed question adds a version, versions stay, and nothing else than a removal changes only the
   * number of questions.
   */
  states: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('question_banks')
      .select(['question_banks.id', selectState('question_banks.id')])
      .where('question_banks.id', 'in', integerList(p.ids)),
  ),

  /** The questions of a bank with the same tags and difficulty: their places in the bank, and their ids, as numbers with commas. */
  groups: prepare((q, p: { bank_id: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('bank_questions')
          .innerJoin('bank_question_versions', (join) =>
            join
              .onRef('bank_question_versions.question_id', '=', 'bank_questions.id')
              .onRef('bank_question_versions.version', '=', 'bank_questions.version'),
          )
          .select(['bank_questions.bank_id', 'bank_questions.id as question_id'])
          .select('bank_question_versions.id as version_id')
          .select(['bank_question_versions.tags', 'bank_question_versions.difficulty'])
          .select(sql<number>`row_number() over (order by bank_questions.position, bank_questions.id)`.as('place'))
          .where('bank_questions.bank_id', '=', p.bank_id)
          .as('placed'),
      )
      .select(['placed.tags', 'placed.difficulty', selectState('placed.bank_id')])
      .select([joinNumbers('place'), joinNumbers('question_id'), joinNumbers('version_id')])
      .groupBy(['placed.bank_id', 'placed.tags', 'placed.difficulty']),
  ),

  /** What the paper of an attempt needs to know of versions. */
  drawn: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('bank_question_versions')
      .select(['id as version_id', 'type', countElements('options').as('options_count')])
      .where('id', 'in', integerList(p.ids)),
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
