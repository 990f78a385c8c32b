/** The rows of a CV in the form of a researcher: degrees and posts, each of which is a few fields. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { type FormState, renderCheckbox, renderTextField } from './fields.ts'

export const rowKinds = ['education', 'employment'] as const
type RowKind = (typeof rowKinds)[number]

/** The values of a row by the names of the API. */
export type Row = Readonly<Record<string, string | boolean | null>>

const titles: Record<RowKind, PlainTemplate> = { education: 'Education', employment: 'Work' }

const fields: Record<RowKind, Readonly<Record<string, PlainTemplate>>> = {
  education: { institution: 'Institution', degree: 'Degree', field: 'Field of study', start: 'From', end: 'To' },
  employment: { institution: 'Institution', title: 'Position', start: 'From', end: 'To' },
}

/** How many rows a form has beyond those that are stored. */
const emptyRows = 2
/** The most rows of a form, which bounds what is read of it. */
const mostRows = 100

const nameField = (kind: RowKind, index: number, field: string) => `${kind}.${index}.${field}`

/** Renders the rows of one kind; the empty ones are folded. */
export function renderRows(state: FormState, kind: RowKind, stored: readonly Row[]): Html {
  const { write } = state.writer
  const values = { ...writeRows(kind, stored), ...state.values }
  const entered = countRows(kind, values)
  const row = (index: number) => renderRow({ ...state, values }, kind, index)
  return html`<fieldset><legend>${write(titles[kind])}</legend>
${Array.from({ length: entered }, (_, index) => row(index))}
<details><summary>${write('Add more')}</summary>${Array.from({ length: emptyRows }, (_, index) => row(entered + index))}</details>
${entered > 0 && html`<p class="soft">${write('Rows whose fields are all empty are removed.')}</p>`}</fieldset>`
}

function renderRow(state: FormState, kind: RowKind, index: number): Html {
  const hint = { start: 'A year, or a month like 2024-09.' } as const
  return html`<div class="filters row"><input type="hidden" name="${nameField(kind, index, 'ror')}" value="${state.values[nameField(kind, index, 'ror')]}">
${Object.entries(fields[kind]).map(([field, label]) => renderTextField(state, { name: nameField(kind, index, field), label, most: 200, ...(field === 'start' && { hint: hint.start }) }))}
${kind === 'employment' && renderCheckbox(state, { name: nameField(kind, index, 'current'), label: 'I work there now.' })}</div>`
}

/** Returns the values of the fields of the rows. */
function writeRows(kind: RowKind, rows: readonly Row[]): Record<string, string> {
  const entries = rows.flatMap((row, index) =>
    Object.entries(row).map(([field, value]) => [nameField(kind, index, field), value === null ? '' : String(value)]),
  )
  return Object.fromEntries(entries)
}

/** Returns one more than the index of the last row with a value. */
function countRows(kind: RowKind, values: Readonly<Record<string, string>>): number {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const [first, index = '', field = ''] = name.split('.')
    return first === kind && value !== '' && field in fields[kind] ? [Number(index) + 1] : []
  })
  return Math.max(0, ...filled.filter((count) => count <= mostRows))
}

type Read = (field: string) => string

/** Returns a reader of each row that was entered. */
function listRows(kind: RowKind, values: Readonly<Record<string, string>>): Read[] {
  const readers = Array.from(
    { length: countRows(kind, values) },
    (_, index): Read =>
      (field) =>
        (values[nameField(kind, index, field)] ?? '').trim(),
  )
  return readers.filter((read) => Object.keys(fields[kind]).some((field) => read(field) !== ''))
}

const buildStage = (read: Read) => ({
  institution: read('institution'),
  ror: read('ror') || null,
  start: read('start') || null,
  end: read('end') || null,
})

/** Returns the degrees that were entered, as the API takes them. */
export const buildEducation = (values: Readonly<Record<string, string>>) =>
  listRows('education', values).map((read) => ({
    ...buildStage(read),
    degree: read('degree'),
    field: read('field'),
  }))

/** Returns the posts that were entered, as the API takes them. */
export const buildEmployment = (values: Readonly<Record<string, string>>) =>
  listRows('employment', values).map((read) => ({
    ...buildStage(read),
    title: read('title'),
    current: read('current') === 'true',
  }))
