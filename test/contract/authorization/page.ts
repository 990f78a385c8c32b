/** `docs/AUTHORIZATION.md`: its words are written by hand, its tables are what the service answers. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Answered } from './matrix.ts'

export const pageFile: string = join(import.meta.dirname, '../../../docs/AUTHORIZATION.md')

const place = /<!-- table: ([^>]+) -->\n[^]*?<!-- end -->/g

/** The page with these tables in their places, which it has to have. */
export function withTables(page: string, tables: ReadonlyMap<string, Answered>): string {
  const places = [...page.matchAll(place)].map(([, name]) => name)
  assert.deepEqual(places.toSorted(), [...tables.keys()].toSorted(), 'The page has a place for every table.')
  return page.replace(place, (before, name) => {
    const table = tables.get(name)
    return table ? `<!-- table: ${name} -->\n${written(table)}\n<!-- end -->` : before
  })
}

function written({ columns, rows }: Answered): string {
  const head = ['', ...columns]
  const lines = rows.map(({ question: { asks, part }, cells }) => [
    `\`${asks}\`${part === undefined ? '' : ` · ${part}`}`,
    ...cells,
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
