import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { computed, defineRecord, generated, internal, readOnly, type TableOf } from '#database/record.ts'
import { ContentKind } from '../content/schemas.ts'

export const Decision = oneOf('hidden', 'dismissed')

export const reportRecord = defineRecord('reports', {
  id: readOnly(Id),
  kind: readOnly(ContentKind),
  content_id: readOnly(Id),
  reason: readOnly(Type.String()),
  created_at: readOnly(DateTime),
  title: readOnly(Type.String({ description: 'The title when it was reported.' })),
  owner_id: readOnly(Id),
  owner_name: computed(Type.String()),
  reporter_id: readOnly(nullable(Type.Integer({ description: 'Null once the account is deleted.' }))),
  reporter_name: computed(Type.String()),
  decision: readOnly(nullable(Decision), { tracked: true }),
  decided_at: readOnly(nullable(DateTime)),
  decision_reason: generated(Type.String()),
  decided_by: internal(nullable(Id)),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    reports: TableOf<typeof reportRecord>
  }
}
