/** A file that has arrived whole and waits, on the local disk, to be checked and stored. */

interface FileFacts {
  path: string
  filename: string
  size: number
  digest?: string | undefined
}

export class ReceivedFile {
  /**
   * Whoever stores the file may move it away; what is still there when the request ends is removed. A large file that
   * came in chunks is a folder of pieces.
   */
  readonly path: string
  /** The client's name, made safe. */
  readonly filename: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 as url-safe text, where somebody asked for it or needs to know whether two requests are the same. */
  readonly digest: string | undefined

  constructor({ path, filename, size, digest }: FileFacts) {
    this.path = path
    this.filename = filename
    this.size = size
    this.digest = digest
  }

  /** What makes two files the same, wherever they lie. */
  toJSON() {
    return { filename: this.filename, size: this.size, digest: this.digest }
  }
}
