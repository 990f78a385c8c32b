/** Other search engines on the same people, with the settings that their documentation recommends. */

import MiniSearch from 'minisearch'
import { Pool } from 'pg'
import { foldText } from '#core/text-normalization.ts'
import type { Person } from '../search/person.ts'

/** Returns the indexes of the best people, best first. */
export type Search = (query: string) => Promise<number[]>

const most = 10

export function createMiniSearch(people: readonly Person[]): Search {
  const index = new MiniSearch<{ id: number; name: string; fields: string; titles: string }>({
    fields: ['name', 'fields', 'titles'],
    processTerm: foldText,
    searchOptions: { boost: { name: 2 }, fuzzy: 0.2, prefix: (_, place, terms) => place === terms.length - 1 },
  })
  index.addAll(
    people.map(({ name, fields, publications }, id) => ({
      id,
      name,
      fields: fields.join(' '),
      titles: publications.map(({ title }) => title).join('\n'),
    })),
  )
  return async (query) => {
    const strict = index.search(query, { combineWith: 'AND' })
    const found = strict.length > 0 ? strict : index.search(query)
    return found.slice(0, most).map(({ id }) => Number(id))
  }
}

/** Full text search in English with weights; when no person has all words, any of them. */
export async function createPostgresSearch(url: string, people: readonly Person[]) {
  const pool = new Pool({ connectionString: url })
  await pool.query('create table people (id int primary key, document tsvector)')
  for (const [id, { name, fields, publications }] of people.entries())
    await pool.query(
      `insert into people values ($1, setweight(to_tsvector('simple', $2), 'A')
         || setweight(to_tsvector('english', $3), 'B') || setweight(to_tsvector('english', $4), 'C'))`,
      [id, foldText(name), fields.join(' '), publications.map(({ title }) => title).join('. ')],
    )
  await pool.query('create index on people using gin (document)')
  const find = async (asked: string, query: string) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from people, (select ${asked} as query) asked where document @@ query
       order by ts_rank_cd(document, query, 1) desc, id limit ${most}`,
      [query],
    )
    return rows.map(({ id }) => id)
  }
  const words = "websearch_to_tsquery('english', $1)"
  const search: Search = async (query) => {
    const found = await find(`${words} || websearch_to_tsquery('simple', $1)`, foldText(query))
    if (found.length > 0) return found
    return find(`replace(${words}::text, '&', '|')::tsquery`, foldText(query))
  }
  return { search, close: () => pool.end() }
}
