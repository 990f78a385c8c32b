/** Mails as rows: written in the transaction that causes them, sent by a task, deleted when they are old. */

import { listInlineFiles, type MailContent, renderMail } from '#adapters/mail/templates.ts'
import { MailRejected, type OutgoingMail } from '#adapters/mail/transport.ts'
import { type Context, createLocalizerFor, runInTransaction, type Transaction } from '#context.ts'
import { type Duration, subtractDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import type { StoredAttachment } from '#database/tables/index.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { recordFigure } from './figures.ts'
import type { Schedule } from './schedule.ts'
import { deleteExpired } from './sweep.ts'
import { addTask, defineTask } from './tasks.ts'

/** How long a mail is stored, sent or not. */
const keptFor: Duration = { days: 30 }

export interface QueuedMail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: OutgoingMail['attachments']
  /** Where one click ends such mails, see `OutgoingMail`. */
  unsubscribeUrl?: string | undefined
  /** What the mail carries, such as `message:12`, for `cancelMails`. */
  subjectKey?: string | undefined
}

type MailRow = Omit<QueuedMail, 'attachments' | 'unsubscribeUrl' | 'subjectKey'> & {
  attachments: StoredAttachment[]
  unsubscribe_url: string | null
  subject_key: string | null
  now: string
}

const mails = {
  add: prepare((q, p: MailRow) =>
    q
      .insertInto('mails')
      .values({
        to: p.to,
        subject: p.subject,
        text: p.text,
        html: p.html,
        attachments: p.attachments,
        unsubscribe_url: p.unsubscribe_url,
        subject_key: p.subject_key,
        created_at: p.now,
        sent_at: null,
      })
      .returning('id'),
  ),

  unsent: prepare((q, p: { id: number }) =>
    q
      .selectFrom('mails')
      .select(['id', 'to', 'subject', 'text', 'html', 'attachments', 'unsubscribe_url', 'created_at'])
      .where('id', '=', p.id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('canceled_at', 'is', null),
  ),

  sent: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('mails').set({ sent_at: p.now }).where('id', '=', p.id),
  ),

  // The content is deleted after sending, because mails contain secrets such as reset links.
  sentAndBlank: prepare((q, p: { id: number; now: string; none: StoredAttachment[] }) =>
    q
      .updateTable('mails')
      .set({ sent_at: p.now, text: '', html: '', attachments: p.none, unsubscribe_url: null })
      .where('id', '=', p.id),
  ),

  // A mail that can never be sent loses its content too.
  failed: prepare((q, p: { id: number; now: string; failure: string; none: StoredAttachment[] }) =>
    q
      .updateTable('mails')
      .set({ failed_at: p.now, failure: p.failure, text: '', html: '', attachments: p.none, unsubscribe_url: null })
      .where('id', '=', p.id),
  ),

  // Mails that were never accepted still contain secrets. Each half is found by the index of `sent_at`; with `or`, all mails would be read.
  sweep: prepare((q, p: { until: string; most: number }) =>
    q.deleteFrom('mails').where('id', 'in', (e) => {
      const ids = e.selectFrom('mails').select('id').orderBy('sent_at').limit(p.most)
      const sent = ids.where('sent_at', '<', p.until).as('sent')
      const unsent = ids.where('sent_at', 'is', null).where('created_at', '<', p.until).as('unsent')
      return e.selectFrom(sent).select('id').unionAll(e.selectFrom(unsent).select('id')).limit(p.most)
    }),
  ),

  erase: prepare((q, p: { to: string }) => q.deleteFrom('mails').where('to', '=', p.to)),
}

/** What mail servers report about the address of a user. */
const addresses = {
  markBounced: prepare((q, p: { email: string; now: string }) =>
    q.updateTable('users').set({ email_bounced_at: p.now }).where('email', '=', p.email),
  ),

  markReached: prepare((q, p: { email: string }) =>
    q
      .updateTable('users')
      .set({ email_bounced_at: null })
      .where('email', '=', p.email)
      .where('email_bounced_at', 'is not', null),
  ),
}

/** Tasks of mails that no server accepted within two days; they are deleted a month later. */
const deadTasks = {
  sweep: prepare((q, p: { kind: string; until: string; most: number }) =>
    q
      .deleteFrom('tasks')
      .where('id', 'in', (e) =>
        e.selectFrom('tasks').select('id').where('dead_at', '<', p.until).where('kind', '=', p.kind).limit(p.most),
      ),
  ),
}

// Characters that cannot end a header or begin another address.
const oneAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u
const controls = /[\p{Cc}\u2028\u2029]+/gu

export interface NewMail extends Omit<MailContent, 'organization'> {
  to: string
  /** The language tag of the recipient; null for English. */
  locale: string | null
  subject: Sentence
  attachments?: OutgoingMail['attachments']
  unsubscribeUrl?: string
  subjectKey?: string
}

/** Queues a mail in the language of its recipient. */
export async function writeMail(
  tx: Transaction,
  { to, locale, subject, attachments = [], unsubscribeUrl, subjectKey, ...content }: NewMail,
) {
  const wording = createLocalizerFor(tx, locale)
  const parts = renderMail({ organization: tx.config.organizationName, ...content }, wording)
  await queueMail(tx, { to, subject: translate(subject, wording), attachments, unsubscribeUrl, subjectKey, ...parts })
}

/** Queues a mail to one address. Line breaks in the subject and in file names become spaces. */
export async function queueMail(
  tx: Transaction,
  { to, subject, attachments = [], unsubscribeUrl, subjectKey, ...parts }: QueuedMail,
) {
  if (!oneAddress.test(to)) throw new TypeError('A mail goes to one address.')
  const mail = await mails.add.one(tx, {
    ...parts,
    to,
    subject: subject.replace(controls, ' '),
    attachments: attachments.map(({ filename, content_type, content }) => ({
      filename: filename.replace(controls, ' '),
      content_type,
      content: content.toString('base64'),
    })),
    unsubscribe_url: unsubscribeUrl ?? null,
    subject_key: subjectKey ?? null,
    now: tx.clock.now(),
  })
  await addTask(tx, sendMail, { mail_id: mail.id })
}

/** Queues a mail that waits once more, for now. */
export const queueMailAgain = (tx: Transaction, id: number): Promise<void> => addTask(tx, sendMail, { mail_id: id })

/** Retried for about two days, because a mail server may be down overnight. A permanent refusal ends the retries. */
export const sendMail = defineTask<{ mail_id: number }>({
  kind: 'send_mail',
  maxAttempts: 60,
  async handle(ctx, { mail_id }) {
    const mail = await mails.unsent.maybe(ctx, { id: mail_id })
    if (mail === null) return
    const { id, to, subject, text, html, unsubscribe_url, created_at } = mail
    const attachments = mail.attachments.map(({ filename, content_type, content }) => ({
      filename,
      content_type,
      content: Buffer.from(content, 'base64'),
    }))
    try {
      await ctx.mail.deliver({
        to,
        subject,
        text,
        html,
        attachments: [...attachments, ...listInlineFiles(html, ctx.config.brand)],
        messageId: createMessageId(ctx, id, created_at),
        unsubscribeUrl: unsubscribe_url,
      })
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error
      await recordRefusal(ctx, { id, to }, error)
      return
    }
    await recordDelivery(ctx, { id, to })
  },
})

const recordDelivery = (ctx: Context, { id, to }: { id: number; to: string }) =>
  runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const isOutside = tx.mail.kind === 'smtp'
    if (isOutside) await addresses.markReached.run(tx, { email: to })
    if (isOutside) await mails.sentAndBlank.run(tx, { id, now, none: [] })
    else await mails.sent.run(tx, { id, now })
    await recordFigure(tx, 'mails.sent')
  })

async function recordRefusal(ctx: Context, { id, to }: { id: number; to: string }, refusal: MailRejected) {
  await runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    if (refusal.isRecipient) await addresses.markBounced.run(tx, { email: to, now })
    await mails.failed.run(tx, { id, now, failure: refusal.answer, none: [] })
    await recordFigure(tx, 'mails.refused')
  })
  ctx.log.warn({ mail_id: id, answer: refusal.answer }, 'mail refused')
}

// With the time, because ids restart in a new database, and receivers drop known message ids.
const createMessageId = ({ config }: Context, id: number, createdAt: string) =>
  `<mail-${id}-${Date.parse(createdAt)}@${new URL(config.publicUrl).hostname}>`

export const sweepMails = defineTask<Record<string, never>>({
  kind: 'sweep_mails',
  async handle(ctx) {
    const until = subtractDuration(ctx.clock.now(), keptFor)
    await deleteExpired((most) => mails.sweep.run(ctx, { until, most }))
    await deleteExpired((most) => deadTasks.sweep.run(ctx, { kind: sendMail.kind, until, most }))
  },
})

export const mailSchedules: readonly Schedule[] = [{ name: 'sweep_mails', cron: '20 3 * * *', task: sweepMails }]

/** Deletes the mails to an address, sent or not. */
export async function eraseMails(tx: Transaction, to: string): Promise<void> {
  await mails.erase.run(tx, { to })
}
