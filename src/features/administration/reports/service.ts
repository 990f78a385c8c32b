import { type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, createTooManyRequests, ensure } from '#core/problem.ts'
import type { PersonalData } from '#features/feature.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { countUse } from '#platform/throttle.ts'
import { reports } from '../content/report-queries.ts'
import { getSource, hide, type Sources } from '../content/service.ts'
import type { NewReport, Report, ReportDecision, ReportQuery, ReportReceipt } from './schemas.ts'

export const reportedAlready = createFieldProblem(
  'id',
  'You have reported this already; an administrator will look at it.',
)
export const ownContent = createFieldProblem('id', 'This is your own.')
export const alreadyDecided = createRuleViolation('This report is decided already.')

/** Enough for a person, not for a program. */
const reportsPerDay = { limit: 20, window: { days: 1 } }

/** Reports content that the actor may read. One report of each person about it waits at a time. */
export async function reportContent(ctx: Context, sources: Sources, input: NewReport): Promise<ReportReceipt> {
  const source = getSource(sources, input.kind)
  await source.ensureReadable(ctx, input.id)
  const { title, owner_id } = await source.get(ctx, input.id)
  ensure(owner_id !== ctx.actor.id && !(await source.isOwn?.(ctx, input.id)), ownContent)
  const { kind, id: content_id, reason } = input
  const row = { kind, content_id, title, owner_id, reporter_id: ctx.actor.id, reason, now: ctx.clock.now() }
  // In the transaction of the report, so that a refused one is not counted.
  return runInTransaction(ctx, async (tx) => {
    const wait = await countUse(tx, 'reports', [String(tx.actor.id)], reportsPerDay)
    if (wait !== null) throw createTooManyRequests('Too many reports today, please try again later.', wait)
    return reports.add.one(tx, row)
  })
}

export const listReports = (ctx: Context, { state, sort, ...paging }: ReportQuery) =>
  page(ctx, paging, async (ctx, input) => {
    const slice = { ...input, oldest: sort === 'oldest' || undefined }
    if (state === 'open') return reports.open.page(ctx, slice)
    if (state !== undefined) return reports.decided.pageInBackground(ctx, { decision: state, ...slice })
    const [counted] = await reports.countAll.inBackground(ctx, {})
    return { rows: await reports.all.inBackground(ctx, slice), total: counted?.total ?? 0 }
  })

/** Decides a report once; of two administrators at one time, one succeeds. */
export const decideReport = (
  ctx: Context,
  sources: Sources,
  id: number,
  { decision, reason = '' }: ReportDecision,
): Promise<Report> =>
  runInTransaction(ctx, async (tx) => {
    const report = await reports.byId.one(tx, { id })
    const decided = { decision, decided_by: tx.actor.id, reason, now: tx.clock.now() }
    ensure((await reports.decide.run(tx, { id, ...decided })) === 1, alreadyDecided)
    if (decision === 'hidden') {
      await hide(tx, getSource(sources, report.kind), report.content_id, reason)
      await reports.decideAll.run(tx, { kind: report.kind, content_id: report.content_id, ...decided })
    }
    describeAuditEvent(tx, {
      object: { kind: report.kind, id: report.content_id },
      userId: report.owner_id,
      before: { decision: null },
      after: { decision },
    })
    return reports.byId.one(tx, { id })
  })

export const reportPersonalData: PersonalData = {
  name: 'reports',
  export: (ctx, userId) => reports.byReporter.all(ctx, { user_id: userId }),
  async erase(tx, userId) {
    await reports.eraseReporter.run(tx, { user_id: userId })
    await reports.eraseOwner.run(tx, { user_id: userId })
  },
}
