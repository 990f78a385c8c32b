import { renderMail } from '#adapters/mail/templates.ts'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, refusesApiKeys } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import { ensureStepUp } from '#features/accounts/index.ts'
import { getUser } from '#features/users/index.ts'
import { translate } from '#language/translation.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { batchSize, describeMail, pauseSeconds, queueNext } from './announcement-delivery.ts'
import { announcements, recipients } from './queries.ts'
import type {
  Announcement,
  AnnouncementDraft,
  AnnouncementPreview,
  AnnouncementQuery,
  NewAnnouncement,
} from './schemas.ts'

export const sentAlready = createRuleViolation('An announcement with this text was begun less than an hour ago.')
export const notSending = createRuleViolation('This announcement is not on its way any more.')
export const noRecipients = createFieldProblem('roles', 'There are no people with these roles.')

/** Returns how many people would be reached and what they would read, without sending anything. */
export async function showAnnouncementPreview(ctx: Context, draft: AnnouncementDraft): Promise<AnnouncementPreview> {
  const [counted] = await recipients.count.inBackground(ctx, { roles: draft.roles })
  const { people = 0, mails = 0 } = counted ?? {}
  const { subject, unsubscribeUrl: _, ...content } = describeMail(ctx, draft, await getUser(ctx, ctx.actor.id))
  const { text } = renderMail({ organization: ctx.config.organizationName, ...content }, ctx.wording)
  return {
    people,
    mails: draft.channels.includes('mail') ? mails : 0,
    minutes: Math.ceil(((Math.floor(people / batchSize) + 1) * pauseSeconds) / 60),
    mail: { subject: translate(subject, ctx.wording), text },
  }
}

/** Begins to send an announcement in the background, after a pause in which it can be stopped: after a recent sign-in, and never with an API key. */
export async function createAnnouncement(
  ctx: Context,
  { reason: _, ...draft }: NewAnnouncement,
): Promise<Announcement> {
  ensure(ctx.actor.scopes === null, refusesApiKeys)
  await ensureStepUp(ctx)
  const [counted] = await recipients.count.inBackground(ctx, { roles: draft.roles })
  const { people: total = 0, last_user_id = 0 } = counted ?? {}
  ensure(total > 0, noRecipients)
  return runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const { title, message } = draft
    const same = await announcements.same.maybe(tx, { title, message, since: subtractDuration(now, { hours: 1 }) })
    ensure(same === null, sentAlready)
    const row = { ...draft, total, last_user_id, created_by: tx.actor.id, now }
    const { id } = await announcements.add.one(tx, row)
    await queueNext(tx, id)
    describeAuditEvent(tx, { object: { kind: 'announcement', id }, before: null, after: { ...draft, total } })
    return showAnnouncement(tx, id)
  })
}

/** Returns how far an announcement came. 404 if unknown. */
export const showAnnouncement = (ctx: AnyContext, id: number): Promise<Announcement> =>
  announcements.byId.one(ctx, { id })

export const listAnnouncements = (ctx: Context, query: AnnouncementQuery) =>
  page(ctx, query, (ctx, slice) => announcements.all.page(ctx, slice))

/** The people who were not reached yet do not get it. */
export const cancelAnnouncement = (ctx: Context, id: number): Promise<Announcement> =>
  runInTransaction(ctx, async (tx) => {
    const { reached } = await announcements.byId.one(tx, { id })
    const canceled = await announcements.finish.run(tx, { id, status: 'canceled', now: tx.clock.now() })
    ensure(canceled === 1, notSending)
    describeAuditEvent(tx, { before: { status: 'sending' }, after: { status: 'canceled', reached } })
    return showAnnouncement(tx, id)
  })
