/** Pages of a list: what is asked for and what comes back. */

const defaultLimit = 20
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

export interface Rows<Row> {
  rows: Row[]
  total: number
}

/** One page of a list. The links of `meta` are added at the edge, which knows the address that was asked. */
export class Page<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly page: number
  readonly limit: number
  /** Fields of `meta` beside the paging ones. */
  readonly extra: object | undefined

  constructor({ rows, total, extra }: Rows<Row> & { extra?: object }, page: number, limit: number) {
    this.rows = rows
    this.total = total
    this.page = page
    this.limit = limit
    this.extra = extra
  }
}

/** The rows of a page; one so far away that its rows cannot be counted is empty like any other after the last. */
export function toSlice({ page = 1, limit = defaultLimit }: PageQuery): Slice {
  const most = Math.min(limit, maxLimit)
  return { limit: most, offset: Math.min((page - 1) * most, Number.MAX_SAFE_INTEGER) }
}

/** Reads the asked page; `extra` goes into `meta` beside the paging fields. */
export async function page<Row>(
  query: PageQuery,
  read: (slice: Slice) => Promise<Rows<Row> & { extra?: object }>,
): Promise<Page<Row>> {
  const slice = toSlice(query)
  return new Page(await read(slice), query.page ?? 1, slice.limit)
}

/** A list that comes whole, with what `meta` says about it. */
export class WholeList<Row, Meta extends object> {
  readonly rows: Row[]
  readonly meta: Meta

  constructor(rows: Row[], meta: Meta) {
    this.rows = rows
    this.meta = meta
  }
}
