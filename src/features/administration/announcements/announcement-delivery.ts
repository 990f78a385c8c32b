import { type AnyContext, runInTransaction, type Transaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { notifyAll } from '#features/notifications/index.ts'
import type { Role } from '#features/users/index.ts'
import { fill, type Sentence, verbatim } from '#language/sentence.ts'
import { createUnsubscribeUrl } from '#pages/unsubscribe-routes.ts'
import { recordServiceEvent } from '#platform/audit/audit.ts'
import { writeMail } from '#platform/outbox.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { announcements, noticeType, recipients } from './queries.ts'

/** People who are reached at a time, and the pause after them, so that other mails are not late: 300 people a minute. */
export const batchSize = 50
export const pauseSeconds = 10

interface AnnouncementText {
  title: string
  message: string
}

interface Addressee {
  id: number
  name: string
}

const mailFooter: Sentence = 'You can switch off such mails in the settings of your notifications.'

/** The parts of the mail besides its recipient. */
export function describeMail(ctx: AnyContext, { title, message }: AnnouncementText, { id, name }: Addressee) {
  const unsubscribeUrl = createUnsubscribeUrl(ctx, 'announcements', id)
  return {
    subject: verbatim(title),
    heading: verbatim(title),
    paragraphs: [fill('Hello {name},', { name }), ...splitParagraphs(message).map(verbatim)] satisfies Sentence[],
    secondLink: { text: 'Receive no more of these mails', url: unsubscribeUrl } as const,
    footer: mailFooter,
    unsubscribeUrl,
  }
}

const splitParagraphs = (message: string): string[] =>
  message
    .split('\n\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/**
 * Reaches the next people, and queues itself until all are reached. Their mails and notifications, and how far it came,
 * are of one transaction, so that after a crash it goes on with the next people.
 */
export const sendAnnouncement = defineTask<{ announcement_id: number }>({
  kind: 'send_announcement',
  handle: (ctx, { announcement_id: id }) =>
    runInTransaction(ctx, async (tx) => {
      const row = await announcements.toSend.maybe(tx, { id })
      if (row === null) return
      const people = await listNext(tx, row)
      const mailed = row.channels.includes('mail') ? await mailTo(tx, row, people) : 0
      if (row.channels.includes('notification')) await notifyPeople(tx, row, people)
      const reached = row.reached + people.length
      const progress = { id, reached, mailed: row.mailed + mailed, position: people.at(-1)?.id ?? row.position }
      await announcements.advance.run(tx, progress)
      if (people.length === batchSize) await queueNext(tx, id)
      else await finish(tx, progress)
    }),
})

/** Queues the next turn after the pause. With the key, a repetition of a task that was done queues no second chain of tasks. */
export const queueNext = (tx: Transaction, id: number) =>
  addTask(
    tx,
    sendAnnouncement,
    { announcement_id: id },
    { runAt: addDuration(tx.clock.now(), { seconds: pauseSeconds }), key: `announcement ${id}` },
  )

async function finish(tx: Transaction, { id, reached, mailed }: { id: number; reached: number; mailed: number }) {
  await announcements.finish.run(tx, { id, status: 'sent', now: tx.clock.now() })
  await recordServiceEvent(tx, 'finishAnnouncement', {
    object: { kind: 'announcement', id },
    before: null,
    after: { reached, mailed },
  })
}

type Row = Awaited<ReturnType<typeof announcements.toSend.one>>
type Recipient = Awaited<ReturnType<typeof recipients.next.one>>

/** Returns the next people in the order of their ids, each once even when the role changes meanwhile. */
async function listNext(tx: Transaction, { roles, position, last_user_id }: Row): Promise<Recipient[]> {
  const people: Recipient[] = []
  for (const role of new Set<Role>(roles))
    people.push(...(await recipients.next.all(tx, { role, position, last_user_id, most: batchSize })))
  return people.toSorted((a, b) => a.id - b.id).slice(0, batchSize)
}

/** Returns the number of mails. */
async function mailTo(tx: Transaction, row: Row, people: readonly Recipient[]): Promise<number> {
  let mailed = 0
  for (const { id, name, email, locale, is_mailable } of people) {
    if (!is_mailable || email === null) continue
    await writeMail(tx, { to: email, locale, ...describeMail(tx, row, { id, name }) })
    mailed += 1
  }
  return mailed
}

const notifyPeople = (tx: Transaction, { id, title, message }: Row, people: readonly Recipient[]) =>
  notifyAll(
    tx,
    people.map((person) => person.id),
    noticeType,
    {
      title: verbatim(title),
      message: verbatim(message),
      data: { url: '/notifications', action: 'view_notifications' },
      event: `announcement:${id}`,
    },
  )
