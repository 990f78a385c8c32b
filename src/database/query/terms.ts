/** Finds what has all the terms of a search, in a table of terms that is ordered by them. */

import { sql } from 'kysely'
import type { Range } from '#core/terms.ts'
import type { Tables } from '../tables/index.ts'
import { perEngine } from './expressions.ts'

interface TermsTable<Name extends keyof Tables> {
  table: Name
  /** The column that says whose term it is. */
  owner: keyof Tables[Name] & string
}

/** The ids of what has a term in each range. Goes through the first range and probes the others, so it should be rare. */
export function idsMatchingTerms<Name extends keyof Tables & string>(
  terms: Range[],
  { table, owner: of }: TermsTable<Name>,
) {
  const found = sql.ref(`found.${of}`)
  const more = sql.ref(`more.${of}`)
  const all = sql.table(table)
  return perEngine<number>({
    sqlite: sql`(select ${found} from ${all} as found
      where found.term >= ${terms} ->> '$[0][0]' and found.term < ${terms} ->> '$[0][1]'
      and not exists (select 1 from json_each(${terms}) as others where others.key > 0
        and not exists (select 1 from ${all} as more where ${more} = ${found}
          and more.term >= others.value ->> 0 and more.term < others.value ->> 1)))`,
    postgres: sql`(select ${found} from ${all} as found
      where found.term >= ${terms}::jsonb #>> '{0,0}' and found.term < ${terms}::jsonb #>> '{0,1}'
      and not exists (select 1 from jsonb_array_elements(${terms}::jsonb) with ordinality as others (range, place)
        where others.place > 1
        and not exists (select 1 from ${all} as more where ${more} = ${found}
          and more.term >= others.range ->> 0 and more.term < others.range ->> 1)))`,
  })
}
