import { sql } from 'kysely'
import { addRows } from '#database/query/bulk.ts'
import { countElements, integerList, measureRows, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { FirstQuestionType, LaterQuestionType, QuestionType } from '#database/tables/exams.ts'
import { isLaterType } from './content.ts'
import { type Content, examVersionRecord } from './record.ts'

export interface Version extends Content {
  exam_id: number
  question_id: number
  version: number
}

interface StoredVersion extends Omit<Version, 'type'> {
  type: FirstQuestionType
  later_type: LaterQuestionType | null
}

/** Returns the version as it is stored: the last release, which runs beside this one, takes a later type for a short answer. */
export const toStoredVersion = ({ type, ...version }: Version): StoredVersion =>
  isLaterType(type) ? { ...version, type: 'short_answer', later_type: type } : { ...version, type, later_type: null }

export interface Move {
  id: number
  position: number
  version: number
}

const selectCurrent = (q: Builder) =>
  q
    .selectFrom('exam_questions')
    .innerJoin('exam_question_versions', (join) =>
      join
        .onRef('exam_question_versions.question_id', '=', 'exam_questions.id')
        .onRef('exam_question_versions.version', '=', 'exam_questions.version'),
    )

const storedType = sql<QuestionType>`coalesce(exam_question_versions.later_type, exam_question_versions.type)`.as(
  'type',
)

const types = { exam: storedType, bank: 'bank_question_versions.type' } as const

/** What attempts show and are graded by, beside the type. */
const shownColumns = ['question', 'points', 'options', 'answer_key'] as const
/** All of the content, beside the type. */
const contentColumns = [...examVersionRecord.columns.filter((name) => name !== 'type'), 'answer_key'] as const

const shown = [types.exam, ...shownColumns.map((name) => `exam_question_versions.${name}` as const)] as const
const shownOfBanks = [types.bank, ...shownColumns.map((name) => `bank_question_versions.${name}` as const)] as const
const content = [types.exam, ...contentColumns.map((name) => `exam_question_versions.${name}` as const)] as const
const contentOfBanks = [types.bank, ...contentColumns.map((name) => `bank_question_versions.${name}` as const)] as const

const inExam = (q: Builder, p: { exam_id: number }) =>
  selectCurrent(q)
    .select(['exam_questions.id', 'exam_questions.position', ...content])
    .where('exam_questions.exam_id', '=', p.exam_id)

export const questions = {
  setPoolSize: prepare((q, p: { id: number; pool_size: number; now: string }) =>
    q.updateTable('exams').set({ pool_size: p.pool_size, updated_at: p.now }).where('id', '=', p.id),
  ),

  /** The questions of new attempts, in order. */
  ofExam: prepare((q, p: { exam_id: number }) =>
    inExam(q, p).orderBy('exam_questions.position').orderBy('exam_questions.id'),
  ),

  byId: prepare((q, p: { exam_id: number; id: number }) => inExam(q, p).where('exam_questions.id', '=', p.id)),

  /** Positions without the content, because an exam may have a thousand questions. */
  places: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_questions').select(['id', 'position', 'version']).where('exam_id', '=', p.exam_id),
  ),

  /** The questions to select from. */
  pool: prepare((q, p: { exam_id: number }) =>
    selectCurrent(q)
      .select(['exam_question_versions.id as version_id', 'exam_question_versions.question_id'])
      .select([countElements('exam_question_versions.options').as('options_count'), storedType])
      .where('exam_questions.exam_id', '=', p.exam_id)
      .orderBy('exam_questions.position')
      .orderBy('exam_questions.id'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectCurrent(q)
      .innerJoin('exams', 'exams.id', 'exam_questions.exam_id')
      .select(['exam_questions.id', 'exam_questions.exam_id', ...content])
      .where('exams.user_id', '=', p.user_id)
      .where('exams.deleted_at', 'is', null)
      .orderBy('exam_questions.exam_id')
      .orderBy('exam_questions.position')
      .orderBy('exam_questions.id'),
  ),

  /** One for each position; ids ascend in that order. */
  add: prepare((q, p: { exam_id: number; positions: number[] }) =>
    q
      .insertInto('exam_questions')
      .columns(['exam_id', 'position', 'version'])
      .expression(
        perEngine({
          sqlite: sql`select ${p.exam_id}, value, 1 from json_each(${p.positions}) order by key`,
          postgres: sql`select ${p.exam_id}::bigint, value::bigint, 1
            from jsonb_array_elements_text(${p.positions}::jsonb) with ordinality as items (value, place)
            order by place`,
        }),
      )
      .returning('id'),
  ),

  /** Existing questions; only position and version change. */
  change: prepare((q, p: { exam_id: number; moves: Move[] }) =>
    q
      .insertInto('exam_questions')
      .columns(['id', 'exam_id', 'position', 'version'])
      .expression(
        perEngine({
          // Without a condition, `on conflict` would be parsed as a join.
          sqlite: sql`select value ->> '$.id', ${p.exam_id}, value ->> '$.position', value ->> '$.version'
            from json_each(${p.moves}) where true`,
          postgres: sql`select (value ->> 'id')::bigint, ${p.exam_id}::bigint, (value ->> 'position')::bigint,
            (value ->> 'version')::bigint from jsonb_array_elements(${p.moves}::jsonb)`,
        }),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          version: eb.ref('excluded.version'),
        })),
      ),
  ),

  remove: prepare((q, p: { id: number; exam_id: number }) =>
    q.deleteFrom('exam_questions').where('id', '=', p.id).where('exam_id', '=', p.exam_id),
  ),

  size: prepare((q, p: { exam_id: number }) =>
    selectCurrent(q)
      .select(
        measureRows(
          'exam_question_versions.question',
          'exam_question_versions.options',
          'exam_question_versions.answer_key',
          'exam_question_versions.explanation',
          'exam_question_versions.option_feedback',
        ),
      )
      .where('exam_questions.exam_id', '=', p.exam_id),
  ),
}

export const versions = {
  add: prepare((q, p: { versions: StoredVersion[] }) => addRows(q, examVersionRecord, p.versions)),

  /** What attempts show and are graded by. */
  ofPaper: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('exam_question_versions')
      .select(['exam_question_versions.id as version_id', ...shown])
      .where('exam_question_versions.id', 'in', integerList(p.ids))
      .unionAll(
        q
          .selectFrom('bank_question_versions')
          .select(['bank_question_versions.id as version_id', ...shownOfBanks])
          .where('bank_question_versions.id', 'in', integerList(p.ids)),
      ),
  ),

  /** The present versions of questions that still exist, by the id of the question. */
  current: prepare((q, p: { ids: number[] }) =>
    selectCurrent(q)
      .select(['exam_questions.id as question_id', 'exam_question_versions.id as version_id', ...shown])
      .where('exam_questions.id', 'in', integerList(p.ids))
      .unionAll(
        q
          .selectFrom('bank_questions')
          .innerJoin('bank_question_versions', (join) =>
            join
              .onRef('bank_question_versions.question_id', '=', 'bank_questions.id')
              .onRef('bank_question_versions.version', '=', 'bank_questions.version'),
          )
          .select(['bank_questions.id as question_id', 'bank_question_versions.id as version_id', ...shownOfBanks])
          .where('bank_questions.id', 'in', integerList(p.ids)),
      ),
  ),

  /** The bytes of what an attempt with these questions shows. */
  size: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom(
        q
          .selectFrom('exam_question_versions')
          .select(measureRows('question', 'options', 'answer_key'))
          .where('id', 'in', integerList(p.ids))
          .unionAll(
            q
              .selectFrom('bank_question_versions')
              .select(measureRows('question', 'options', 'answer_key'))
              .where('id', 'in', integerList(p.ids)),
          )
          .as('sizes'),
      )
      .select(sql<number>`cast(sum(bytes) as bigint)`.as('bytes')),
  ),

  /** The same with what is explained after the attempt. */
  explained: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('exam_question_versions')
      .select(['exam_question_versions.id as version_id', ...content])
      .where('exam_question_versions.id', 'in', integerList(p.ids))
      .unionAll(
        q
          .selectFrom('bank_question_versions')
          .select(['bank_question_versions.id as version_id', ...contentOfBanks])
          .where('bank_question_versions.id', 'in', integerList(p.ids)),
      ),
  ),
}
