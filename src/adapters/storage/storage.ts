/** Where files are kept: a local folder or an S3-compatible store. */

import type { Readable } from 'node:stream'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** What a store says of a file that it serves by itself. */
export interface Labels {
  contentType: string
  /** The header Content-Disposition. */
  disposition: string
}

export interface Listed {
  /** The last segment of its key. */
  name: string
  size: number
}

export interface StoredObject {
  key: string
  size: number
}

/** Keys are paths of letters, digits, `-`, `_`, `.` and `/`; whoever makes them takes care of that. */
export interface Store {
  /** The local folder for what is still arriving. It exists, and moving from it into a local store copies nothing. */
  incoming(): Promise<string>
  /**
   * Puts the local file, which may be in pieces, under the key: whole or not at all, and to stay. The local file is gone
   * afterwards.
   */
  keep(key: string, path: string, size: number, labels: Labels): Promise<void>
  /** The bytes of a file; rejects with `ObjectMissing` when there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Makes a local file of a file as it is now, only to be read; answers its size. A local store copies nothing. Rejects
   * with `ObjectMissing` when there is none.
   */
  fetch(key: string, path: string): Promise<number>
  /** Harmless when there is none. */
  remove(key: string): Promise<void>
  /** The files directly in a folder. */
  list(folder: string): Promise<Listed[]>
  /** Every file below a folder with its whole key, in no order. A file in pieces is one file. */
  walk(folder: string): AsyncIterable<StoredObject>
  removeFolder(folder: string): Promise<void>
  /** An address at which the store itself serves the file for so many seconds; null when only the service can. */
  link(key: string, seconds: number, labels: Labels): Promise<string | null>
}

export interface Storage extends Store {
  readonly kind: 'disk' | 's3'
  /** Where the store serves the file to everybody; null when it does not. */
  publicLink(key: string): string | null
}

export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key} in the storage.`, options)
    this.name = 'ObjectMissing'
  }
}

/** The store does not answer, or answers that it cannot at the moment. */
export class StorageUnreachable extends Error {
  constructor(options?: ErrorOptions) {
    super('The file storage cannot be reached at the moment.', options)
    this.name = 'StorageUnreachable'
  }
}
