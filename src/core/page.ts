/** Pages of a list: what is asked for and what comes back. */

const defaultLimit = 20
export const largestLimit = 100

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

/** Reads the asked page; `extra` goes into `meta` beside the paging fields. */
export async function page<Row>(
  query: PageQuery,
  read: (slice: Slice) => Promise<Rows<Row> & { extra?: object }>,
): Promise<Page<Row>> {
  const number = query.page ?? 1
  const limit = Math.min(query.limit ?? defaultLimit, largestLimit)
  return new Page(
    await read({ limit, offset: Math.min((number - 1) * limit, Number.MAX_SAFE_INTEGER) }),
    number,
    limit,
  )
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
