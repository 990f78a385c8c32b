/** Where researchers studied and worked. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { json, type Migration } from './schema.ts'

/** What the change feed follows besides. */
export const careerObjects: readonly TrackedObject[] = [
  { table: 'researchers', kind: 'researcher', columns: ['education', 'employment'], onlyUpdates: true },
]

export const careers: Migration = {
  name: '0082-careers',
  up(schema) {
    schema.addColumn('researchers', 'education', json().default('[]'))
    schema.addColumn('researchers', 'employment', json().default('[]'))
    createObjectTriggers(schema, 'career', careerObjects)
  },
}
