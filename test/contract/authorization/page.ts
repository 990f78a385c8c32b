/** `docs/AUTHORIZATION.md`: the text is written by hand, the tables are generated from the responses of the service. */

import { join } from 'node:path'
import { isSampled } from '#test/support/breadth.ts'
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

/** Describes each cell of a table that differs from the committed one, by its row and its column. */
export function listDifferences(lines: readonly string[], committed: readonly string[]): string[] {
  const [present, expected] = [readTable(lines), readTable(committed)]
  return [...new Set([...expected.keys(), ...present.keys()])].flatMap((row) => {
    const [cells, others] = [present.get(row), expected.get(row)]
    if (others === undefined) return [`${row} is not on the page`]
    if (cells === undefined) return [`${row} is only on the page`]
    return [...new Set([...others.keys(), ...cells.keys()])].flatMap((column) => {
      const [now, before] = [cells.get(column) ?? 'nothing', others.get(column) ?? 'nothing']
      return isAsBefore(now, before) ? [] : [`${row} × ${column}: expected ${before}, was ${now}`]
    })
  })
}

/** Whether a cell says what the page says, or an outcome of one role in a sample, such as `no: learner`, is that of the role there. */
function isAsBefore(now: string, before: string): boolean {
  if (now === before || !isSampled) return now === before
  const [outcome = '', role = ''] = now.split(': ')
  const outcomes = before.split('; ').map((part) => part.split(': '))
  return outcomes.some(([word, roles]) => word === outcome && (roles === undefined || roles.split(', ').includes(role)))
}

/** Returns the cells of each row by their columns. */
function readTable(lines: readonly string[]): Map<string, Map<string, string>> {
  const [head = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(' | '))
  return new Map(
    rows.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, index) => [head[index + 1] ?? '', cell]))]),
  )
}
