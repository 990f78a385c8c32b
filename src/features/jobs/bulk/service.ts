import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createTooManyRequests, ensure, notFound, Problem } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { addTask } from '#platform/tasks.ts'
import { countUse } from '#platform/throttle.ts'
import { type ApplicationRow, getManagedApplication } from '../applications/access.ts'
import { applicants } from '../applications/list-queries.ts'
import { toSearch } from '../applications/service.ts'
import { checkReason, notifyApplicantOfStatus, saveStatus } from '../applications/status.ts'
import { normalizeTags, saveTags, toTagKey } from '../applications/tags.ts'
import { isConcealed } from '../blind.ts'
import { addMessage } from '../messages/service.ts'
import { getManagedJobPost } from '../posts/service.ts'
import { checkInvitationEnd, inviteToSlots } from '../slots/invitations.ts'
import { getTemplateTexts } from '../templates/service.ts'
import { finishBulkAction } from './finish.ts'
import { bulkActions, bulkItems } from './queries.ts'
import { type BulkAction, type BulkResult, maxApplications } from './schemas.ts'
import { undoTime } from './undo.ts'

export const tooManyApplications = createFieldProblem(
  'filter',
  fill('The filter selects more than {most} applications.', { most: maxApplications }),
)

/** Each of them may change 500 applications. */
const actionsPerHour = { limit: 120, window: { hours: 1 } }

type Result = BulkResult['results'][number]

/**
 * Does the same with many applications, each in a transaction of its own, so that one that is refused changes nothing of
 * the others. Applicants are told of a new status when the action cannot be undone any more.
 */
export async function applyBulkAction(ctx: Context, postId: number, input: BulkAction): Promise<BulkResult> {
  await getManagedJobPost(ctx, postId)
  if (input.reason !== undefined) await checkReason(ctx, postId, input.reason)
  if (input.template_id !== undefined) await getTemplateTexts(ctx, input.template_id)
  checkInvitationEnd(ctx, input)
  const ids = input.application_ids ?? (await selectApplications(ctx, postId, input.filter ?? {}))
  await limitActions(ctx)
  const bulk = isSent(input.action) ? null : await beginBulkAction(ctx, postId, input.action)
  const results: Result[] = []
  for (const id of ids) results.push(await applyToOne(ctx, { postId, bulkId: bulk?.id ?? null, input }, id))
  return { id: bulk?.id ?? null, undo_until: bulk?.undo_until ?? null, results }
}

/** What is sent cannot be undone. */
const isSent = (action: BulkAction['action']): action is 'message' | 'slot_invitation' =>
  action === 'message' || action === 'slot_invitation'

async function selectApplications(ctx: Context, job_post_id: number, filter: NonNullable<BulkAction['filter']>) {
  const found = await applicants.idsOf.inBackground(ctx, {
    job_post_id,
    status: filter.status,
    ...toSearch(filter),
    limit: maxApplications + 1,
  })
  ensure(found.length <= maxApplications, tooManyApplications)
  return found.map(({ id }) => id)
}

async function limitActions(ctx: Context): Promise<void> {
  const wait = await countUse(ctx, 'bulk-actions', [String(ctx.actor.id)], actionsPerHour)
  if (wait !== null) throw createTooManyRequests('You have changed too many at once, please try again later.', wait)
}

/** Stores that the action began, and when it can be undone no more. */
function beginBulkAction(ctx: Context, job_post_id: number, action: 'status' | 'reject' | 'tag') {
  return runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const { id } = await bulkActions.add.one(tx, { job_post_id, user_id: tx.actor.id, action, now })
    const undo_until = addDuration(now, undoTime)
    await addTask(tx, finishBulkAction, { bulk_id: id }, { runAt: undo_until })
    return { id, undo_until }
  })
}

interface Scope {
  postId: number
  bulkId: number | null
  input: BulkAction
}

async function applyToOne(ctx: Context, scope: Scope, application_id: number): Promise<Result> {
  try {
    const verdict = await runInTransaction(ctx, async (tx) => {
      const row = await getManagedApplication(tx, application_id)
      ensure(row.job_post_id === scope.postId, notFound)
      return (await applyAction(tx, scope, row)) ? 'done' : 'unchanged'
    })
    return { application_id, verdict, message: '' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Which of other applications exist is not told.
    const isUnknown = error.status === 403 || error.status === 404
    const reason = isUnknown ? noApplication : getReason(error)
    return { application_id, verdict: isUnknown ? 'not_found' : 'refused', message: translate(reason, ctx.wording) }
  }
}

const noApplication: Sentence = 'This job post has no such application.'

/** Returns the first message of a field, or the message of the problem. */
const getReason = ({ errors = {}, sentence }: Problem) => Object.values(errors)[0]?.[0] ?? sentence

/** Returns whether the application was changed. */
async function applyAction(tx: Transaction, { bulkId, input }: Scope, row: ApplicationRow): Promise<boolean> {
  if (bulkId === null) {
    await (input.action === 'message' ? addMessage(tx, row, input) : inviteToSlots(tx, row, input))
    return true
  }
  // While the first ones are changed, another client may undo the action.
  ensure((await bulkActions.byId.one(tx, { id: bulkId })).undone_at === null, notFound)
  return input.action === 'tag' ? changeTags(tx, bulkId, input, row) : changeStatus(tx, bulkId, input, row)
}

async function changeStatus(tx: Transaction, bulk_id: number, input: BulkAction, row: ApplicationRow) {
  const status = input.status ?? 'rejected'
  const { reason = '', letter = '' } = input
  const change = await saveStatus(tx, row, { status, reason, letter })
  if (change === null) return false
  // Who a blind candidate is cannot be forgotten again, so the candidate is told at once.
  const reveals = isConcealed({ id: 0 }, row) && (status === 'shortlisted' || status === 'hired')
  if (reveals) await notifyApplicantOfStatus(tx, row, { status, change: change.id, changed_by: tx.actor.id })
  await bulkItems.add.run(tx, {
    bulk_id,
    application_id: row.id,
    change_id: change.id,
    before: { status: row.status, reason: row.rejection_reason, letter: row.rejection_letter },
    after: { status, reason, letter },
    told: reveals,
  })
  return true
}

async function changeTags(tx: Transaction, bulk_id: number, input: BulkAction, row: ApplicationRow) {
  ensure(row.user_id !== tx.actor.id, notFound)
  const before = row.tags ?? []
  const removed = new Set((input.remove_tags ?? []).map(toTagKey))
  const wanted = normalizeTags([...before.filter((tag) => !removed.has(toTagKey(tag))), ...(input.tags ?? [])])
  if (JSON.stringify(wanted) === JSON.stringify(before)) return false
  const after = await saveTags(tx, row.id, wanted)
  const item = { bulk_id, application_id: row.id, change_id: null, told: false }
  await bulkItems.add.run(tx, { ...item, before: { tags: before }, after: { tags: after } })
  return true
}
