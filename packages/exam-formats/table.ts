/** Turns tables in HTML into tables in Markdown (GitHub Flavored Markdown). */

import type TurndownService from 'turndown'
import type { HtmlNode } from 'turndown'

interface Table {
  /** The row that names the columns; null when the first row is like the others. */
  head: HtmlNode | null
  first: HtmlNode | null
  columns: number
}

const rowParents = new Set(['THEAD', 'TBODY', 'TFOOT'])
const isCell = ({ nodeName }: HtmlNode) => nodeName === 'TD' || nodeName === 'TH'

const listRows = (node: HtmlNode): HtmlNode[] =>
  Array.from(node.childNodes).flatMap((child) => {
    if (child.nodeName === 'TR') return [child]
    return rowParents.has(child.nodeName) ? listRows(child) : []
  })

const listCells = (row: HtmlNode) => Array.from(row.childNodes).filter(isCell)

function findTable(node: HtmlNode): HtmlNode | null {
  const { parentNode } = node
  return parentNode === null || parentNode.nodeName === 'TABLE' ? parentNode : findTable(parentNode)
}

const tables = new WeakMap<HtmlNode, Table>()

function inspectTable(node: HtmlNode): Table {
  const known = tables.get(node)
  if (known !== undefined) return known
  const rows = listRows(node)
  const [first = null] = rows
  const isHead = first !== null && listCells(first).every(({ nodeName }) => nodeName === 'TH')
  const columns = rows.reduce((most, row) => Math.max(most, listCells(row).length), 0)
  const table = { head: isHead ? first : null, first, columns }
  tables.set(node, table)
  return table
}

const isLayout = (table: Table | null) => table === null || table.columns < 2

const getTable = (node: HtmlNode): Table | null => {
  const found = findTable(node)
  return found === null ? null : inspectTable(found)
}

const renderCell = (content: string) =>
  ` ${content
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')} |`

function renderRow(content: string, row: HtmlNode, table: Table): string {
  const line = `|${content}${' |'.repeat(table.columns - listCells(row).length)}`
  if (row !== table.first) return `\n${line}`
  const rule = `|${' --- |'.repeat(table.columns)}`
  return row === table.head ? `\n${line}\n${rule}` : `\n|${'  |'.repeat(table.columns)}\n${rule}\n${line}`
}

/** A table of a single column is layout: its cells become paragraphs. `noteSpan` is called for cells that reach over others. */
export function addTableRules(service: TurndownService, noteSpan: () => void): TurndownService {
  const hasSpan = (node: HtmlNode) => ['colspan', 'rowspan'].some((name) => Number(node.getAttribute(name) ?? 1) > 1)
  return service
    .addRule('cell', {
      filter: ['td', 'th'],
      replacement: (content, node) => {
        if (isLayout(getTable(node))) return `\n\n${content}\n\n`
        if (hasSpan(node)) noteSpan()
        return renderCell(content)
      },
    })
    .addRule('row', {
      filter: 'tr',
      replacement: (content, node) => {
        const table = getTable(node)
        return table === null || isLayout(table) ? `\n\n${content}\n\n` : renderRow(content, node, table)
      },
    })
    .addRule('caption', { filter: 'caption', replacement: (content) => `\n\n${content}\n\n` })
    .addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
    .addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` })
}
