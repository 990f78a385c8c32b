/** A later end of a consent: those who keep a person ask for it, and until the person agrees the present end holds. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, ensure, invalidFields } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { fill } from '#language/sentence.ts'
import { extensionRequests } from './extension-queries.ts'
import { mailExtensionRequest, notifyExtension } from './mails.ts'
import type { Row } from './queries.ts'
import type { ConsentAnswer, TalentPoolEntry, TalentPoolExtension } from './schemas.ts'
import {
  countRequest,
  ensureFewRequests,
  getEntry,
  isAskedToExtend,
  longestConsent,
  permitAsking,
  presentEntry,
  recordRefusal,
  requestLifetime,
} from './service.ts'

export const wrongExtension = invalidFields({
  consent_until: ['The new end comes after the present one, within two years.'],
})
export const notConsented = createRuleViolation('This person has not agreed yet.')
export const alreadyAsked = createRuleViolation('This person was asked for a later end, and has not answered yet.')
export const missingExtension = invalidFields({
  requested_until: [fill('The {field} field is required.', { field: { field: 'requested_until' } })],
})
export const unknownExtension = invalidFields({
  requested_until: ['There is no open request for this end; it was answered, or has ended.'],
})

/** Asks the person of an entry for a later end of the consent. */
export function extendTalentPoolEntry(
  ctx: Context,
  id: number,
  { consent_until: requested_until }: TalentPoolExtension,
): Promise<TalentPoolEntry> {
  return runInTransaction(ctx, async (tx) => {
    const row = await getEntry(tx, id, 'manage')
    permitAsking(tx.actor, row)
    const now = tx.clock.now()
    ensure(row.status === 'consented', notConsented)
    ensure(!isAskedToExtend(row, now), alreadyAsked)
    const isWithin = requested_until > row.consent_until && requested_until <= addDuration(now, longestConsent)
    ensure(isWithin, wrongExtension)
    const lifetimeEnd = addDuration(now, requestLifetime)
    const request_ends_at = row.ends_at < lifetimeEnd ? row.ends_at : lifetimeEnd
    const request = { id, requested_until, requested_by: tx.actor.id, request_ends_at, now }
    ensure((await extensionRequests.add.run(tx, request)) > 0, alreadyAsked)
    await ensureFewRequests(tx, row)
    await countRequest(tx, row, 'talent-pool-extensions')
    const asked = await getEntry(tx, id, 'manage')
    await mailExtensionRequest(tx, asked, { requested_until, request_ends_at, requested_by: tx.actor.id })
    return presentEntry(tx, asked)
  })
}

/** Throws 422 if the person agrees to an end that was not asked for, unless it is agreed already. */
export function ensureExtension(row: Row, { answer, requested_until }: ConsentAnswer, now: string): void {
  if (answer !== 'extended') return
  ensure(requested_until !== undefined, missingExtension)
  const isOpen = isAskedToExtend(row, now) && row.requested_until === requested_until
  ensure(isOpen || row.consent_until === requested_until, unknownExtension)
}

/** Moves the end of the consent to the one that the person has seen. Nothing happens if it is not asked for. */
export async function storeExtension(tx: Transaction, row: Row, requested_until: string): Promise<void> {
  const changed = await extensionRequests.accept.run(tx, {
    id: row.id,
    consent_until: requested_until,
    now: tx.clock.now(),
  })
  if (changed > 0) await notifyExtension(tx, row, 'extended')
}

/** Keeps the end of the consent, after which the same pool does not ask for long. Nothing happens without an open request. */
export async function rejectExtension(tx: Transaction, row: Row): Promise<void> {
  const changed = await extensionRequests.refuse.run(tx, { id: row.id, now: tx.clock.now() })
  if (changed === 0) return
  await recordRefusal(tx, row)
  await notifyExtension(tx, row, 'not_extended')
}
