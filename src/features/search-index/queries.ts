import { sql } from 'kysely'
import { integersOf, perEngine, textsOf } from '../../database/expressions.ts'
import { prepare } from '../../database/prepare.ts'
import type { TermKind } from './entries.ts'

/** Rows given as one JSON array of arrays. */
const rowsOf = (rows: readonly unknown[]) =>
  perEngine<string>({
    sqlite: sql`json_each(${rows})`,
    postgres: sql`jsonb_array_elements(${rows}::jsonb) as rows(value)`,
  })

const hex = (bytes: unknown) =>
  perEngine<Uint8Array>({ sqlite: sql`unhex(${bytes})`, postgres: sql`decode(${bytes}, 'hex')` })

const number = (text: unknown) => sql<number>`cast(${text} as bigint)`

/** A key, a chunk, and the bytes of its set in hexadecimal. */
export type StoredRow = readonly [key: string, chunk: number, docs: string]

export const postings = {
  ofKeys: prepare((q, p: { keys: string[] }) =>
    q.selectFrom('search_postings').select(['key', 'chunk', 'docs']).where('key', 'in', textsOf(p.keys)),
  ),

  inChunks: prepare((q, p: { keys: string[]; chunks: number[] }) =>
    q
      .selectFrom('search_postings')
      .select(['key', 'chunk', 'docs'])
      .where('key', 'in', textsOf(p.keys))
      .where('chunk', 'in', integersOf(p.chunks)),
  ),

  put: prepare((q, p: { rows: readonly StoredRow[] }) =>
    q
      .insertInto('search_postings')
      .columns(['key', 'chunk', 'docs'])
      .expression(
        sql`select value->>0, ${number(sql`value->>1`)}, ${hex(sql`value->>2`)} from ${rowsOf(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['key', 'chunk']).doUpdateSet((eb) => ({ docs: eb.ref('excluded.docs') })),
      ),
  ),
}

/** Kind, term, label, and by how much the number of researchers changed. */
export type TermRow = readonly [kind: TermKind, term: string, label: string, change: number]

const termColumns = ['id', 'kind', 'term', 'label', 'researchers'] as const

interface Prefix {
  kind: TermKind
  from: string
  until: string
  most: number
}

export const terms = {
  count: prepare((q, p: { rows: readonly TermRow[] }) =>
    q
      .insertInto('search_terms')
      .columns(['kind', 'term', 'label', 'researchers'])
      .expression(
        sql`select value->>0, value->>1, value->>2, ${number(sql`value->>3`)} from ${rowsOf(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'term']).doUpdateSet((eb) => ({
          researchers: sql<number>`search_terms.researchers + ${eb.ref('excluded.researchers')}`,
        })),
      ),
  ),

  ofKind: prepare((q, p: { kind: TermKind; terms: string[] }) =>
    q
      .selectFrom('search_terms')
      .select(termColumns)
      .where('kind', '=', p.kind)
      .where('term', 'in', textsOf(p.terms)),
  ),

  /** Fields, skills, institutions and countries of these names. */
  values: prepare((q, p: { terms: string[] }) =>
    q
      .selectFrom('search_terms')
      .select(termColumns)
      .where('kind', 'in', ['field', 'skill', 'institution', 'country'])
      .where('term', 'in', textsOf(p.terms))
      .where('researchers', '>', 0),
  ),

  byIds: prepare((q, p: { ids: number[] }) =>
    q.selectFrom('search_terms').select(termColumns).where('id', 'in', integersOf(p.ids)),
  ),

  /** Those that begin with a text, most frequent first. */
  beginning: prepare((q, p: Prefix) =>
    q
      .selectFrom('search_terms')
      .select(termColumns)
      .where('kind', '=', p.kind)
      .where('term', '>=', p.from)
      .where('term', '<', p.until)
      .where('researchers', '>', 0)
      .orderBy('researchers', 'desc')
      .orderBy('term')
      .limit(p.most),
  ),

  /** Those that contain a text. There are few locations compared to researchers. */
  containing: prepare((q, p: { kind: TermKind; text: string; most: number }) =>
    q
      .selectFrom('search_terms')
      .select('term')
      .where('kind', '=', p.kind)
      .where(
        perEngine<boolean>({
          sqlite: sql`instr(term, ${p.text}) > 0`,
          postgres: sql`strpos(term, ${p.text}) > 0`,
        }),
      )
      .where('researchers', '>', 0)
      .limit(p.most),
  ),

  mostFrequent: prepare((q, p: { kind: TermKind; most: number }) =>
    q
      .selectFrom('search_terms')
      .select(['id', 'label', 'term', 'researchers'])
      .where('kind', '=', p.kind)
      .where('researchers', '>', 0)
      .orderBy('researchers', 'desc')
      .orderBy('id')
      .limit(p.most),
  ),
}

export const spellings = {
  add: prepare((q, p: { rows: readonly (readonly [string, string])[] }) =>
    q
      .insertInto('search_spellings')
      .columns(['spelling', 'term'])
      .expression(sql`select value->>0, value->>1 from ${rowsOf(p.rows)} where true`)
      .onConflict((conflict) => conflict.columns(['spelling', 'term']).doNothing()),
  ),

  near: prepare((q, p: { spellings: string[]; most: number }) =>
    q
      .selectFrom('search_spellings')
      .select('term')
      .distinct()
      .where('spelling', 'in', textsOf(p.spellings))
      .limit(p.most),
  ),
}

export const facetBlocks = {
  inBlocks: prepare((q, p: { blocks: number[] }) =>
    q.selectFrom('search_facets').select(['block', 'facets']).where('block', 'in', integersOf(p.blocks)),
  ),

  put: prepare((q, p: { rows: readonly (readonly [number, string])[] }) =>
    q
      .insertInto('search_facets')
      .columns(['block', 'facets'])
      .expression(
        sql`select ${number(sql`value->>0`)}, ${hex(sql`value->>1`)} from ${rowsOf(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.column('block').doUpdateSet((eb) => ({ facets: eb.ref('excluded.facets') })),
      ),
  ),
}
