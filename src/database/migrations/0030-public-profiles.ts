/** Researchers whose profile is a public page, because they want it to be. */

import { boolean, type Migration } from './schema.ts'

export const publicProfiles: Migration = {
  name: '0030-public-profiles',
  up(schema) {
    schema.addColumn('researchers', 'public_page', boolean().default(false))
    schema.index('researchers', ['id'], { where: "public_page and visibility = 'public'" })
  },
}
