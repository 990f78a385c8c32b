/** Where researchers studied and worked. */

import { json, type Migration } from './schema.ts'

export const careers: Migration = {
  name: '0082-careers',
  up(schema) {
    schema.addColumn('researchers', 'education', json().default('[]'))
    schema.addColumn('researchers', 'employment', json().default('[]'))
  },
}
