/** The id of a researcher's institution in the Research Organization Registry. */

import { json, type Migration, text } from './schema.ts'

export const institutionIds: Migration = {
  name: '0081-institutions',
  up(schema) {
    schema.addColumn('researchers', 'institution_ror', text().nullable())
    // The other names of the institution, by which searches find it.
    schema.addColumn('researchers', 'institution_names', json().default('[]'))
  },
}
