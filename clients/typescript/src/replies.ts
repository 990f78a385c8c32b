/** The results of operations that succeeded. */

/** The result of an operation that returns no data. */
export interface Done {
  /** The HTTP status. */
  status: number
  /** One sentence for people. */
  message: string
}

/** The result of an operation that returns data. */
export interface Reply<T> extends Done {
  data: T
}

/** One page of a list, with its pagination. */
export interface Page<T, M> extends Reply<T[]> {
  meta: M
}
