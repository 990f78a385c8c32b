import { sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { ContentKind, ReportDecision } from '#database/tables/moderation.ts'
import { reportRecord } from './report-record.ts'

const selectReports = (q: Builder) =>
  q
    .selectFrom('reports')
    .innerJoin('users as owners', 'owners.id', 'reports.owner_id')
    .leftJoin('users as reporters', 'reporters.id', 'reports.reporter_id')
    .select(reportRecord.qualifiedColumns)
    .select(['owners.name as owner_name', sql<string>`coalesce(reporters.name, '')`.as('reporter_name')])

const undecided = { decision: null, decided_at: null, decided_by: null } as const

type NewRow = Omit<NewRowOf<typeof reportRecord>, keyof typeof undecided | 'created_at'> & { now: string }

interface ReportVerdict {
  decision: ReportDecision
  decided_by: number
  reason: string
  now: string
}

const decided = (p: ReportVerdict) => ({
  decision: p.decision,
  decided_by: p.decided_by,
  decided_at: p.now,
  decision_reason: p.reason,
})

export const reports = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('reports')
      .values(reportRecord.newRow(p, { ...undecided, created_at: p.now }))
      .returning(['id', 'kind', 'content_id', 'reason', 'created_at']),
  ),

  byId: prepare((q, p: { id: number }) => selectReports(q).where('reports.id', '=', p.id)),

  open: prepareList(
    (q, p: AgeOrder) =>
      selectReports(q).where('reports.decided_at', 'is', null).orderBy('reports.id', getSortDirection(p)),
    { optional: ['oldest'] },
  ),

  decided: prepareList(
    (q, p: AgeOrder & { decision: ReportDecision }) =>
      selectReports(q).where('reports.decision', '=', p.decision).orderBy('reports.id', getSortDirection(p)),
    { optional: ['oldest'] },
  ),

  all: prepare(
    (q, p: AgeOrder & Slice) =>
      selectReports(q).orderBy('reports.id', getSortDirection(p)).limit(p.limit).offset(p.offset),
    { optional: ['oldest'] },
  ),

  countAll: prepare((q) => q.selectFrom('reports').select(sql<number>`count(*)`.as('total'))),

  countOpen: prepare((q, p: { kind: ContentKind; content_id: number }) =>
    q
      .selectFrom('reports')
      .select(sql<number>`count(*)`.as('total'))
      .where('kind', '=', p.kind)
      .where('content_id', '=', p.content_id)
      .where('decided_at', 'is', null),
  ),

  countAllOpen: prepare((q) =>
    q.selectFrom('reports').select(sql<number>`count(*)`.as('total')).where('decided_at', 'is', null),
  ),

  decide: prepare((q, p: ReportVerdict & { id: number }) =>
    q.updateTable('reports').set(decided(p)).where('id', '=', p.id).where('decided_at', 'is', null),
  ),

  decideAll: prepare((q, p: ReportVerdict & { kind: ContentKind; content_id: number }) =>
    q
      .updateTable('reports')
      .set(decided(p))
      .where('kind', '=', p.kind)
      .where('content_id', '=', p.content_id)
      .where('decided_at', 'is', null),
  ),

  byReporter: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('reports')
      .select(['id', 'kind', 'content_id', 'reason', 'created_at'])
      .where('reporter_id', '=', p.user_id)
      .orderBy('id'),
  ),

  eraseReporter: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('reports')
      // The beginning of a message may name the reporter, to whom it was written.
      .set({ reporter_id: null, reason: '', title: sql<string>`case kind when 'message' then '' else title end` })
      .where('reporter_id', '=', p.user_id),
  ),

  eraseOwner: prepare((q, p: { user_id: number }) => q.deleteFrom('reports').where('owner_id', '=', p.user_id)),
}
