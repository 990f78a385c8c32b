/** What API keys create for reading without them, which ends with the key. */

import { integer, type Migration } from './schema.ts'

export const accessOfKeys: Migration = {
  name: '0038-access-of-keys',
  up(schema) {
    for (const table of ['calendars', 'certificate_shares']) {
      schema.addColumn(table, 'key_id', integer().nullable().references('access_tokens', 'cascade'))
      schema.index(table, ['key_id'], { where: 'key_id is not null' })
    }
  },
}
