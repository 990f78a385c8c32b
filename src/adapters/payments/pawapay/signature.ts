/** Signatures of callbacks (RFC 9421, RFC 9530), as pawaPay makes them: https://docs.pawapay.io/v2/docs/signatures */

import { constants, createPublicKey, hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { InvalidSignature, type ReceivedEvent, readHeader } from '../gateway.ts'

/** A public key of pawaPay. */
export interface SigningKey {
  id: string
  /** PEM. */
  key: string
}

/** Signatures that are older or newer are refused. */
const toleranceMs = 300_000
/** What a signature must cover, so that it is about this message and this address. */
const required = ['@method', '@authority', '@path', 'content-digest']

interface SignatureInput {
  label: string
  components: string[]
  /** The list with its parameters, as it was sent: the last line of what is signed. */
  params: string
  keyId: string
  algorithm: string
  created: number
  expires: number | null
}

/** Rejects with `InvalidSignature` unless the message was signed for the address with one of the keys. */
export async function verifyCallback(
  received: ReceivedEvent,
  address: string,
  findKey: (id: string) => Promise<SigningKey | null>,
): Promise<void> {
  const input = parseInput(readHeader(received, 'signature-input'))
  const missing = required.filter((name) => !input.components.includes(name))
  if (missing.length > 0) throw new InvalidSignature(`The signature does not cover ${missing.join(', ')}.`)
  checkAge(input, Date.parse(received.now))
  checkDigest(readHeader(received, 'content-digest'), received.body)
  const key = await findKey(input.keyId)
  if (key === null) throw new InvalidSignature('The key of the signature is unknown.')
  const signature = parseSignature(readHeader(received, 'signature'), input.label)
  const base = Buffer.from(buildBase(received, new URL(address), input))
  if (!isSignedBy(input.algorithm, base, createPublicKey(key.key), signature))
    throw new InvalidSignature('The signature does not match.')
}

/** Reads `sig-pp=("@method" …);alg="…";keyid="…";created=…;expires=…`. */
function parseInput(header: string): SignatureInput {
  const [, label = '', list = '', rest = ''] =
    /^([a-z][a-z0-9_-]{0,63})=\(([^()]{0,1000})\)([^()]{0,1000})$/.exec(header) ?? []
  if (label === '') throw new InvalidSignature('The message has no signature.')
  const readParam = (name: string) =>
    rest
      .split(';')
      .map((part) => part.split('='))
      .find(([key]) => key === name)?.[1]
      ?.replace(/^"|"$/g, '') ?? ''
  const expires = readParam('expires')
  return {
    label,
    components: list.split(' ').map((component) => component.replace(/^"|"$/g, '')),
    params: `(${list})${rest}`,
    keyId: readParam('keyid'),
    algorithm: readParam('alg'),
    created: Number(readParam('created')) * 1000,
    expires: expires === '' ? null : Number(expires) * 1000,
  }
}

function checkAge({ created, expires }: SignatureInput, now: number): void {
  const isFresh = Math.abs(now - created) <= toleranceMs && (expires === null || now <= expires + toleranceMs)
  if (!isFresh) throw new InvalidSignature('The message is too old.')
}

function checkDigest(header: string, body: Buffer): void {
  const [, algorithm = '', value = ''] = /^(sha-256|sha-512)=:([A-Za-z0-9+/=]{1,128}):$/.exec(header) ?? []
  const received = Buffer.from(value, 'base64')
  const right = Buffer.from(hash(algorithm === 'sha-256' ? 'sha256' : 'sha512', body, 'base64'), 'base64')
  if (received.length !== right.length || !timingSafeEqual(received, right))
    throw new InvalidSignature('The body is not what was signed.')
}

function parseSignature(header: string, label: string): Buffer {
  const start = `${label}=:`
  if (!header.startsWith(start) || !header.endsWith(':')) throw new InvalidSignature('The message has no signature.')
  return Buffer.from(header.slice(start.length, -1), 'base64')
}

/** Authority and path are those that the operator gave to pawaPay: a proxy may have changed what arrives here. */
function buildBase(received: ReceivedEvent, address: URL, { components, params }: SignatureInput): string {
  const derived: Record<string, string> = {
    '@method': received.method,
    '@authority': address.host,
    '@path': address.pathname,
    '@scheme': address.protocol.replace(':', ''),
    '@target-uri': address.href,
  }
  const lines = components.map((name) => `"${name}": ${derived[name] ?? readHeader(received, name)}`)
  return [...lines, `"@signature-params": ${params}`].join('\n')
}

/** ECDSA signatures are accepted in both encodings: RFC 9421 wants the bare numbers, pawaPay's examples have DER. */
function isSignedBy(algorithm: string, base: Buffer, key: KeyObject, signature: Buffer): boolean {
  const isValid = (digest: string, options: object = {}) => verify(digest, base, { key, ...options }, signature)
  const isEcdsa = (digest: string, size: number) =>
    signature.length === size ? isValid(digest, { dsaEncoding: 'ieee-p1363' }) : isValid(digest)
  if (algorithm === 'ecdsa-p256-sha256') return key.asymmetricKeyType === 'ec' && isEcdsa('sha256', 64)
  if (algorithm === 'ecdsa-p384-sha384') return key.asymmetricKeyType === 'ec' && isEcdsa('sha384', 96)
  if (key.asymmetricKeyType !== 'rsa') return false
  if (algorithm === 'rsa-pss-sha512')
    return isValid('sha512', { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 })
  return algorithm === 'rsa-v1_5-sha256' && isValid('sha256', { padding: constants.RSA_PKCS1_PADDING })
}
