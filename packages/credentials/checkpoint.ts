/** The signed head of the log as text: a checkpoint (C2SP tlog-checkpoint) in a signed note (C2SP signed-note). */

import { createHash } from 'node:crypto'

export interface Head {
  /** The name of the log. */
  origin: string
  size: number
  /** In base64. */
  root_hash: string
  signed_at: string
}

/** Signs bytes with Ed25519; the public key has 32 bytes. */
export interface Signer {
  publicKey: Uint8Array
  sign(bytes: Uint8Array): Uint8Array
}

/** The text that is signed: three lines, and the time as an extension line. */
export const writeHead = ({ origin, size, root_hash, signed_at }: Head): string =>
  `${origin}\n${size}\n${root_hash}\ntime ${signed_at}\n`

/** Returns the signed note. */
export function signHead(head: Head, { publicKey, sign }: Signer): string {
  const text = writeHead(head)
  const signature = Buffer.concat([hashKey(head.origin, publicKey), sign(Buffer.from(text))])
  return `${text}\n— ${head.origin} ${signature.toString('base64')}\n`
}

/** The first four bytes of the signature tell which key it is from; 1 is the algorithm Ed25519. */
const hashKey = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(name).update(Buffer.of(0x0a, 1)).update(publicKey).digest().subarray(0, 4)

interface Checkpoint {
  head: Head
  signature: Buffer
}

/** Parses a signed note; null for anything else. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const [, origin = '', size = '', root_hash = '', signed_at = '', line = ''] =
    /^([^\n]+)\n(\d+)\n([\w+/=]+)\ntime ([^\n]+)\n\n— \S+ ([\w+/=]+)\n?$/.exec(note) ?? []
  if (line === '') return null
  const signature = Buffer.from(line, 'base64').subarray(4)
  return { head: { origin, size: Number(size), root_hash, signed_at }, signature }
}
