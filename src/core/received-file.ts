/** A received file on the local disk, before it is checked and stored. */

interface FileFacts {
  path: string
  filename: string
  size: number
  digest?: string | undefined
}

export class ReceivedFile {
  /**
   * A function that stores the file may move it; otherwise it is removed at the end of the request. A large file that
   * arrived in chunks is a folder of pieces.
   */
  readonly path: string
  /** The sanitized name that the client sent. */
  readonly filename: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 as url-safe text, if the route needs it or the request has an Idempotency-Key. */
  readonly digest: string | undefined

  constructor({ path, filename, size, digest }: FileFacts) {
    this.path = path
    this.filename = filename
    this.size = size
    this.digest = digest
  }

  /** Files with the same name, size and digest are equal, wherever they are stored. */
  toJSON() {
    return { filename: this.filename, size: this.size, digest: this.digest }
  }
}
