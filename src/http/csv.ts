/**
 * Lists as CSV (RFC 4180) for clients that ask for `text/csv`: all rows of the list, read in parts and sent as a stream. It begins with a byte
 * order mark, without which spreadsheets read another encoding.
 * Cells that a spreadsheet would run as a formula begin with an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { loadLibrary } from '#core/load-library.ts'
import { Page, UnpagedList } from '#core/page.ts'
import { translate } from '#language/translation.ts'
import { getAnswers } from './declared-answers.ts'
import type { FileTitle } from './routes.ts'

/** Rows of one read, which the event loop answers in a few milliseconds. */
const rowsPerRead = 1_000

/** Returns whether the client prefers CSV to JSON. */
export function isCsvPreferred({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  // Tells caches that the response depends on Accept.
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  return new Negotiator(raw).mediaType(['application/json', 'text/csv']) === 'text/csv'
}

interface CsvList {
  title: FileTitle
  /** Returns the page that the query of the request asks for, or the whole list. */
  read(): Promise<unknown>
}

type Row = Record<string, unknown>

interface Part {
  rows: Row[]
  isLast: boolean
}

/** Sends all rows of the list. */
export async function sendCsv(request: FastifyRequest, reply: FastifyReply, { title, read }: CsvList) {
  const query = request.query as { page?: number; limit?: number }
  const readPart = async (page: number): Promise<Part> => {
    Object.assign(query, { page, limit: rowsPerRead })
    const part = await read()
    if (part instanceof UnpagedList) return { rows: part.rows as Row[], isLast: true }
    if (!(part instanceof Page)) throw new TypeError('Only lists are sent as CSV.')
    return { rows: part.rows as Row[], isLast: part.rows.length < rowsPerRead }
  }
  // Errors of the first part are answered in the envelope.
  const first = await readPart(1)
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', formatContentDisposition('attachment', await createFileName(request, title)))
    .send(Readable.from(writeRows(listColumns(request), first, readPart)))
}

/** The name is in the language of the caller. */
async function createFileName({ ctx, params }: FastifyRequest, title: FileTitle): Promise<string> {
  const { id } = params as { id: number }
  const sentence = typeof title === 'function' ? await title(ctx, id) : title
  return formatFileName(translate(sentence, ctx.wording), 'csv')
}

interface ListSchema {
  properties: { data: { items: { properties: Record<string, { properties?: object }> } } }
}

/** The fields of the items that the route declares; those of objects within them have a column each, like `exam.title`. */
function listColumns({ routeOptions }: FastifyRequest): string[] {
  const { 200: list } = getAnswers(routeOptions.schema ?? {}) as unknown as { 200: ListSchema }
  return Object.entries(list.properties.data.items.properties).flatMap(([name, { properties }]) =>
    properties === undefined ? [name] : Object.keys(properties).map((inner) => `${name}.${inner}`),
  )
}

/** Returns the value of a column. */
function readColumn(row: Row, column: string): unknown {
  const [name = '', inner] = column.split('.')
  const value = row[name]
  if (inner === undefined) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, inner) : undefined
}

/** Rows that were added meanwhile move others to the next part, where they are left out. */
async function* writeRows(columns: string[], first: Part, readPart: (page: number) => Promise<Part>) {
  yield `\ufeff${writeCsv([columns])}`
  let part = first
  let last = new Set<unknown>()
  for (let page = 1; ; page++) {
    if (page > 1) part = await readPart(page)
    const rows = part.rows.filter(({ id }) => id === undefined || !last.has(id))
    if (rows.length > 0) yield writeCsv(rows.map((row) => columns.map((column) => writeCell(readColumn(row, column)))))
    if (part.isLast) return
    last = new Set(part.rows.map(({ id }) => id))
  }
}

/** Line breaks of any kind, which readers take for the end of a row, and white space at the ends, which they drop. */
const quoted = /[\r\n\u2028\u2029]|^\s|\s$/

function writeCsv(rows: string[][]): string {
  // It waits for the first list in this format.
  const { stringify } = loadLibrary('csv-stringify/sync') as typeof import('csv-stringify/sync')
  return stringify(rows, { quoted_match: quoted, record_delimiter: 'windows' })
}

/** What a spreadsheet may take for the beginning of a formula, also after characters that it drops. */
const formula = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

function writeText(value: unknown): string {
  if (Array.isArray(value)) return value.map(writeText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lists are separated by semicolons; objects are JSON. */
function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = writeText(value)
  return formula.test(text) ? `'${text}` : text
}
