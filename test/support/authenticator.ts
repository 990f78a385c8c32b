/** A passkey provider in software: it creates and uses discoverable credentials like a browser (WebAuthn level 3). */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Stored {
  id: string
  rpId: string
  userHandle: string
  key: KeyObject
  counter: number
}

/** What a test changes to simulate an attack. */
interface Deviation {
  origin?: string
  /** Whether the user was recognized, for example by a fingerprint. */
  verified?: boolean
  type?: string
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
  excludeCredentials?: { id: string }[]
}

interface RequestOptions {
  challenge: string
  rpId: string
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** Encodes what passkeys need of CBOR (RFC 8949): small integers, bytes, texts and maps. */
function encodeCbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one as number)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** The COSE key of an ES256 key pair (RFC 9053, 7.1.1). */
function encodeCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinates: [number, number | Buffer][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return encodeCbor(new Map<number, unknown>(coordinates))
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

export function createAuthenticator(origin = 'http://app.test') {
  const credentials: Stored[] = []

  const encodeClientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const encodeAuthenticatorData = (rpId: string, bits: number, counter: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, attested])
  }

  return {
    credentials,

    /** Answers `navigator.credentials.create()`. */
    create({ challenge, rp, user }: CreationOptions, deviation: Deviation & { id?: string } = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = deviation.id === undefined ? randomBytes(16) : Buffer.from(deviation.id, 'base64url')
      credentials.push({ id: id.toString('base64url'), rpId: rp.id, userHandle: user.id, key: privateKey, counter: 0 })
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, encodeCoseKey(publicKey)])
      const bits =
        flags.present |
        flags.attested |
        flags.backupEligible |
        flags.backedUp |
        (deviation.verified === false ? 0 : flags.verified)
      const authData = encodeAuthenticatorData(rp.id, bits, 0, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: encodeClientData('webauthn.create', challenge, deviation).toString('base64url'),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    /** Answers `navigator.credentials.get()` with the newest credential of the site. */
    get({ challenge, rpId }: RequestOptions, deviation: Deviation & { userHandle?: string; counter?: number } = {}) {
      const credential = credentials.findLast((one) => one.rpId === rpId)
      if (credential === undefined) throw new Error(`There is no passkey for ${rpId}.`)
      credential.counter = deviation.counter ?? credential.counter + 1
      const bits =
        flags.present | flags.backupEligible | flags.backedUp | (deviation.verified === false ? 0 : flags.verified)
      const authenticatorData = encodeAuthenticatorData(rpId, bits, credential.counter)
      const clientData = encodeClientData('webauthn.get', challenge, deviation)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), credential.key)
      return {
        id: credential.id,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deviation.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
