/** The headers of tus 1.0.0, https://tus.io/protocols/resumable-upload. */

import { Problem } from '#core/problem.ts'

export const version = '1.0.0'
export const extensions = 'creation,expiration,checksum,termination'
/** The algorithms of `Upload-Checksum`, by their names in Node. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const
/** The media type of a part. */
export const partType = 'application/offset+octet-stream'

export const wrongVersion = new Problem(412, 'The header Tus-Resumable must be 1.0.0.')
export const wrongOffset = new Problem(409, 'The header Upload-Offset must be the number of bytes that have arrived.')
export const uploadIsBusy = new Problem(423, 'Another request is sending this upload; please try again.')
export const wrongChecksum = new Problem(460, 'The bytes differ from the header Upload-Checksum.')
export const tooManyBytes = new Problem(413, 'The upload has more bytes than its header Upload-Length says.')
const unknownAlgorithm = new Problem(
  400,
  'The header Upload-Checksum must name sha1, sha256 or md5, and a value in base64.',
)
const invalidMetadata = new Problem(400, 'The header Upload-Metadata must be pairs of a key and a value in base64.')
const invalidNumber = new Problem(400, 'The header must be a whole number of bytes.')

type Header = string | string[] | undefined

/** Returns the number of bytes in a header. Throws 400 if it is none. */
export function parseBytes(header: Header): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw invalidNumber
  return Number(header)
}

/** Returns the pairs of `Upload-Metadata`: `filename d29ybGQ=,is_private`. Throws 400 if they cannot be read. */
export function parseMetadata(header: Header): Map<string, string> {
  if (header === undefined || header === '') return new Map()
  if (typeof header !== 'string') throw invalidMetadata
  return new Map(
    header.split(',').map((pair) => {
      const [, key, value = ''] = /^ *([^ ,]+)(?: ([A-Za-z0-9+/_-]*={0,2}))? *$/.exec(pair) ?? []
      if (key === undefined) throw invalidMetadata
      return [key, Buffer.from(value, 'base64').toString('utf8')]
    }),
  )
}

export interface Checksum {
  algorithm: (typeof checksumAlgorithms)[number]
  /** In base64. */
  value: string
}

/** Returns the checksum of a part; null without one. Throws 400 if it cannot be read. */
export function parseChecksum(header: Header): Checksum | null {
  if (header === undefined) return null
  const [name, value = ''] = String(header).split(' ')
  const algorithm = checksumAlgorithms.find((one) => one === name)
  if (algorithm === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) throw unknownAlgorithm
  return { algorithm, value }
}
