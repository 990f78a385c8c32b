import { Type } from 'typebox'
import { DateTime, Id, Line, Text, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

const VersionNumber = Line(50, { description: 'Unique in the project.', examples: ['1.0.0'] })

/** Specification, "Project version". */
export const versionRecord = defineRecord('project_versions', {
  id: readOnly(Id),
  version_number: required(VersionNumber, {
    answer: Type.String({ description: 'The number of the version, unique within the project.' }),
    tracked: false,
  }),
  file_url: computed(Type.String({ description: 'A link that is valid for one hour and needs no token.' })),
  uploaded_at: readOnly(withDescription(DateTime, 'When it was uploaded.')),
  notes: optional(withDescription(Text(5_000), 'Remarks, in free words.'), '', { tracked: false }),
  changes_summary: optional(withDescription(Text(5_000), 'The changes since the version before.'), '', {
    tracked: false,
  }),
  sha256: readOnly(Type.String({ description: 'Of the file, in hexadecimal digits.' })),
  project_id: internal(Id),
  file_id: internal(Id, { tracked: true }),
  uploaded_by: internal(withDescription(Id, 'The account that uploaded it.')),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    project_versions: TableOf<typeof versionRecord>
  }
}
