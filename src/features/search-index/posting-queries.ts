import { sql } from 'kysely'
import {
  arrayRows,
  castInteger,
  inAllAreas,
  inBothCopies,
  inCopy,
  integerList,
  perEngine,
  type TableArea,
  type TableCopy,
  textList,
} from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

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

interface StoredRows {
  rows: readonly StoredRow[]
  bytes: Uint8Array
}

const insertRows = (q: Builder, { rows, bytes }: StoredRows, area: TableArea) =>
  q
    .insertInto(inCopy('search_postings', area))
    .columns(['key', 'chunk', 'docs'])
    .expression(
      sql`select value->>0, ${castInteger(sql`value->>1`)}, ${sliceBytes(bytes, { from: sql`value->>2`, length: sql`value->>3` })}
        from ${arrayRows(rows)} where true`,
    )

/** Concatenates bytes; those of SQLite would become text. */
const concatenate = (first: unknown, second: unknown) =>
  perEngine<Uint8Array>({ sqlite: sql`cast(${first} || ${second} as blob)`, postgres: sql`${first} || ${second}` })

export const postings = {
  ofKeys: prepare(
    (q, p: { keys: string[] }, area: TableArea) =>
      q
        .selectFrom(inCopy('search_postings', area))
        .select(['key', 'chunk', 'docs'])
        .where('key', 'in', textList(p.keys)),
    inAllAreas,
  ),

  inChunks: prepare(
    (q, p: { keys: string[]; chunks: number[]; leastBytes: number }, area: TableArea) =>
      q
        .selectFrom(inCopy('search_postings', area))
        .select(['key', 'chunk', 'docs'])
        .where('key', 'in', textList(p.keys))
        .where('chunk', 'in', integerList(p.chunks))
        .where(sql<number>`length(docs)`, '>=', p.leastBytes),
    inAllAreas,
  ),

  removeEmpty: prepare(
    (q, p: { keys: string[]; chunks: number[] }, area: TableArea) =>
      q
        .deleteFrom(inCopy('search_postings', area))
        .where('key', 'in', textList(p.keys))
        .where('chunk', 'in', integerList(p.chunks))
        .where(sql<boolean>`length(docs) = 0`),
    inAllAreas,
  ),

  /** Adds rows, and appends to those that exist. */
  append: prepare((q, p: StoredRows, area: TableArea) => {
    const stored = sql.ref(`${inCopy('search_postings', area)}.docs`)
    return insertRows(q, p, area).onConflict((conflict) =>
      conflict.columns(['key', 'chunk']).doUpdateSet({ docs: concatenate(stored, sql`excluded.docs`) }),
    )
  }, inAllAreas),

  put: prepare(
    (q, p: StoredRows, area: TableArea) =>
      insertRows(q, p, area).onConflict((conflict) =>
        conflict.columns(['key', 'chunk']).doUpdateSet((eb) => ({ docs: eb.ref('excluded.docs') })),
      ),
    inAllAreas,
  ),
}

export const facetBlocks = {
  inBlocks: prepare(
    (q, p: { blocks: number[] }, copy: TableCopy) =>
      q
        .selectFrom(inCopy('search_facets', copy))
        .select(['block', 'facets'])
        .where('block', 'in', integerList(p.blocks)),
    inBothCopies,
  ),

  put: prepare(
    (q, p: { rows: readonly BlockRow[]; bytes: Uint8Array }, copy: TableCopy) =>
      q
        .insertInto(inCopy('search_facets', copy))
        .columns(['block', 'facets'])
        .expression(
          sql`select ${castInteger(sql`value->>0`)}, ${sliceBytes(p.bytes, { from: sql`value->>1`, length: sql`value->>2` })}
          from ${arrayRows(p.rows)} where true`,
        )
        .onConflict((conflict) =>
          conflict.column('block').doUpdateSet((eb) => ({ facets: eb.ref('excluded.facets') })),
        ),
    inBothCopies,
  ),
}
