import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWTPayload } from 'jose'
import type { Context } from '#context.ts'
import { hashToken } from '#core/random.ts'
import { keys } from './queries.ts'

const makePair = promisify(generateKeyPair)
const name = 'signing'

/** Returns the signing key of all instances, created with the first token. */
async function getSigningKey(ctx: Context): Promise<KeyObject> {
  const known = await keys.byName.maybe(ctx, { name })
  if (known !== null) return createPrivateKey(known.private_key)
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await keys.add.run(ctx, { name, private_key: pem })
  return createPrivateKey((await keys.byName.one(ctx, { name })).private_key)
}

const toPublicJwk = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' })
const keyId = (key: KeyObject) => hashToken(JSON.stringify(toPublicJwk(key))).slice(0, 16)

/** Returns the public keys that verify tokens. */
export async function getKeySet(ctx: Context) {
  const key = await getSigningKey(ctx)
  return { keys: [{ ...toPublicJwk(key), kid: keyId(key), alg: 'RS256', use: 'sig' }] }
}

/** Signs a token; `type` distinguishes access tokens from ID tokens. */
export async function sign(ctx: Context, type: 'JWT' | 'at+jwt', claims: JWTPayload): Promise<string> {
  const { SignJWT } = await import('jose')
  const key = await getSigningKey(ctx)
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId(key), typ: type }).sign(key)
}

/** Verifies an access token of this issuer and returns its claims; null when it is invalid. */
export async function verifyToken(ctx: Context, token: string, issuer: string): Promise<JWTPayload | null> {
  const { jwtVerify } = await import('jose')
  const key = createPublicKey(await getSigningKey(ctx))
  const rules = { algorithms: ['RS256'], typ: 'at+jwt', issuer, currentDate: new Date(ctx.clock.now()) }
  // A token that does not verify is answered 401.
  const verified = await jwtVerify(token, key, rules).catch(() => null)
  return verified?.payload ?? null
}
