/**
 * Finds the credential that a file contains: JSON, a JWT, a PDF with an attachment, an SVG or PNG picture into which it
 * was baked (Open Badges 3.0, section 5.3). In a limited process, because strangers send the files.
 */

import { countValues, isObject, parseObject } from './json.ts'
import { isPng, readPngText } from './png-text.ts'
import type { Credential, Envelope } from './types.ts'

const pngKeyword = 'openbadgecredential'

/** Characters of a credential with its pictures, and the values in it. Those of people are far smaller. */
const maxCharacters = 5_000_000
const maxValues = 100_000

/** There may be a credential, but it is too large to be checked. */
export class OversizedCredential extends Error {
  constructor() {
    super('The credential is too large.')
    this.name = 'OversizedCredential'
  }
}

/** Returns the first credential in the file, or null. Throws `OversizedCredential`. */
export async function findCredential(file: Uint8Array): Promise<Envelope | null> {
  // A damaged file has no credential.
  for (const text of await listTexts(file).catch(() => [])) {
    if (text.length > maxCharacters) throw new OversizedCredential()
    const envelope = parseCredential(text)
    if (envelope === null) continue
    if (countValues(envelope.credential, maxValues) >= maxValues) throw new OversizedCredential()
    return envelope
  }
  return null
}

async function listTexts(file: Uint8Array): Promise<string[]> {
  if (isPng(file)) return [readPngText(file, pngKeyword) ?? '']
  const bytes = Buffer.from(file)
  if (bytes.subarray(0, 1024).includes('%PDF-')) return listAttachments(file)
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim()
  return text.startsWith('<') ? listBaked(text) : [text]
}

async function listAttachments(file: Uint8Array): Promise<string[]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 })
  const attachments: Record<string, { content?: Uint8Array }> | null = await document.getAttachments()
  return Object.values(attachments ?? {}).flatMap(({ content }) =>
    content === undefined ? [] : [Buffer.from(content).toString('utf8').trim()],
  )
}

/** The credential is the text of the element `credential`, or a JWT in its attribute `verify`. */
async function listBaked(text: string): Promise<string[]> {
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    htmlEntities: true,
    alwaysCreateTextNode: true,
  })
  return Array.from(listElements(parser.parse(text), 'credential')).flatMap((element) =>
    [element['@verify'], element['#text']].filter((text) => typeof text === 'string').map((text) => text.trim()),
  )
}

/** Returns the elements of the name, outside of each other, in the order of the file. */
function* listElements(root: unknown, name: string): Generator<Credential> {
  const open: [key: string, node: unknown][] = [['', root]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [key, node] = next
    if (Array.isArray(node)) for (const item of node.toReversed()) open.push([key, item])
    else if (isObject(node) && key === name) yield node
    else if (isObject(node)) for (const entry of Object.entries(node).toReversed()) open.push(entry)
  }
}

/** Returns the credential that is JSON or a JWT; null for anything else. */
export function parseCredential(text: string): Envelope | null {
  const parts = text.split('.')
  if (parts.length === 3 && parts.every((part) => /^[\w-]+$/.test(part))) return parseJwt(text, parts)
  const value = parseObject(text)
  if (value === null || !isCredential(value)) return null
  const [, enveloped] = /^data:application\/vc\+jwt,(.+)$/.exec(String(value.id)) ?? []
  return enveloped === undefined ? { credential: value, jwt: null } : parseCredential(enveloped)
}

function parseJwt(jwt: string, [head = '', body = '']: string[]): Envelope | null {
  const header = parseObject(decode(head))
  const claims = parseObject(decode(body))
  if (header === null || claims === null) return null
  // Version 1.1 has the credential in the claim `vc`, and its issuer and times in claims of their own.
  const credential = isObject(claims.vc) ? { ...describeClaims(claims), ...claims.vc } : claims
  return isCredential(credential) ? { credential, jwt: { text: jwt, header } } : null
}

const describeClaims = ({ iss, jti, nbf, exp }: Credential): Credential => ({
  ...(iss === undefined ? {} : { issuer: iss }),
  ...(jti === undefined ? {} : { id: jti }),
  ...(typeof nbf === 'number' ? { validFrom: toTime(nbf) } : {}),
  ...(typeof exp === 'number' ? { validUntil: toTime(exp) } : {}),
})

const firstMoment = Date.parse('0001-01-01T00:00:00.000Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** A time beyond the years 1 to 9999, whose text others cannot read, becomes the first or last moment of them. */
const toTime = (seconds: number): string | undefined => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime())
    ? undefined
    : new Date(Math.min(Math.max(date.getTime(), firstMoment), lastMoment)).toISOString()
}

const decode = (part: string) => Buffer.from(part, 'base64url').toString('utf8')

const isCredential = ({ type }: Credential): boolean =>
  [type].flat().some((one) => one === 'VerifiableCredential' || one === 'EnvelopedVerifiableCredential')
