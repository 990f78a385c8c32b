/** Pages of a list: the query and the result. */

const defaultLimit = 20
/** The most rows of a page; the schema of a list sees to it. */
export const maxLimit = 100

export interface PageQuery {
  page?: number
  limit?: number
}

/** The rows to read. */
export interface Slice {
  limit: number
  offset: number
}

/** The order of a list by age, for its query: newest first unless the flag is there. */
export interface AgeOrder {
  oldest?: true | undefined
}

export const getSortDirection = ({ oldest }: AgeOrder) => (oldest === undefined ? 'desc' : 'asc')

export interface Rows<Row> {
  rows: Row[]
  total: number
}

/** One page of a list. The links of `meta` are added by `http/`, which knows the address of the request. */
export class Page<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly page: number
  readonly limit: number
  /** Additional fields of `meta`. */
  readonly extra: object | undefined

  constructor({ rows, total, extra }: Rows<Row> & { extra?: object }, page: number, limit: number) {
    this.rows = rows
    this.total = total
    this.page = page
    this.limit = limit
    this.extra = extra
  }
}

/** Converts a page number to an offset. A page beyond all numbers is empty, like any page after the last. */
export function toSlice({ page = 1, limit = defaultLimit }: PageQuery): Slice {
  return { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

/** A context whose database can be read as it is at one moment. */
interface Reader<Db> {
  readonly db: Db & { readSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T> }
}

/** How often a page is read without a snapshot, which costs more. */
const plainReads = 2

/**
 * Reads the requested page; `extra` is added to `meta`. Rows and total are read by several statements, between which others
 * change the list. If they disagree, they are read again, at last in one snapshot of the database.
 */
export async function page<Db, Ctx extends Reader<Db>, Row>(
  ctx: Ctx,
  query: PageQuery,
  read: (ctx: Ctx, slice: Slice) => Promise<Rows<Row> & { extra?: object }>,
): Promise<Page<Row>> {
  const slice = toSlice(query)
  for (let reads = 0; reads < plainReads; reads++) {
    const found = await read(ctx, slice)
    if (isConsistent(found, slice)) return new Page(found, query.page ?? 1, slice.limit)
  }
  const found = await ctx.db.readSnapshot((db) => read({ ...ctx, db }, slice))
  return new Page(found, query.page ?? 1, slice.limit)
}

/** Returns whether the page has as many rows as the total says. */
const isConsistent = ({ rows, total }: Rows<unknown>, { limit, offset }: Slice): boolean =>
  rows.length === Math.max(0, Math.min(limit, total - offset))

/** A list that is returned whole, with its `meta`. */
export class UnpagedList<Row, Meta extends object> {
  readonly rows: Row[]
  readonly meta: Meta

  constructor(rows: Row[], meta: Meta) {
    this.rows = rows
    this.meta = meta
  }
}
