/** `docs/AUTHORIZATION.md`: the text is written by hand, the tables are generated from the responses of the service. */

import { join } from 'node:path'
import type { Answered } from './matrix.ts'

export const pageFile: string = join(import.meta.dirname, '../../../docs/AUTHORIZATION.md')

const place = /<!-- table: ([^>]+) -->\n([\s\S]*?)<!-- end -->/g

/** The lines of every table of the page, by name. */
export const extractTables = (page: string): Map<string, string[]> =>
  new Map([...page.matchAll(place)].map(([, name = '', text = '']) => [name, text.trimEnd().split('\n')]))

/** Replaces the lines of the tables. */
export const withTables = (page: string, tables: ReadonlyMap<string, readonly string[]>): string =>
  page.replace(place, (before, name) => {
    const lines = tables.get(name)
    return lines ? [`<!-- table: ${name} -->`, ...lines, '<!-- end -->'].join('\n') : before
  })

/** As written on the page. */
export function toLines({ columns, rows }: Answered): string[] {
  const head = ['', ...columns]
  const body = rows.map(({ question: { asks, part }, cells }) => [
    `\`${asks}\`${part === undefined ? '' : ` · ${part}`}`,
    ...cells,
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
}
