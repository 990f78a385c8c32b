/** Concatenates the bytes of many rows, so that one parameter of a statement contains them all. */
export class PackedBytes {
  // Never empty, because SQLite binds empty bytes as null.
  readonly #parts: Uint8Array[] = [new Uint8Array(1)]
  #length = 1

  /** Returns the position, counted from 1, and the length. */
  append(bytes: Uint8Array): [from: number, length: number] {
    const from = this.#length + 1
    this.#parts.push(bytes)
    this.#length += bytes.length
    return [from, bytes.length]
  }

  toBuffer(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}
