/** Tables in Markdown, as GitHub writes them (https://github.github.com/gfm/#tables-extension-). */

import { create } from './dom.ts'

const delimiter = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

/** The texts of the cells of a row; `\|` is a bar within one. */
function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Returns whether a table begins at the line: its names, with a row of lines for as many columns below. */
export function beginsTable(lines: readonly string[], index: number): boolean {
  const [names = '', below = ''] = [lines[index], lines[index + 1]]
  return names.includes('|') && delimiter.test(below) && splitRow(names).length === splitRow(below).length
}

const getAlignment = (cell: string): 'center' | 'end' | null => {
  if (!cell.endsWith(':')) return null
  return cell.startsWith(':') ? 'center' : 'end'
}

/** Renders the lines of a table. Rows have as many cells as there are names; further ones are left out. It scrolls inside itself. */
export function renderTable(lines: readonly string[], renderText: (text: string) => (Node | string)[]): HTMLElement {
  const [names = '', below = '', ...rows] = lines
  const alignments = splitRow(below).map(getAlignment)
  const renderCells = (tag: 'th' | 'td', cells: readonly string[]) =>
    alignments.map((alignment, index) =>
      create(
        tag,
        { dir: 'auto', class: alignment, scope: tag === 'th' ? 'col' : null },
        ...renderText(cells[index] ?? ''),
      ),
    )
  return create(
    'div',
    { class: 'table', tabindex: 0 },
    create(
      'table',
      {},
      create('thead', {}, create('tr', {}, renderCells('th', splitRow(names)))),
      create(
        'tbody',
        {},
        rows.map((row) => create('tr', {}, renderCells('td', splitRow(row)))),
      ),
    ),
  )
}
