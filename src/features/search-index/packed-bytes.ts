/** Bytes for many rows, put one after the other, so that one parameter of a statement carries them all. */
export class PackedBytes {
  // Never empty: SQLite takes no bytes for null.
  readonly #parts: Uint8Array[] = [new Uint8Array(1)]
  #length = 1

  /** Answers where they stand, counted from 1, and how many they are. */
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
