import { sql } from 'kysely'
import { integerList, perEngine, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { TermKind } from './document.ts'

/** Rows passed as one JSON array of arrays. */
const arrayRows = (rows: readonly unknown[]) =>
  perEngine<string>({
    sqlite: sql`json_each(${rows})`,
    postgres: sql`jsonb_array_elements(${rows}::jsonb) as rows(value)`,
  })

const castInteger = (text: unknown) => sql<number>`cast(${text} as bigint)`

/** Slices the bytes of a row out of the bytes of all rows, by position and length. */
const sliceBytes = (bytes: Uint8Array, row: { from: unknown; length: unknown }) =>
  perEngine<Uint8Array>({
    sqlite: sql`substr(${bytes}, ${row.from}, ${row.length})`,
    postgres: sql`substr(${bytes}::bytea, (${row.from})::int, (${row.length})::int)`,
  })

/** A key, a chunk, and the position and length of its bytes. */
export type StoredRow = readonly [key: string, chunk: number, from: number, length: number]
/** A block, and the position and length of its bytes. */
export type BlockRow = readonly [block: number, from: number, length: number]

export const postings = {
  ofKeys: prepare((q, p: { keys: string[] }) =>
    q.selectFrom('search_postings').select(['key', 'chunk', 'docs']).where('key', 'in', textList(p.keys)),
  ),

  /** Whether there is a posting list whose key begins so. */
  withPrefix: prepare((q, p: { from: string; until: string }) =>
    q.selectFrom('search_postings').select('key').where('key', '>=', p.from).where('key', '<', p.until).limit(1),
  ),

  inChunks: prepare((q, p: { keys: string[]; chunks: number[] }) =>
    q
      .selectFrom('search_postings')
      .select(['key', 'chunk', 'docs'])
      .where('key', 'in', textList(p.keys))
      .where('chunk', 'in', integerList(p.chunks)),
  ),

  put: prepare((q, p: { rows: readonly StoredRow[]; bytes: Uint8Array }) =>
    q
      .insertInto('search_postings')
      .columns(['key', 'chunk', 'docs'])
      .expression(
        sql`select value->>0, ${castInteger(sql`value->>1`)}, ${sliceBytes(p.bytes, { from: sql`value->>2`, length: sql`value->>3` })}
          from ${arrayRows(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['key', 'chunk']).doUpdateSet((eb) => ({ docs: eb.ref('excluded.docs') })),
      ),
  ),
}

/** Kind, term, label, and the change of the number of researchers. */
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
        sql`select value->>0, value->>1, value->>2, ${castInteger(sql`value->>3`)} from ${arrayRows(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'term']).doUpdateSet((eb) => ({
          researchers: sql<number>`search_terms.researchers + ${eb.ref('excluded.researchers')}`,
          // The label of a term without public profiles is replaced.
          label: sql<string>`case when search_terms.researchers > 0 then search_terms.label else excluded.label end`,
        })),
      ),
  ),

  ofKind: prepare((q, p: { kind: TermKind; terms: string[] }) =>
    q.selectFrom('search_terms').select(termColumns).where('kind', '=', p.kind).where('term', 'in', textList(p.terms)),
  ),

  /** Fields, skills, institutions and countries with these names. */
  values: prepare((q, p: { terms: string[] }) =>
    q
      .selectFrom('search_terms')
      .select(termColumns)
      .where('kind', 'in', ['field', 'skill', 'institution', 'country'])
      .where('term', 'in', textList(p.terms))
      .where('researchers', '>', 0),
  ),

  byIds: prepare((q, p: { ids: number[] }) =>
    q.selectFrom('search_terms').select(termColumns).where('id', 'in', integerList(p.ids)),
  ),

  /** Terms that begin with a text, most frequent first. */
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

  /**
   * Terms that contain a text, most frequent first, including those of private profiles only. There are few locations
   * compared to researchers.
   */
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
      .orderBy('researchers', 'desc')
      .orderBy('id', 'desc')
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
      .expression(sql`select value->>0, value->>1 from ${arrayRows(p.rows)} where true`)
      .onConflict((conflict) => conflict.columns(['spelling', 'term']).doNothing()),
  ),

  near: prepare((q, p: { spellings: string[]; most: number }) =>
    q
      .selectFrom('search_spellings')
      .select('term')
      .distinct()
      .where('spelling', 'in', textList(p.spellings))
      .limit(p.most),
  ),
}

export const facetBlocks = {
  inBlocks: prepare((q, p: { blocks: number[] }) =>
    q.selectFrom('search_facets').select(['block', 'facets']).where('block', 'in', integerList(p.blocks)),
  ),

  put: prepare((q, p: { rows: readonly BlockRow[]; bytes: Uint8Array }) =>
    q
      .insertInto('search_facets')
      .columns(['block', 'facets'])
      .expression(
        sql`select ${castInteger(sql`value->>0`)}, ${sliceBytes(p.bytes, { from: sql`value->>1`, length: sql`value->>2` })}
          from ${arrayRows(p.rows)} where true`,
      )
      .onConflict((conflict) => conflict.column('block').doUpdateSet((eb) => ({ facets: eb.ref('excluded.facets') }))),
  ),
}

/** Researchers in the order of their names. */
export const named = {
  among: prepare((q, p: { ids: number[]; limit: number; offset: number }) =>
    q
      .selectFrom('researchers')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .orderBy('name_key')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
  ),

  after: prepare((q, p: { name_key: string; id: number; most: number }) =>
    q
      .selectFrom('researchers')
      .select(['id', 'name_key'])
      .where(sql<boolean>`(name_key, id) > (${p.name_key}, ${p.id})`)
      .orderBy('name_key')
      .orderBy('id')
      .limit(p.most),
  ),
}
