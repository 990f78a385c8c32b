import { type Context, runInTransaction } from '#context.ts'
import { normalizeEmail } from '#core/email.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { recordFigure } from '#platform/figures.ts'
import { queueMailAgain } from '#platform/outbox.ts'
import { runTaskNow } from '#platform/task-administration.ts'
import { outbox } from './queries.ts'
import type { AdminMailDetail, AdminMailQuery } from './schemas.ts'

export const notWaiting = createRuleViolation('This mail does not wait to be sent.')

export const listMails = (ctx: Context, { state, to, sort, ...paging }: AdminMailQuery) =>
  page(ctx, paging, async (ctx, input) => {
    const slice = { ...input, oldest: sort === 'oldest' || undefined }
    if (to) {
      const { rows, total } = await outbox.to.page(ctx, { to: normalizeEmail(to), state, ...slice })
      return { rows, total }
    }
    const [rows, [counted]] = await Promise.all(
      state === undefined
        ? [outbox.all.inBackground(ctx, slice), outbox.countAll.inBackground(ctx, {})]
        : [outbox.ofState.inBackground(ctx, slice, state), outbox.countState.inBackground(ctx, {}, state)],
    )
    return { rows, total: counted?.total ?? 0 }
  })

/** The tokens in links give access to accounts, so administrators do not see them. */
const cutLinks = (text: string) => text.replace(/([?&](?:token|signature|code|email|expires)=)[^\s&"<>]+/g, '$1…')

export async function showMail(ctx: Context, id: number): Promise<AdminMailDetail> {
  const { text, html: _, attachments, ...mail } = await outbox.byId.one(ctx, { id })
  const task = mail.state === 'waiting' ? await outbox.task.maybe(ctx, { id }) : null
  return {
    ...mail,
    text: cutLinks(text),
    attachments: attachments.map(({ filename }) => filename),
    attempts: task?.attempts ?? 0,
    last_error: task?.last_error ?? null,
    next_attempt_at: task === null || task.dead_at !== null ? null : task.run_at,
  }
}

/** Sends a waiting mail now, also one that was given up. */
export async function retryMail(ctx: Context, id: number): Promise<AdminMailDetail> {
  await runInTransaction(ctx, async (tx) => {
    const mail = await outbox.byId.one(tx, { id })
    ensure(mail.state === 'waiting', notWaiting)
    const task = await outbox.task.maybe(tx, { id })
    if (task === null) await queueMailAgain(tx, id)
    else await runTaskNow(tx, task.id)
    describeAuditEvent(tx, { before: null, after: { to: mail.to, subject: mail.subject } })
  })
  return showMail(ctx, id)
}

/** A mail that is cancelled while it is being sent may already have left. */
export async function cancelMail(ctx: Context, id: number): Promise<AdminMailDetail> {
  await runInTransaction(ctx, async (tx) => {
    const { to, subject } = await outbox.byId.one(tx, { id })
    ensure((await outbox.cancel.run(tx, { id, now: tx.clock.now(), none: [] })) === 1, notWaiting)
    await recordFigure(tx, 'mails.canceled')
    describeAuditEvent(tx, { before: { to, subject, state: 'waiting' }, after: { to, subject, state: 'canceled' } })
  })
  return showMail(ctx, id)
}
