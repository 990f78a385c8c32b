import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { selectQuestionsOfBank } from './queries.ts'

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
}
