/** Pages of a list: what is asked for and what comes back. */

export const defaultLimit = 20
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
export class Page<Row, Extra extends object = object> {
  readonly rows: Row[]
  readonly total: number
  readonly page: number
  readonly limit: number
  readonly extra: Extra | undefined

  constructor(rows: Row[], total: number, page: number, limit: number, extra?: Extra) {
    this.rows = rows
    this.total = total
    this.page = page
    this.limit = limit
    this.extra = extra
  }
}

/** Reads the asked page; `extra` goes into `meta` beside the paging fields. */
export async function page<Row, Extra extends object = object>(
  query: PageQuery,
  read: (slice: Slice) => Promise<Rows<Row> & { extra?: Extra }>,
): Promise<Page<Row, Extra>> {
  const number = query.page ?? 1
  const limit = Math.min(query.limit ?? defaultLimit, largestLimit)
  const { rows, total, extra } = await read({ limit, offset: (number - 1) * limit })
  return new Page(rows, total, number, limit, extra)
}
