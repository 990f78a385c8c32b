import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, createTooManyRequests, ensure } from '#core/problem.ts'
import { StreamedData } from '#core/streamed-data.ts'
import { recordActivity } from '#features/activity/index.ts'
import type { PersonalData } from '#features/feature.ts'
import { anonymizeUser, findUserByEmail, getUser, hasOtherAdmin, permitSelfOrAdmin } from '#features/users/index.ts'
import { recordServiceEvent } from '#platform/audit/audit.ts'
import { erasureAction } from '#platform/audit/verify.ts'
import { deleteIdempotencyKeys } from '#platform/idempotency.ts'
import { eraseMails } from '#platform/outbox.ts'
import { apiKeys } from '../api-keys/queries.ts'
import { invitations } from '../invitations/queries.ts'
import { emailVerifications, passwordResets } from '../mailed-token-queries.ts'
import { passkeyChallenges, passkeys } from '../passkeys/queries.ts'
import { identities, tokens } from '../queries.ts'
import { knownDevices } from '../sign-in-queries.ts'
import { ensureRecentSignIn, ensureStepUp } from '../step-up.ts'
import { eraseSecondFactor } from '../two-factor/codes.ts'
import { twoFactorSecrets } from '../two-factor/queries.ts'

export const exportOpen = createTooManyRequests(
  'An export is being sent to you already; please wait until it is complete.',
  5,
)
export const lastAdmin = createRuleViolation('The last administrator cannot be removed; make somebody else one first.')

/** Erases personal data. What other users rely on stays and is attributed to `Deleted user`. */
export async function deleteUser(ctx: Context, id: number, personalData: readonly PersonalData[]): Promise<void> {
  await getUser(ctx, id)
  permitSelfOrAdmin(ctx, id)
  if (id === ctx.actor.id) await ensureRecentSignIn(ctx)
  else await ensureStepUp(ctx)
  await runInTransaction(ctx, (tx) => eraseAccount(tx, id, personalData))
}

/** Erases the account and its personal data. 422 for the last administrator. */
export async function eraseAccount(tx: Transaction, id: number, personalData: readonly PersonalData[]): Promise<void> {
  const user = await getUser(tx, id)
  ensure(user.role !== 'admin' || (await hasOtherAdmin(tx, id)), lastAdmin)
  for (const { erase } of personalData) await erase(tx, id)
  await anonymizeUser(tx, user)
  await recordServiceEvent(tx, erasureAction, { object: { kind: 'user', id } })
}

/** The users to whom an export is being sent, by database. */
const openExports = new WeakMap<object, Set<number>>()

/** Returns all data about a user, by feature, of which lists are read while they are sent. One export at a time. */
export async function exportUser(ctx: Context, id: number, personalData: readonly PersonalData[]) {
  const profile = await getUser(ctx, id)
  permitSelfOrAdmin(ctx, id)
  const reader = ctx.actor.id
  const open = openExports.get(ctx.db) ?? new Set()
  openExports.set(ctx.db, open)
  ensure(!open.has(reader), exportOpen)
  open.add(reader)
  const close = () => void open.delete(reader)
  try {
    const parts: Record<string, object> = {}
    for (const { name, export: read } of personalData) {
      const part = await read(ctx, id)
      parts[name] = name in parts ? { ...parts[name], ...part } : part
    }
    // An administrator's export of another user leaves a trace.
    if (id !== reader)
      await runInTransaction(ctx, (tx) => recordActivity(tx, 'data_exported', { metadata: { user_id: id } }))
    return new StreamedData({ exported_at: ctx.clock.now(), profile, ...parts }, close)
  } catch (error) {
    close()
    throw error
  }
}

export const accountPersonalData: PersonalData = {
  name: 'account',
  export: async (ctx, userId) => ({
    sessions: await tokens.listByUser.all(ctx, { user_id: userId }),
    identities: await identities.listByUser.all(ctx, { user_id: userId }),
    api_keys: await apiKeys.listByUser.all(ctx, { user_id: userId }),
    passkeys: await passkeys.listByUser.all(ctx, { user_id: userId }),
    two_factor_enabled_at: (await twoFactorSecrets.byUser.maybe(ctx, { user_id: userId }))?.enabled_at ?? null,
    known_devices: await knownDevices.listByUser.all(ctx, { user_id: userId }),
    invitation: await invitations.exportForUser.maybe(ctx, { user_id: userId }),
    sent_invitations: await invitations.exportForInviter.all(ctx, { invited_by: userId }),
  }),
  async erase(tx, userId) {
    const mine = { user_id: userId }
    const { email, pending_email } = await getUser(tx, userId)
    await eraseMails(tx, email)
    // Another user may have signed up with the unverified address since.
    if (pending_email !== null && (await findUserByEmail(tx, pending_email)) === null)
      await eraseMails(tx, pending_email)
    await deleteIdempotencyKeys(tx, userId)
    await tokens.removeAll.run(tx, mine)
    tx.signal(userId)
    await identities.removeAll.run(tx, mine)
    await passkeys.removeAll.run(tx, mine)
    await passkeyChallenges.removeAll.run(tx, mine)
    await eraseSecondFactor(tx, userId)
    await knownDevices.removeAll.run(tx, mine)
    await passwordResets.removeAll.run(tx, mine)
    await emailVerifications.removeAll.run(tx, mine)
    await invitations.removeAll.run(tx, mine)
    await invitations.eraseMessages.run(tx, { invited_by: userId })
  },
}
