/** Verifies what the service sends to webhooks: Standard Webhooks 1.0.0, https://www.standardwebhooks.com. */

import type { Change } from './contract.ts'

/** The body of a message. `webhook.test` has the id of the webhook as its data. */
export type WebhookEvent =
  | { type: Change['type']; timestamp: string; data: Change }
  | { type: 'webhook.test'; timestamp: string; data: { webhook_id: number } }

/** The message was not sent by the service, was changed, or is too old. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookError'
  }
}

export interface ReceivedMessage {
  /** The headers of the request: those of `fetch`, or those of Node. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it came, before it is parsed. */
  body: string
}

export interface VerifyOptions {
  /** How many seconds the message may differ from the clock; by default 300. */
  toleranceSeconds?: number
  /** Milliseconds since 1970; the clock by default. */
  now?: number
}

/**
 * Returns the event of a message. `key` is the `secret` (`whsec_…`) or the `public_key` (`whpk_…`) of the webhook. Throws
 * a `WebhookError` unless the service has sent exactly this, within the last minutes.
 *
 * @example
 * const receive = async (request: Request) => {
 *   const event = await verifyWebhook({ headers: request.headers, body: await request.text() }, 'whsec_…')
 *   console.log(event.type, event.data)
 * }
 */
export async function verifyWebhook(
  { headers, body }: ReceivedMessage,
  key: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('The message has no signature.')
  const age = Math.abs(now / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw new WebhookError('The message is too old, or from the future.')
  const verify = await importKey(key)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) if (await verify(signature, content)) return JSON.parse(body)
  throw new WebhookError('The signature of the message is wrong.')
}

function readHeader(headers: ReceivedMessage['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

type Verify = (signature: string, content: Uint8Array<ArrayBuffer>) => Promise<boolean>

const kinds = {
  whsec: { version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk: { version: 'v1a', algorithm: { name: 'Ed25519' } },
}

async function importKey(key: string): Promise<Verify> {
  const [, kind, encoded = ''] = /^(whsec|whpk)_(.+)$/.exec(key) ?? []
  if (kind !== 'whsec' && kind !== 'whpk') throw new TypeError('The key must begin with whsec_ or whpk_.')
  const { version, algorithm } = kinds[kind]
  const imported = await crypto.subtle.importKey('raw', decodeBase64(encoded), algorithm, false, ['verify'])
  return async (signature, content) => {
    const [name, value = ''] = signature.split(',')
    return name === version && (await crypto.subtle.verify(algorithm.name, imported, decodeBase64(value), content))
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
