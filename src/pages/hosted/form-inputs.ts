/** The inputs of forms that are made of operations. */

import type { TSchema } from 'typebox'
import { type Fragment, type Html, html } from '#core/html.ts'
import { toFieldSchema } from '#http/form-schemas.ts'
import { buildFields, type Form, type Group } from '../form-declaration.ts'
import { countRows, type Field, type InputKind, toCell } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import { describeControl, type FormState, renderTargetId } from './fields.ts'

/** What the operation says of other fields. */
const plainField = {
  hint: '',
  isRequired: false,
  isNullable: false,
  isNumber: false,
  isInteger: false,
  isBoolean: false,
  hasEmptyText: false,
  isSecret: false,
  autocomplete: 'off',
  accept: '',
  choices: [],
  columns: [],
} as const

export type OwnField = Pick<Field, 'name' | 'input' | 'label'> & Partial<Field>

/** Renders an input that is no field of an operation, such as the answer to a question of an employer: the page makes a field of it. */
export const renderOwnInput = (state: FormState, field: OwnField): Fragment =>
  renderInput(state, { ...plainField, ...field })

type Render = (state: FormState, field: Field, value: string) => Fragment

/** Renders a field with its label, its hint and its messages. */
export const renderInput = (state: FormState, field: Field): Fragment => {
  const value = state.values[field.name] ?? ''
  const render = wholeInputs[field.input]
  if (render !== undefined) return render(state, field, value)
  const control = (controls[field.input] ?? renderLine)(state, field, value)
  return renderLabeled(state, field, html`<label>${field.label}\n${control}</label>`)
}

const renderLabeled = (state: FormState, field: Field, control: Html): Html =>
  html`<div class="field">${control}
${renderMessages(state, field)}</div>
`

const renderMessages = ({ errors }: FormState, { name, hint }: Field): Html =>
  html`${hint !== '' && html`<p class="soft" id="hint-${name}">${hint}</p>`}
${errors[name] !== undefined && html`<p class="error" id="error-${name}">${errors[name].join(' ')}</p>`}`

const describeInput = (state: FormState, field: Field): Html =>
  html`${renderTargetId(state, field)}${describeControl(state, field)}${field.isRequired && html` required`}`

interface Box {
  value: string
  isChecked: boolean
  /** Whether it is the first one of its field. */
  isFirst?: boolean
}

const renderBox = (state: FormState, field: Field, { value, isChecked, isFirst = true }: Box): Html =>
  html`<input type="checkbox" name="${field.name}" value="${value}"${isChecked && html` checked`}${
    isFirst && renderTargetId(state, field)
  }${describeControl(state, field)}${field.isRequired && html` required`}>`

const renderCheckbox: Render = (state, field, value) =>
  renderLabeled(
    state,
    field,
    html`<label class="check">${renderBox(state, field, { value: 'true', isChecked: value === 'true' })} ${field.label}</label>`,
  )

const renderCheckboxes: Render = (state, field, value) => {
  const chosen = value.split('\n')
  const boxes = field.choices.map(
    (choice, place) =>
      html`<label class="check">${renderBox(state, field, { value: choice.value, isChecked: chosen.includes(choice.value), isFirst: place === 0 })} <bdi>${choice.text}</bdi></label>`,
  )
  return html`<fieldset><legend>${field.label}</legend>${boxes}${renderMessages(state, field)}</fieldset>`
}

/** How many rows a form has beyond those in which something was entered. */
const emptyRows = 2

/** Renders rows of a few fields; the empty ones are folded, and may stay empty. */
const renderRows: Render = (state, field) => {
  const { write } = state.writer
  const entered = countRows(field, state.values)
  const row = (index: number) =>
    html`<div class="filters row">${field.columns.map((column) =>
      renderInput(state, { ...toCell(field, column, index), isRequired: false }),
    )}</div>`
  return html`<fieldset${state.errors[field.name] !== undefined && html`${renderTargetId(state, field)} tabindex="-1"`}><legend>${field.label}</legend>
${Array.from({ length: entered }, (_, index) => row(index))}
<details><summary>${write('Add more')}</summary>${Array.from({ length: emptyRows }, (_, index) => row(entered + index))}</details>
${renderMessages(state, field)}
${entered > 0 && html`<p class="soft">${write('Rows whose fields are all empty are removed.')}</p>`}</fieldset>`
}

/** Inputs that are more than a label and a control. */
const wholeInputs: Partial<Record<InputKind, Render>> = {
  hidden: (_, { name }, value) => html`<input type="hidden" name="${name}" value="${value}">`,
  checkbox: renderCheckbox,
  checkboxes: renderCheckboxes,
  rows: renderRows,
}

const renderSelect: Render = (state, field, value) => {
  const hasBlank = field.isNullable && !field.isRequired && !field.choices.some((choice) => choice.value === '')
  return html`<select name="${field.name}"${describeInput(state, field)}>${hasBlank && html`<option value=""></option>`}${field.choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`,
  )}</select>`
}

const renderArea: Render = (state, field, value) =>
  html`<textarea name="${field.name}" rows="${(field.maxLength ?? 0) > 5_000 ? 8 : 4}" dir="auto"${renderLimits(field)}${describeInput(state, field)}>${value}</textarea>`

const controls: Partial<Record<InputKind, Render>> = { select: renderSelect, multiline: renderArea }

/** The `type` of an input of one line, where it has another name. */
const inputTypes: Readonly<Record<string, string>> = { 'last-day': 'date', moment: 'datetime-local', list: 'text' }

function renderLimits({ input, min, max, maxLength, isInteger }: Field): Html | null {
  if (input !== 'number') return maxLength === undefined ? null : html` maxlength="${maxLength}"`
  return html`${min !== undefined && html` min="${min}"`}${max !== undefined && html` max="${max}"`}${!isInteger && html` step="any"`}`
}

/** A browser fills neither passwords nor files in again. */
const renderLine: Render = (state, field, value) => {
  const { name, input, accept, autocomplete, isSecret } = field
  const type = inputTypes[input] ?? input
  return html`<input name="${name}" type="${type}"${!isSecret && input !== 'file' && html` value="${value}"`} autocomplete="${autocomplete}"${renderLimits(field)}${
    accept !== '' && html` accept="${accept}"`
  }${type === 'text' && html` dir="auto"`}${describeInput(state, field)}>`
}

type RenderName = (name: string) => Fragment

/** Renders the groups of a form; a folded one is open when something was entered in it, or is wrong. */
export const renderGroups = (state: FormState, groups: readonly Group[], render: RenderName): Fragment =>
  groups.map((group) => renderGroup(state, group, render))

function renderGroup(state: FormState, group: Group, render: RenderName): Fragment {
  if (typeof group === 'string') return render(group)
  if (!('fields' in group)) return html`<div class="filters">${group.map(render)}</div>`
  const content = renderGroups(state, group.fields, render)
  const title = state.writer.write(group.title)
  if (group.isFolded !== true) return html`<fieldset><legend>${title}</legend>${content}</fieldset>`
  const isOpen = group.fields
    .flat()
    .some((name) => (state.values[name] ?? '') !== '' || state.errors[name] !== undefined)
  return html`<details${isOpen && html` open`}><summary>${title}</summary>${content}</details>`
}

/** What was entered, and what is wrong with it. */
interface Filtered extends Pick<FormState, 'values'>, Partial<Pick<FormState, 'errors'>> {
  /** What the form keeps without a field for it. */
  kept?: readonly string[]
}

/** Renders the form with the filters; `schema` is that of the query. */
export function renderFilters(
  writer: Writer,
  form: Form,
  schema: TSchema,
  { values, errors = {}, kept = [] }: Filtered,
): Html {
  const fields = buildFields(form, toFieldSchema(schema), { writer })
  const state = { writer, values, errors }
  const render = (name: string): Fragment => {
    const field = fields.get(name)
    return field === undefined ? null : renderInput(state, field)
  }
  return html`<form class="filters" method="get" role="search">
${kept.map((name) => values[name] !== undefined && html`<input type="hidden" name="${name}" value="${values[name]}">`)}
${renderGroups(state, form.groups, render)}
<button>${writer.write('Search')}</button>
</form>`
}
