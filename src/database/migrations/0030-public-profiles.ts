/** Researchers whose profile is a public page, because they want it to be. */

import { ofResearcher } from './change-audiences.ts'
import { createChangeTriggers } from './change-triggers.ts'
import { boolean, type Migration } from './schema.ts'

export const publicProfiles: Migration = {
  name: '0030-public-profiles',
  up(schema) {
    schema.addColumn('researchers', 'public_page', boolean().default(false))
    schema.index('researchers', ['id'], { where: "public_page and visibility = 'public'" })
    createChangeTriggers(schema, publicPageRows)
  },
}

export const publicPageRows = [
  {
    table: 'researchers',
    kind: 'researcher',
    name: 'public_page',
    audience: ofResearcher,
    columns: ['public_page'],
    onlyUpdates: true,
  },
]
