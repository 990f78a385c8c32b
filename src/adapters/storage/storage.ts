/** The interface of file stores: a local folder or an S3-compatible store. */

import type { Readable } from 'node:stream'

/** A range of bytes; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/** Response headers for a file that the store serves itself. */
export interface Labels {
  contentType: string
  /** The header Content-Disposition. */
  disposition: string
}

export interface StorageEntry {
  /** The last segment of its key. */
  name: string
  size: number
}

export interface StoredObject {
  key: string
  size: number
}

/** Keys are paths of letters, digits, `-`, `_`, `.` and `/`; callers must ensure this. */
export interface Store {
  /**
   * Stores the local file, which may consist of pieces, under the key, durably and atomically. Removes the local file.
   */
  keep(key: string, path: string, size: number, labels: Labels): Promise<void>
  /** Returns the bytes of a file. Rejects with `ObjectMissing` for an unknown key. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Makes the current content available as a local file for reading and returns its size. A local store copies nothing.
   * Rejects with `ObjectMissing`.
   */
  fetch(key: string, path: string): Promise<number>
  /** Removes a file. An unknown key is no error. */
  remove(key: string): Promise<void>
  /** Lists the files directly in a folder. */
  list(folder: string): Promise<StorageEntry[]>
  /** Lists all files below a folder with their whole keys, in no order. A file in pieces is one file. */
  walk(folder: string): AsyncIterable<StoredObject>
  removeFolder(folder: string): Promise<void>
  /** Returns an address at which the store serves the file for the given seconds; null when only the service can. */
  link(key: string, seconds: number, labels: Labels): Promise<string | null>
}

export interface Storage extends Store {
  readonly kind: 'disk' | 's3'
  /** The local folder for arriving files, also with a bucket. It may not exist before the first file arrives. */
  readonly incomingFolder: string
  /** Creates this folder and returns its path. Moving a file from it into a local store copies nothing. */
  incoming(): Promise<string>
  /** Returns the public address of the file in the store; null when there is none. */
  publicLink(key: string): string | null
}

export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key} in the storage.`, options)
    this.name = 'ObjectMissing'
  }
}

/** The store does not answer, or reports that it is unavailable. */
export class StorageUnreachable extends Error {
  constructor(options?: ErrorOptions) {
    super('The file storage cannot be reached at the moment.', options)
    this.name = 'StorageUnreachable'
  }
}
