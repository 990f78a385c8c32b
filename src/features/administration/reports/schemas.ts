import { type Static, Type } from 'typebox'
import { ByAge, DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { ContentKind } from '../content/schemas.ts'

export const NewReport = Type.Object({
  kind: ContentKind,
  id: Id,
  reason: Text(2_000, { description: 'What is wrong with it. Only administrators read this.' }),
})
export type NewReport = Static<typeof NewReport>

export const ReportReceipt = Type.Object(
  {
    id: Id,
    kind: ContentKind,
    content_id: Id,
    reason: Type.String({ description: 'The reason, in free words.' }),
    created_at: DateTime,
  },
  { title: 'ReportReceipt' },
)
export type ReportReceipt = Static<typeof ReportReceipt>

const Decision = oneOf('hidden', 'dismissed')

export const Report = Type.Object(
  {
    ...ReportReceipt.properties,
    title: Type.String({ description: 'The title when it was reported.' }),
    owner_id: Id,
    owner_name: Type.String({ description: 'The name of the owner.' }),
    reporter_id: nullable(Type.Integer({ description: 'Null once the account is deleted.' })),
    reporter_name: Type.String({
      description: 'The name of the person who reported it; empty once the account is deleted.',
    }),
    decision: withDescription(nullable(Decision), 'The decision; null before.'),
    decided_at: withDescription(nullable(DateTime), 'When it was decided; null before.'),
    decision_reason: Type.String({ description: 'The reason for the decision; empty without one.' }),
  },
  { title: 'Report' },
)
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
