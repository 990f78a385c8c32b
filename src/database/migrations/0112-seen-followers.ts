/** When an instance last ran each follower: one that no release runs any more does not keep the journal. */

import { type Migration, type Schema, timestamp } from './schema.ts'

export const seenFollowers = {
  name: '0112-seen-followers',
  up(schema: Schema) {
    const followers = schema.addColumn('followers', 'seen_at', timestamp().nullable())
    schema.statement({
      sqlite: `update "followers" set "seen_at" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
      postgres: 'update "followers" set "seen_at" = now()',
    })
    return { followers }
  },
} satisfies Migration
