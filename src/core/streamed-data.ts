/** The `data` of an answer that is sent while it is computed, because it can be large. */

/** Converts the items of an iterable while they are read. */
export async function* mapEach<T, R>(items: AsyncIterable<T>, convert: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield convert(item)
}

/**
 * Values are objects, lists and async iterables, which become lists. The response schema does not filter them. A failure
 * after the first byte ends the connection.
 */
export class StreamedData {
  readonly value: object
  /** Called when everything is sent or the client has gone. */
  readonly close: () => void

  constructor(value: object, close: () => void) {
    this.value = value
    this.close = close
  }
}
