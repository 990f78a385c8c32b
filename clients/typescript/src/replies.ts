/** What operations answer when all went well. */

/** It is done, and there is nothing to give back. */
export interface Done {
  /** The HTTP status. */
  status: number
  /** One sentence a person can read. */
  message: string
}

/** It is done, and this came of it. */
export interface Reply<T> extends Done {
  data: T
}

/** A part of a list, and what is known of the whole of it. */
export interface Page<T, M> extends Reply<T[]> {
  meta: M
}
