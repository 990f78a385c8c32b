import { type Static, Type } from 'typebox'
import { ByAge, Id, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { Decision, reportRecord } from '../content/report-record.ts'
import { ContentKind } from '../content/schemas.ts'

export const NewReport = Type.Object({
  kind: ContentKind,
  id: Id,
  reason: Text(2_000, { description: 'What is wrong with it. Only administrators read this.' }),
})
export type NewReport = Static<typeof NewReport>

const { id, kind, content_id, reason, created_at } = reportRecord.answer

export const ReportReceipt = Type.Object({ id, kind, content_id, reason, created_at }, { title: 'ReportReceipt' })
export type ReportReceipt = Static<typeof ReportReceipt>

export const Report = Type.Object(reportRecord.answer, { title: 'Report' })
export type Report = Static<typeof Report>

export const ReportQuery = Type.Object({
  ...Paging,
  state: Type.Optional(
    withDescription(oneOf('open', 'hidden', 'dismissed'), 'Only reports that are open, or were decided so.'),
  ),
  sort: Type.Optional(ByAge),
})
export type ReportQuery = Static<typeof ReportQuery>

export const ReportDecision = Type.Object({
  decision: Type.Unsafe<Static<typeof Decision>>({
    ...Decision,
    description: '`hidden` hides the content and decides all open reports about it.',
  }),
  reason: Type.Optional(Text(2_000, { description: 'Written to the audit log; told to the owner of hidden content.' })),
})
export type ReportDecision = Static<typeof ReportDecision>
