/** The triggers that name changed rows for the index of lists, and those of the full-text indexes. */

import { type Derivation, events, quoteText } from './triggers.ts'

interface IndexedRows {
  readonly table: string
  /** The columns that the index reads, and whether they are texts or JSON. */
  readonly columns: Readonly<Record<string, 'text' | 'json'>>
}

/** Creates the triggers that keep the texts that the index of a list has, until it is brought up to date. */
export function deriveIndexMarks({ table, columns }: IndexedRows): Derivation {
  const names = Object.keys(columns)
  const build = (toValue: (column: string) => string) =>
    names.map((column) => `${quoteText(column)}, ${toValue(column)}`).join(', ')
  const before = {
    sqlite: `json_object(${build((column) => (columns[column] === 'json' ? `json(old."${column}")` : `old."${column}"`))})`,
    postgres: `jsonb_build_object(${build((column) => `old."${column}"`)})`,
  }
  return {
    triggers: events.map((event) => ({
      name: `index_${table}_${event}`,
      table,
      event,
      ...(event === 'update' && { columns: names }),
      statements: (engine) => [
        `insert into search_list_changes (list, item_id, "before") values (${quoteText(table)},
          ${event === 'delete' ? 'old' : 'new'}."id", ${event === 'insert' ? 'null' : before[engine]})`,
      ],
    })),
  }
}

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
