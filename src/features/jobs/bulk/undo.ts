import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { applicationChanges } from '../applications/history-queries.ts'
import { applications } from '../applications/queries.ts'
import { storeStatus } from '../applications/status.ts'
import { saveTags } from '../applications/tags.ts'
import { getManagedJobPost } from '../posts/service.ts'
import { bulkActions, bulkItems } from './queries.ts'
import type { UndoableAction, UndoableQuery, UndoResult } from './schemas.ts'

/** How long an action can be undone. */
export const undoTime = { minutes: 10 }

export const tooLateToUndo = createRuleViolation('This can be undone for 10 minutes only.')
export const alreadyUndone = createRuleViolation('This has been undone already.')

type Item = Awaited<ReturnType<typeof bulkItems.of.all>>[number]
type UndoVerdict = UndoResult['results'][number]['verdict']

/** Lists the actions for a post that are young enough to be undone, the newest first, also those whose answer was lost. */
export async function listUndoableActions(ctx: Context, postId: number, query: UndoableQuery) {
  await getManagedJobPost(ctx, postId)
  const since = subtractDuration(ctx.clock.now(), undoTime)
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await bulkActions.ofPost.page(ctx, { job_post_id: postId, since, ...slice })
    const actions = rows.map((row): UndoableAction => ({ ...row, undo_until: addDuration(row.created_at, undoTime) }))
    return { rows: actions, total }
  })
}

/** Undoes an action once, where the application is as the action left it and the applicant was not told. */
export function restoreApplications(ctx: Context, postId: number, id: number): Promise<UndoResult> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedJobPost(tx, postId)
    const bulk = await bulkActions.inPost.one(tx, { id, job_post_id: postId })
    const now = tx.clock.now()
    ensure(bulk.undone_at === null, alreadyUndone)
    ensure(now < addDuration(bulk.created_at, undoTime), tooLateToUndo)
    ensure((await bulkActions.undo.run(tx, { id, now })) === 1, alreadyUndone)
    const results: UndoResult['results'] = []
    for (const item of await bulkItems.of.all(tx, { bulk_id: id }))
      results.push({ application_id: item.application_id, verdict: await undoOne(tx, item) })
    return { results }
  })
}

async function undoOne(
  tx: Transaction,
  { application_id: id, change_id, before, after, told }: Item,
): Promise<UndoVerdict> {
  if (told) return 'told'
  const row = await applications.byId.one(tx, { id })
  if (before.tags !== undefined) {
    if (JSON.stringify(row.tags) !== JSON.stringify(after.tags)) return 'changed_since'
    await saveTags(tx, id, before.tags)
    return 'undone'
  }
  const newest = await applicationChanges.newest.maybe(tx, { application_id: id })
  if (newest?.id !== change_id || before.status === undefined) return 'changed_since'
  const { status, reason = '', letter = '' } = before
  return (await storeStatus(tx, row, { status, reason, letter })) === null ? 'changed_since' : 'undone'
}
