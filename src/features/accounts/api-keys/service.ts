import { type Context, runInTransaction } from '#context.ts'
import { ensureExpiresLater } from '#core/expiry.ts'
import { type PageQuery, page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, invalidFields, notFound } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { isAdminScope } from '#core/scopes.ts'
import { never } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { ensureRecentSignIn } from '../step-up.ts'
import { mailCredentialChange, mailNewCredential } from '../warnings.ts'
import { createApiKey as createKey, getHint, isApiKey } from './keys.ts'
import { apiKeys } from './queries.ts'
import type { ApiKey, CreatedApiKey, FoundApiKey, NewApiKey } from './schemas.ts'

const maxKeys = 50
/** Stored for keys that were not used, so that the first use is recorded. */
const unused = '1970-01-01T00:00:00.000Z'

const adminScopes = invalidFields({ scopes: ['The scopes admin:read and admin:write are for administrators.'] })
export const tooManyKeys = createRuleViolation(fill('You have {most} API keys; end one first.', { most: maxKeys }))
export const unknownKey = createFieldProblem('key', 'This is no API key of this service, or it has ended already.')

type Row = Awaited<ReturnType<typeof apiKeys.add.one>>

export const presentKey = ({ name, scopes, last_used_at, expires_at, ...row }: Row): ApiKey => ({
  ...row,
  name: name ?? '',
  scopes: scopes ?? [],
  last_used_at: last_used_at === unused ? null : last_used_at,
  expires_at: expires_at === never ? null : expires_at,
})

/** Throws 422 for scopes or a time that the actor may not choose. */
export function checkNewKey(ctx: Context, { scopes = [], expires_at = null }: Partial<NewApiKey>): void {
  ensure(ctx.actor.role === 'admin' || !scopes.some(isAdminScope), adminScopes)
  ensureExpiresLater(expires_at, ctx.clock.now())
}

/** Creates an API key. Only its hash is stored, so it is shown this once. */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<CreatedApiKey> {
  await ensureRecentSignIn(ctx)
  checkNewKey(ctx, input)
  const key = createKey()
  return runInTransaction(ctx, async (tx) => {
    const user = await getUser(tx, tx.actor.id)
    const known = await apiKeys.listByUser.all(tx, { user_id: user.id })
    // Expired keys are no longer listed, so they must not count.
    ensure(known.filter((one) => one.expires_at > tx.clock.now()).length < maxKeys, tooManyKeys)
    const scopes = [...new Set(input.scopes)]
    const added = await apiKeys.add.one(tx, {
      user_id: user.id,
      token_hash: hashToken(key),
      name: input.name,
      hint: getHint(key),
      scopes,
      ip_address: tx.origin.address ?? '',
      user_agent: tx.origin.userAgent ?? '',
      now: tx.clock.now(),
      last_used_at: unused,
      expires_at: input.expires_at ?? never,
    })
    const sentence = fill('The API key “{name}” was created for your account. It may do: {scopes}.', {
      name: input.name,
      scopes: scopes.join(', '),
    })
    await mailNewCredential(tx, user, 'An API key was created', sentence)
    await recordActivity(tx, 'api_key_created', { metadata: { api_key_id: added.id, name: input.name, scopes } })
    return { ...presentKey(added), key }
  })
}

export const listApiKeys = (ctx: Context, query: PageQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const now = ctx.clock.now()
    const { rows, total } = await apiKeys.ofUser.page(ctx, { user_id: ctx.actor.id, now, ...slice })
    return { rows: rows.map(presentKey), total }
  })

export async function endApiKey(ctx: Context, id: number): Promise<void> {
  await ensureRecentSignIn(ctx)
  await runInTransaction(ctx, async (tx) => {
    const removed = await apiKeys.remove.maybe(tx, { user_id: tx.actor.id, id })
    ensure(removed !== null, notFound)
    tx.signal(tx.actor.id)
    const sentence = fill('The API key “{name}” of your account was ended.', { name: removed.name ?? '' })
    await mailCredentialChange(tx, await getUser(tx, tx.actor.id), 'An API key was ended', sentence)
    await recordActivity(tx, 'api_key_ended', { metadata: { api_key_id: id, name: removed.name } })
  })
}

/** Ends a key that leaked. A person who has the key could use it, so no other proof is asked for. */
export function revokeFoundApiKey(ctx: Context, { key }: FoundApiKey): Promise<void> {
  ensure(isApiKey(key), unknownKey)
  return runInTransaction(ctx, async (tx) => {
    const removed = await apiKeys.removeByHash.maybe(tx, { token_hash: hashToken(key) })
    ensure(removed !== null, unknownKey)
    const { id, user_id, name } = removed
    tx.signal(user_id)
    const sentence = fill(
      'The API key “{name}” of your account was reported as leaked and was ended. Please create another.',
      {
        name: name ?? '',
      },
    )
    await mailCredentialChange(tx, await getUser(tx, user_id), 'An API key was ended', sentence)
    await recordActivity(tx, 'api_key_ended', { userId: user_id, metadata: { api_key_id: id, name, leaked: true } })
  })
}
