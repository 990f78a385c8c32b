/** Signs credentials with the active key of the issuer. */

import { createPrivateKey, createPublicKey, sign as signBytes, verify } from 'node:crypto'
import {
  type Credential,
  type SigningKey,
  signAsJwt,
  signCredential,
  toPrivateJwk,
  toPublicJwk,
} from '#adapters/credentials/sign.ts'
import { type AnyContext, type Context, getCaller } from '#context.ts'
import { createUnavailable } from '#core/problem.ts'
import { createResultCache } from '#core/result-cache.ts'
import { getActiveKey, listKeys, openKey } from './keys.ts'

const noKey = createUnavailable('Credentials cannot be signed until the service is started again.', 60)

/** A signed credential has about 4 kB, so that one who asks again and again costs little. */
const signed = createResultCache<string>(3_000_000)

/** Returns the JSON of the credential with a proof. The proof is as old as the credential, or as the key if newer. */
export const prove = (ctx: Context, credential: Credential, issuedAt: string): Promise<string> =>
  sign(ctx, ['proof', credential], async (key, createdAt) =>
    JSON.stringify(await signCredential(credential, key, createdAt > issuedAt ? createdAt : issuedAt, getCaller(ctx))),
  )

/** Returns the credential as a JWT. */
export const encodeAsJwt = (ctx: Context, credential: Credential): Promise<string> =>
  sign(ctx, ['jwt', credential], (key) => signAsJwt(credential, key))

async function sign(
  ctx: Context,
  subject: [form: 'proof' | 'jwt', credential: Credential],
  make: (key: SigningKey, createdAt: string) => Promise<string>,
): Promise<string> {
  const row = await getActiveKey(ctx)
  return signed(JSON.stringify([row.public_key, ...subject]), async () => {
    const key = await openKey(ctx, row)
    if (key === null) throw noKey
    return make(key, row.created_at)
  })
}

/** Signs bytes with the active key (Ed25519). */
export async function getActiveSigner(ctx: Context) {
  const key = await openKey(ctx, await getActiveKey(ctx))
  if (key === null) throw noKey
  const jwk = await toPrivateJwk(key)
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    id: key.id,
    publicKey: Buffer.from(jwk.x, 'base64url'),
    sign: (bytes: Uint8Array): Uint8Array => signBytes(null, bytes, privateKey),
  }
}

/** Returns whether any key of this issuer, former ones too, has signed the bytes. */
export async function isIssuerSignature(ctx: AnyContext, bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const jwks = await Promise.all((await listKeys(ctx)).map(({ public_key }) => toPublicJwk(public_key)))
  return jwks.some((jwk) => verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature))
}
