/** The triggers of the full-text indexes. */

import { type Derivation, events } from './triggers.ts'

/** Creates the triggers that bring the words of a table into its full-text index on SQLite; PostgreSQL indexes the column. */
export function deriveWordIndex(table: string): Derivation {
  const index = `"${table}_index"`
  const add = `insert into ${index} (rowid, words) values (new.item_id, new.words)`
  const remove = `delete from ${index} where rowid = old.item_id`
  const statements = { insert: [add], update: [remove, add], delete: [remove] }
  return {
    triggers: events.map((event) => ({
      name: `words_${table}_${event}`,
      table,
      event,
      engines: ['sqlite'],
      statements: () => statements[event],
    })),
    fill: (engine) =>
      engine === 'sqlite'
        ? [
            `insert into ${index} (${index}) values ('delete-all')`,
            `insert into ${index} (rowid, words) select item_id, words from "${table}"`,
          ]
        : [],
  }
}
