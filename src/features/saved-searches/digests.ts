import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { subtractDuration } from '#core/time.ts'
import { mailUser, notify } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill, type Sentence, verbatim } from '#language/sentence.ts'
import { createUnsubscribeUrl } from '#pages/unsubscribe-routes.ts'
import { defineTask } from '#platform/tasks.ts'
import { digests } from './digest-queries.ts'
import { readFoundItems } from './items.ts'
import { searchMatches } from './queries.ts'

/** A person has at most one digest in this time, so that they leave room for other mails. */
const pause = { hours: 1 }
/** Users in a run. */
const batchSize = 200
/** Matches of one search that a digest names, and of which it looks whether the user still sees them; older ones are counted as they are. */
const maxNamed = 10
const maxRead = 500

/** Sends the digests that are due. */
export const sendSearchDigests = defineTask<Record<string, never>>({
  kind: 'send_search_digests',
  async handle(ctx: Context) {
    const now = ctx.clock.now()
    const wanted = { now, since: subtractDuration(now, pause), limit: batchSize }
    for (let users = await digests.dueUsers.all(ctx, wanted); users.length > 0; ) {
      for (const { user_id } of users) await runInTransaction(ctx, (tx) => sendDigest(tx, user_id))
      users = users.length < batchSize ? [] : await digests.dueUsers.all(ctx, wanted)
    }
  },
})

/** Returns when a digest is next due. */
export const findNextDigest = async (ctx: Context, after: string): Promise<string | null> =>
  (await digests.nextDue.maybe(ctx, { after }))?.due_at ?? null

interface Part {
  query: string
  titles: readonly string[]
  total: number
}

/** Sends what the searches of a user have found, and marks it in the same transaction, so that each match is sent once. */
async function sendDigest(tx: Transaction, userId: number): Promise<void> {
  const now = tx.clock.now()
  const parts: Part[] = []
  for (const { id, kind, query } of await digests.dueOfUser.all(tx, { user_id: userId, now })) {
    const unsent = await searchMatches.unsent.all(tx, { search_id: id, limit: maxRead })
    const { total } = await searchMatches.countUnsent.one(tx, { search_id: id })
    const ids = unsent.map(({ item_id }) => item_id)
    const visible = await readFoundItems(tx, { kind, userId, ids })
    await searchMatches.send.run(tx, { search_id: id, now })
    await (visible.size === 0 ? digests.clear.run(tx, { id }) : digests.mark.run(tx, { id, now }))
    const titles = ids.flatMap((item) => visible.get(item)?.title ?? [])
    if (titles.length > 0) parts.push({ query, titles, total: total - ids.length + titles.length })
  }
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  if (total > 0) await notifyOfMatches(tx, userId, { parts, total, now })
}

const describeTotal = (total: number) =>
  fill(
    '{total, plural, one {{total} new match of your saved searches} other {{total} new matches of your saved searches}}',
    {
      total,
    },
  )

interface Digest {
  parts: readonly Part[]
  total: number
  now: string
}

async function notifyOfMatches(tx: Transaction, userId: number, { parts, total, now }: Digest): Promise<void> {
  await notify(tx, userId, 'job_application', {
    title: 'New matches',
    message: describeTotal(total),
    data: { url: '/saved-searches', action: 'view_search' },
    event: `saved-searches:${userId}:${now}`,
  })
  const user = await findUser(tx, userId)
  if (user === null) return
  const unsubscribeUrl = createUnsubscribeUrl(tx, 'saved-searches', userId)
  await mailUser(tx, {
    recipient: userId,
    // The user has asked for it.
    sender: userId,
    type: 'job_application',
    subject: describeTotal(total),
    heading: 'New matches',
    paragraphs: [fill('Hello {name},', { name: user.name }), ...parts.map(describePart)],
    button: { text: 'Open the saved searches', url: `${tx.config.frontendUrl}/saved-searches` },
    secondLink: { text: 'Receive no more of these mails', url: unsubscribeUrl },
    unsubscribeUrl,
  })
}

const describePart = ({ query, titles, total }: Part): Sentence[] => [
  query === '' ? 'All that fits the filters:' : fill('For {query}:', { query }),
  ...titles.slice(0, maxNamed).map(verbatim),
  ...(total > maxNamed
    ? [fill('{more, plural, one {and {more} more} other {and {more} more}}', { more: total - maxNamed })]
    : []),
]
