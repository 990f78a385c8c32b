/** Bytes for many rows, put one after the other, so that one parameter of a statement carries them all. */
export class Pile {
  readonly #parts: Uint8Array[] = []
  #length = 0

  /** Answers where they stand, counted from 1, and how many they are. */
  put(bytes: Uint8Array): [from: number, length: number] {
    const from = this.#length + 1
    this.#parts.push(bytes)
    this.#length += bytes.length
    return [from, bytes.length]
  }

  all(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}
