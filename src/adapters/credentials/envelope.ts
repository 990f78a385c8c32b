/**
 * Finds the credential that a file contains: JSON, a JWT, a PDF with an attachment, an SVG or PNG picture into which it
 * was baked (Open Badges 3.0, section 5.3). In a thread, because strangers send the files.
 */

import { formatInstant } from '#core/time.ts'
import { isPng, readPngText } from '../png-text.ts'
import { isObject, parseObject } from './json.ts'
import type { Credential, Envelope } from './types.ts'

const pngKeyword = 'openbadgecredential'

/** Returns the first credential in the file, or null. */
export async function findCredential(file: Uint8Array): Promise<Envelope | null> {
  for (const text of await listTexts(file)) {
    const envelope = parseCredential(text)
    if (envelope !== null) return envelope
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
  return listElements(parser.parse(text), 'credential').flatMap((element) =>
    [element['@verify'], element['#text']].filter((one) => typeof one === 'string').map((one) => one.trim()),
  )
}

function listElements(node: unknown, name: string): Credential[] {
  if (Array.isArray(node)) return node.flatMap((one) => listElements(one, name))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, child]) =>
    key === name ? [child].flat().filter(isObject) : listElements(child, name),
  )
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

const toTime = (seconds: number): string | undefined => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? undefined : formatInstant(date.getTime())
}

const decode = (part: string) => Buffer.from(part, 'base64url').toString('utf8')

const isCredential = ({ type }: Credential): boolean =>
  [type].flat().some((one) => one === 'VerifiableCredential' || one === 'EnvelopedVerifiableCredential')
