/** The keys that sign credentials: one is active, former ones stay, so that what they signed can be verified. */

import { createKeyPair, type SigningKey, toPrivateJwk } from '#adapters/credentials/sign.ts'
import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { describeAct } from '#platform/audit/audit.ts'
import { getIssuerDid, getKeyId } from './identity.ts'
import { issuerKeys } from './queries.ts'

type KeyRow = Awaited<ReturnType<typeof issuerKeys.active.one>>

/** Binds the encrypted key to its use. */
const subject = 'issuer key'

/** Returns the active key, whose secret part stays encrypted. The first call makes it. */
export async function getActiveKey(ctx: Context): Promise<KeyRow> {
  const known = await issuerKeys.active.maybe(ctx, {})
  if (known !== null) return known
  await runInTransaction({ ...ctx, act: null }, addKey)
  return issuerKeys.active.one(ctx, {})
}

async function addKey(tx: Transaction): Promise<void> {
  const { publicKeyMultibase, secretKeyMultibase } = await createKeyPair()
  const secret_key = await encryptSecret(tx.config.appSecret, subject, secretKeyMultibase)
  await issuerKeys.add.run(tx, { public_key: publicKeyMultibase, secret_key, now: tx.clock.now() })
}

/** Makes a new key, which signs from then on. Returns its id. */
export const rotateKey = (ctx: Context): Promise<number> =>
  runInTransaction(ctx, async (tx) => {
    const former = await issuerKeys.active.maybe(tx, {})
    if (former !== null) await issuerKeys.retire.run(tx, { id: former.id, now: tx.clock.now() })
    await addKey(tx)
    const { id } = await issuerKeys.active.one(tx, {})
    describeAct(tx, {
      object: { kind: 'issuer_key', id },
      before: { active: former?.id ?? null },
      after: { active: id },
    })
    return id
  })

/** Makes a key at the first start, and another one when `APP_SECRET` has changed: the former cannot be read any more. */
export async function prepareKey(ctx: Context): Promise<void> {
  const key = await getActiveKey(ctx)
  if ((await openKey(ctx, key)) !== null) return
  const id = await rotateKey(ctx)
  ctx.log.warn({ key: id }, 'APP_SECRET has changed, so a new key signs credentials')
}

/** Returns the key with its secret part; null when it was encrypted with another `APP_SECRET`. */
export async function openKey({ config }: AnyContext, row: KeyRow): Promise<SigningKey | null> {
  const secretKeyMultibase = await decryptSecret(config.appSecret, subject, row.secret_key)
  if (secretKeyMultibase === null) return null
  return {
    id: getKeyId(config, row.id),
    controller: getIssuerDid(config),
    publicKeyMultibase: row.public_key,
    secretKeyMultibase,
  }
}

/** Returns all keys without their secret parts, oldest first. */
export const listKeys = async (ctx: AnyContext) =>
  (await issuerKeys.all.all(ctx, {})).map(({ secret_key: _, ...key }) => key)

/** Returns all keys as private JWKs (RFC 8037) for escrow; of keys of a former `APP_SECRET`, none. */
export async function exportKeys(ctx: Context) {
  const rows = await issuerKeys.all.all(ctx, {})
  const opened = await Promise.all(rows.map((row) => openKey(ctx, row)))
  const keys = opened.filter((key) => key !== null)
  return Promise.all(keys.map(async (key) => ({ ...(await toPrivateJwk(key)), kid: key.id, alg: 'EdDSA', use: 'sig' })))
}
