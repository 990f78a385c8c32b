/**
 * Companies are searched by words, as job posts, courses and projects are. Their index is built by its follower, which has nothing to build where
 * there are none.
 */

import type { Migration } from './schema.ts'

/** The format in which lists are indexed as of this migration. */
const format = 2

export const wordsOfCompanies: Migration = {
  name: '0121-words-of-companies',
  up(schema) {
    const list = `insert into search_lists (name, format)
      select 'companies', case when exists (select 1 from companies) then 0 else ${format} end`
    const addFollower = (now: string) => `insert into followers (name, format, seen_at)
      select 'search_companies', ${format}, ${now} where not exists (select 1 from companies)`
    schema.statement({ sqlite: list, postgres: list })
    schema.statement({ sqlite: addFollower("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"), postgres: addFollower('now()') })
  },
}
