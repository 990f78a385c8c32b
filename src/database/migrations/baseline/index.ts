/**
 * The tables as of 1.0. It takes the place of the migrations 0001 to 0096. What it does is loaded when it runs, because every start of the
 * service needs its name, and only the first one its tables.
 */

import type { Migration } from '../schema.ts'

export const baseline: Migration = {
  name: '0097-baseline',
  up: async (schema) => (await import('./tables.ts')).defineBaseline(schema),
  replaces: {
    since: '0034-word-indexes',
    upgrade: async (schema, found) => (await import('./tables.ts')).upgradeToBaseline(schema, found),
  },
}
