/** Whether a person has changed what a source says of a publication, so that no import replaces it. */

import { boolean, type Migration } from './schema.ts'

export const editedPublications: Migration = {
  name: '0085-edited-publications',
  up(schema) {
    schema.addColumn('publications', 'edited', boolean().default(false))
  },
}
