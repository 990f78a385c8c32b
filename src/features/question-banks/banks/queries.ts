import { type ExpressionBuilder, sql } from 'kysely'
import { createMembershipQueries } from '#database/membership-queries.ts'
import { addRows } from '#database/query/bulk.ts'
import { asBoolean, jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { type BankContent, bankVersionRecord } from '#features/exams/questions/record.ts'
import { bankRecord } from './record.ts'
import type { QuestionBank } from './schemas.ts'

const { columns, qualifiedColumns, values } = bankRecord

/** The columns that an author writes. */
export type BankSettings = WrittenValues<typeof bankRecord>

type BankTables = Tables & { owners: Tables['users'] }

const selectColumns = (eb: ExpressionBuilder<BankTables, 'question_banks' | 'owners'>) =>
  [
    ...qualifiedColumns,
    'question_banks.user_id',
    sql<number>`(select count(*) from bank_questions where bank_questions.bank_id = question_banks.id)`.as(
      'questions_count',
    ),
    jsonObject<QuestionBank['owner']>({ id: eb.ref('owners.id'), name: eb.ref('owners.name') }).as('owner'),
  ] as const

const select = (q: Builder) =>
  q
    .selectFrom('question_banks')
    .innerJoin('users as owners', 'owners.id', 'question_banks.user_id')
    .select((eb) => selectColumns(eb))
    .where('question_banks.deleted_at', 'is', null)

export const banks = {
  byId: prepare((q, p: { id: number; actor_id: number }) =>
    select(q)
      .select(
        asBoolean(
          sql`exists (select 1 from bank_editors where bank_editors.bank_id = question_banks.id
            and bank_editors.user_id = ${p.actor_id})`,
        ).as('is_editor'),
      )
      .where('question_banks.id', '=', p.id),
  ),

  /** Those that the user owns or edits, newest first. */
  ofUser: prepareList((q, p: { user_id: number }) =>
    select(q)
      .where(
        sql<boolean>`question_banks.id in (select id from question_banks as mine where mine.user_id = ${p.user_id}
          and mine.deleted_at is null union all select bank_id from bank_editors where bank_editors.user_id = ${p.user_id})`,
      )
      .orderBy('question_banks.id', 'desc'),
  ),

  add: prepare((q, p: BankSettings & { user_id: number; now: string }) =>
    q
      .insertInto('question_banks')
      .values({ ...values(p), user_id: p.user_id, created_at: p.now, updated_at: p.now, deleted_at: null })
      .returning('id'),
  ),

  /** The banks of an owner. */
  size: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('question_banks')
      .select(measureRows())
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null),
  ),

  update: prepare((q, p: BankSettings & { id: number; now: string }) =>
    q
      .updateTable('question_banks')
      .set({ ...values(p), updated_at: p.now })
      .where('id', '=', p.id),
  ),

  touch: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('question_banks').set({ updated_at: p.now }).where('id', '=', p.id),
  ),

  hide: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('question_banks').set({ deleted_at: p.now, updated_at: p.now }).where('id', '=', p.id),
  ),

  setOwner: prepare((q, p: { id: number; user_id: number }) =>
    q.updateTable('question_banks').set({ user_id: p.user_id }).where('id', '=', p.id),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('question_banks')
      .select(columns)
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ),

  /** Who can go on with the bank of a user: an editor, or else the owner of an exam that uses it. */
  heirs: prepare((q, p: { id: number; user_id: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('bank_editors')
          .select(['user_id', sql<number>`1`.as('rank'), 'id as place'])
          .where('bank_id', '=', p.id)
          .unionAll(
            q
              .selectFrom('exam_banks')
              .innerJoin('exams', 'exams.id', 'exam_banks.exam_id')
              .select(['exams.user_id', sql<number>`2`.as('rank'), 'exams.id as place'])
              .where('exam_banks.bank_id', '=', p.id)
              .where('exams.deleted_at', 'is', null),
          )
          .as('heirs'),
      )
      .select('user_id')
      .where('user_id', '<>', p.user_id)
      .orderBy('rank')
      .orderBy('place')
      .limit(1),
  ),
}

export const bankEditors = createMembershipQueries({
  table: 'bank_editors',
  object: 'bank_id',
  columns: [],
  accepts: false,
  isPaged: true,
})

/** For an editor who becomes the owner. */
export const removeEditor = prepare((q, p: { bank_id: number; user_id: number }) =>
  q.deleteFrom('bank_editors').where('bank_id', '=', p.bank_id).where('user_id', '=', p.user_id),
)

const contentColumns = [...bankVersionRecord.qualifiedColumns, 'bank_question_versions.answer_key'] as const
const measuredColumns = contentColumns.filter((name) => !/\.(?:type|points|difficulty)$/.test(name))

const selectQuestions = (q: Builder) =>
  q
    .selectFrom('bank_questions')
    .innerJoin('bank_question_versions', (join) =>
      join
        .onRef('bank_question_versions.question_id', '=', 'bank_questions.id')
        .onRef('bank_question_versions.version', '=', 'bank_questions.version'),
    )

export const selectQuestionsOfBank = (q: Builder, p: { bank_id: number }) =>
  selectQuestions(q)
    .select(['bank_questions.id', 'bank_questions.position', ...contentColumns])
    .where('bank_questions.bank_id', '=', p.bank_id)
    .orderBy('bank_questions.position')
    .orderBy('bank_questions.id')

export interface NewBankVersion extends BankContent {
  id: number
  question_id: number
  bank_id: number
  version: number
}

export const bankQuestions = {
  ofBank: prepareList((q, p: { bank_id: number }) => selectQuestionsOfBank(q, p)),

  byId: prepare((q, p: { bank_id: number; id: number }) =>
    selectQuestions(q)
      .select(['bank_questions.id', 'bank_questions.position', 'bank_questions.version', ...contentColumns])
      .where('bank_questions.bank_id', '=', p.bank_id)
      .where('bank_questions.id', '=', p.id),
  ),

  size: prepare((q, p: { bank_id: number }) =>
    selectQuestions(q)
      .select(measureRows(...measuredColumns))
      .select((e) => e.fn.max<number | null>('bank_questions.position').as('last'))
      .where('bank_questions.bank_id', '=', p.bank_id),
  ),

  add: prepare((q, p: { id: number; bank_id: number; position: number }) =>
    q.insertInto('bank_questions').values({ id: p.id, bank_id: p.bank_id, position: p.position, version: 1 }),
  ),

  change: prepare((q, p: { id: number; position: number; version: number }) =>
    q.updateTable('bank_questions').set({ position: p.position, version: p.version }).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number; bank_id: number }) =>
    q.deleteFrom('bank_questions').where('id', '=', p.id).where('bank_id', '=', p.bank_id),
  ),

  removeAll: prepare((q, p: { bank_id: number }) => q.deleteFrom('bank_questions').where('bank_id', '=', p.bank_id)),

  addVersions: prepare((q, p: { versions: NewBankVersion[] }) =>
    addRows(q, bankVersionRecord, p.versions, { withIds: true }),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectQuestions(q)
      .innerJoin('question_banks', 'question_banks.id', 'bank_questions.bank_id')
      .select(['bank_questions.id', 'bank_questions.bank_id', ...contentColumns])
      .where('question_banks.user_id', '=', p.user_id)
      .where('question_banks.deleted_at', 'is', null)
      .orderBy('bank_questions.bank_id')
      .orderBy('bank_questions.position')
      .orderBy('bank_questions.id'),
  ),
}
