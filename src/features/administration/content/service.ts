import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound } from '#core/problem.ts'
import { mailAboutAdminAct } from '#features/accounts/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type ContentKind, type ContentSource, listHidingCauses } from '#platform/moderation.ts'
import { reports } from './report-queries.ts'
import type { ContentDetail, ContentQuery, Hiding } from './schemas.ts'

export const alreadyHidden = createRuleViolation('This is hidden already.')
export const notHidden = createRuleViolation('No administrator has hidden this.')

export type Sources = readonly ContentSource[]

export function getSource(sources: Sources, kind: ContentKind): ContentSource {
  const source = sources.find((one) => one.kind === kind)
  ensure(source !== undefined, notFound)
  return source
}

export const listContent = (
  ctx: Context,
  sources: Sources,
  { kind = 'job_post', hidden = false, sort, ...query }: ContentQuery,
) =>
  page(ctx, query, async (ctx, slice) => {
    const { search, owner_id } = query
    const filter = { search, owner_id, hidden: hidden ? (true as const) : undefined }
    const { rows, total } = await getSource(sources, kind).list(ctx, filter, {
      ...slice,
      oldest: sort === 'oldest' || undefined,
    })
    return { rows: rows.map((row) => ({ ...row, kind })), total }
  })

interface Place {
  kind: ContentKind
  id: number
}

export async function showContent(ctx: Context, sources: Sources, { kind, id }: Place): Promise<ContentDetail> {
  const source = getSource(sources, kind)
  const row = await source.get(ctx, id)
  const { total } = await reports.countOpen.one(ctx, { kind, content_id: id })
  const { text, files } = (await source.getText?.(ctx, id)) ?? { text: '', files: [] }
  return { ...row, kind, text, files: [...files], causes: await listHidingCauses(ctx, kind, id), open_reports: total }
}

/** Hides content and tells its owner why. Open reports about it are decided by it. */
export const hideContent = (ctx: Context, sources: Sources, place: Place, { reason }: Hiding): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    ensure(await hide(tx, getSource(sources, place.kind), place.id, reason), alreadyHidden)
    await reports.decideAll.run(tx, {
      kind: place.kind,
      content_id: place.id,
      decision: 'hidden',
      decided_by: tx.actor.id,
      reason,
      now: tx.clock.now(),
    })
  })

/** Returns false if it was hidden already. */
export async function hide(tx: Transaction, source: ContentSource, id: number, reason: string): Promise<boolean> {
  const { title, owner_id, hidden_at } = await source.get(tx, id)
  const isNew = await source.hide(tx, id, 'moderation', reason)
  if (!isNew) return false
  const object = { kind: source.kind, id }
  describeAuditEvent(tx, { object, userId: owner_id, before: { hidden: hidden_at !== null }, after: { hidden: true } })
  await mailOwners(tx, { source, id, owner_id }, 'Something of yours was hidden', [
    fill('An administrator has hidden “{title}”. Others do not see it any more.', { title }),
    fill('The reason is: {reason}', { reason }),
  ])
  return true
}

interface ContentOwner {
  source: ContentSource
  id: number
  owner_id: number
}

async function mailOwners(
  tx: Transaction,
  { source, id, owner_id }: ContentOwner,
  heading: 'Something of yours was hidden' | 'Something of yours is shown again',
  sentences: Sentence[],
): Promise<void> {
  for (const userId of (await source.listRecipients?.(tx, id)) ?? [owner_id]) {
    const owner = await findUser(tx, userId)
    if (owner !== null) await mailAboutAdminAct(tx, owner, heading, sentences)
  }
}

/** Shows content again, unless its owner is suspended. */
export const restoreContent = (ctx: Context, sources: Sources, { kind, id }: Place): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const source = getSource(sources, kind)
    const { title, owner_id } = await source.get(tx, id)
    ensure(await source.show(tx, id, 'moderation'), notHidden)
    const { hidden_at } = await source.get(tx, id)
    const object = { kind, id }
    describeAuditEvent(tx, {
      object,
      userId: owner_id,
      before: { hidden: true },
      after: { hidden: hidden_at !== null },
    })
    await mailOwners(tx, { source, id, owner_id }, 'Something of yours is shown again', [
      fill('An administrator shows “{title}” again, as it was before.', { title }),
    ])
  })
