/** The id of a researcher's institution in the Research Organization Registry. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { json, type Migration, text } from './schema.ts'

/** What the change feed follows besides. */
export const institutionObjects: readonly TrackedObject[] = [
  { table: 'researchers', kind: 'researcher', columns: ['institution_ror'], onlyUpdates: true },
]

export const institutionIds: Migration = {
  name: '0081-institutions',
  up(schema) {
    schema.addColumn('researchers', 'institution_ror', text().nullable())
    // The other names of the institution, by which searches find it.
    schema.addColumn('researchers', 'institution_names', json().default('[]'))
    createObjectTriggers(schema, 'institution', institutionObjects)
  },
}
