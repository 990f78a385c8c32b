import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { type BankContent, bankContent, selectQuestionsOfBank } from './queries.ts'

interface NewVersion extends BankContent {
  id: number
  question_id: number
}

/** Many questions of a bank at once. */
export const questionBatches = {
  /** All questions in order; a bank has at most 5,000. */
  ofBank: prepare((q, p: { bank_id: number }) => selectQuestionsOfBank(q, p)),

  add: prepare((q, p: { bank_id: number; questions: { id: number; position: number }[] }) =>
    q
      .insertInto('bank_questions')
      .columns(['id', 'bank_id', 'position', 'version'])
      .expression(
        perEngine({
          sqlite: sql`select value ->> '$.id', ${p.bank_id}, value ->> '$.position', 1 from json_each(${p.questions})`,
          postgres: sql`select (value ->> 'id')::bigint, ${p.bank_id}::bigint, (value ->> 'position')::bigint, 1
            from jsonb_array_elements(${p.questions}::jsonb)`,
        }),
      ),
  ),

  /** The first versions of new questions. */
  addVersions: prepare((q, p: { bank_id: number; versions: NewVersion[] }) =>
    q
      .insertInto('bank_question_versions')
      .columns(['id', 'question_id', 'bank_id', 'version', ...bankContent])
      .expression(
        perEngine({
          sqlite: sql`select value ->> '$.id', value ->> '$.question_id', ${p.bank_id}, 1, value ->> '$.type',
            value ->> '$.question', value ->> '$.points', value -> '$.options', value -> '$.answer_key',
            value ->> '$.explanation', value -> '$.option_feedback', value -> '$.tags', value ->> '$.difficulty'
            from json_each(${p.versions})`,
          postgres: sql`select (value ->> 'id')::bigint, (value ->> 'question_id')::bigint, ${p.bank_id}::bigint, 1,
            value ->> 'type', value ->> 'question', (value ->> 'points')::bigint, value -> 'options',
            value -> 'answer_key', value ->> 'explanation', value -> 'option_feedback', value -> 'tags',
            (value ->> 'difficulty')::bigint
            from jsonb_array_elements(${p.versions}::jsonb)`,
        }),
      ),
  ),
}
