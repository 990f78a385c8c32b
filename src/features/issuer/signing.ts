/** Signs credentials with the active key of the issuer. */

import { LRUCache } from 'lru-cache'
import { type Credential, type SigningKey, signAsJwt, signCredential } from '#adapters/credentials/sign.ts'
import type { Context } from '#context.ts'
import { unavailable } from '#core/problem.ts'
import { getActiveKey, openKey } from './keys.ts'

const noKey = unavailable('Credentials cannot be signed until the service is started again.', 60)

/** A signed credential has about 4 kB, so that one who asks again and again costs little. */
const signed = new LRUCache<string, Promise<string>>({ max: 200 })

/** Returns the JSON of the credential with a proof. The proof is as old as the credential, or as the key if newer. */
export const prove = (ctx: Context, credential: Credential, issuedAt: string): Promise<string> =>
  sign(ctx, ['proof', credential], async (key, createdAt) =>
    JSON.stringify(await signCredential(credential, key, createdAt > issuedAt ? createdAt : issuedAt)),
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
  const name = JSON.stringify([row.public_key, ...subject])
  const known = signed.get(name)
  if (known !== undefined) return known
  const key = await openKey(ctx, row)
  if (key === null) throw noKey
  const made = make(key, row.created_at)
  signed.set(name, made)
  made.catch(() => signed.delete(name))
  return made
}
