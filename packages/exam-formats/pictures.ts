/** The pictures that the questions of a file name: found, recognized by their bytes, and given a name that no other picture has. */

import { createHash } from 'node:crypto'
import { limits, type PictureFile } from './question.ts'
import { createFileProblem } from './reasons.ts'

const signatures = [
  { type: 'image/png', extensions: ['png'], start: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  {
    type: 'image/jpeg',
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'],
    start: 0,
    bytes: [0xff, 0xd8, 0xff],
  },
  { type: 'image/gif', extensions: ['gif'], start: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', extensions: ['webp'], start: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const

const findSignature = (bytes: Uint8Array) =>
  signatures.find(({ start, bytes: expected }) => expected.every((byte, index) => bytes[start + index] === byte))

/** Returns the bytes of the picture at an address that a text names; null when the file has none. */
export type FindPicture = (address: string) => Uint8Array | null

export class PictureStore {
  readonly #files = new Map<string, PictureFile>()
  readonly #names = new Map<string, string>()
  #bytes = 0

  get files(): PictureFile[] {
    return [...this.#files.values()]
  }

  /** Returns the name of the picture; null when the bytes are no picture. Throws `FileProblem` when all pictures are too large. */
  add(address: string, bytes: Uint8Array): string | null {
    const signature = findSignature(bytes)
    if (signature === undefined) return null
    const hash = createHash('sha256').update(bytes).digest('base64')
    const known = this.#names.get(hash)
    if (known !== undefined) return known
    this.#count(bytes)
    const name = this.#createName(address, signature.extensions)
    this.#names.set(hash, name)
    this.#files.set(name, { name, type: signature.type, bytes })
    return name
  }

  /** Adds a picture under its own name, and returns whether it is one. */
  addNamed(name: string, bytes: Uint8Array): boolean {
    const signature = findSignature(bytes)
    if (signature === undefined || this.#files.has(name)) return false
    this.#count(bytes)
    this.#files.set(name, { name, type: signature.type, bytes })
    return true
  }

  #count(bytes: Uint8Array) {
    this.#bytes += bytes.length
    if (this.#bytes > limits.pictureBytes)
      throw createFileProblem('largePictures', { limit: limits.pictureBytes / 1024 / 1024 })
  }

  /** Returns a name without spaces and brackets, which Markdown would need to escape. */
  #createName(address: string, extensions: readonly string[]): string {
    const last = address.split('/').at(-1) ?? ''
    const [ending = '', own = ''] = /\.(\w{1,5})$/.exec(last) ?? []
    const extension = extensions.find((candidate) => candidate === own.toLowerCase()) ?? extensions[0]
    const stem = last
      .slice(0, last.length - ending.length)
      .replace(/[^\p{L}\p{N}_-]/gu, '-')
      .slice(0, 60)
      .toWellFormed()
    const base = stem === '' ? 'picture' : stem
    for (let number = 1; ; number++) {
      const name = `${base}${number === 1 ? '' : `-${number}`}.${extension}`
      if (!this.#files.has(name)) return name
    }
  }
}

const dataAddress = /^data:[\w/+.-]{0,60};base64,/i

/** Returns the bytes within a `data:` address; null for other addresses. */
export function readDataAddress(address: string): Uint8Array | null {
  const [head] = dataAddress.exec(address.slice(0, 100)) ?? []
  return head === undefined ? null : Buffer.from(address.slice(head.length), 'base64')
}

/** Returns the path that an address within a document stands for: without a query, and with its percent signs decoded. */
export function decodeAddress(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    // A % that encodes nothing is one.
    return path
  }
}
