import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defineRecord, generated, internal, readOnly, type TableOf } from '#database/record.ts'
import { ContentKind } from './schemas.ts'

export const Decision = oneOf('hidden', 'dismissed')

export const reportRecord = defineRecord('reports', {
  id: readOnly(Id),
  kind: readOnly(ContentKind),
  content_id: readOnly(Id),
  reason: readOnly(Type.String({ description: 'The reason, in free words.' })),
  created_at: readOnly(DateTime),
  title: readOnly(Type.String({ description: 'The title when it was reported.' })),
  owner_id: readOnly(Id),
  owner_name: computed(Type.String({ description: 'The name of the owner.' })),
  reporter_id: readOnly(nullable(Type.Integer({ description: 'Null once the account is deleted.' }))),
  reporter_name: computed(
    Type.String({ description: 'The name of the person who reported it; empty once the account is deleted.' }),
  ),
  decision: readOnly(withDescription(nullable(Decision), 'The decision; null before.'), { tracked: true }),
  decided_at: readOnly(withDescription(nullable(DateTime), 'When it was decided; null before.')),
  decision_reason: generated(Type.String({ description: 'The reason for the decision; empty without one.' })),
  decided_by: internal(nullable(Id)),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    reports: TableOf<typeof reportRecord>
  }
}
