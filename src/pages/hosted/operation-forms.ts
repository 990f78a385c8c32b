/** Forms of operations on hosted pages: shown with what is stored, sent to the API, and shown again with what was wrong. */

import { type Fragment, type Html, html } from '#core/html.ts'
import { getDateInTimezone, getMomentInTimezone, getTimeInTimezone } from '#core/time-zone.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Arguments, Body, Data, GetOperation, Meta, Operation, Parameters } from '../contract.ts'
import { buildFields, expandGroups, type Form } from '../form-declaration.ts'
import {
  type Choice,
  type Field,
  type FormValues,
  readBody,
  type TimeConversion,
  writeEntered,
} from '../modules/form-values.ts'
import type { Failure, Success } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { renderGroups, renderInput } from './form-inputs.ts'
import { keptFormId } from './kept-forms.ts'
import { type Heading, renderAlert } from './pages.ts'
import { writeRefusal } from './refusals.ts'
import { readEntered, send, sendPage, type Visit } from './visit.ts'

/** A form that was refused, with what was entered; without them, a button alone. */
export interface RefusedForm extends Failure {
  form?: Form
  entered?: FormValues
}

interface FieldOptions {
  /** Fields that the person does not see, such as which form of the page it is. */
  hidden?: Readonly<Record<string, string>>
  /** What is stored. */
  object?: object
  refused?: RefusedForm | undefined
  /** Labels that depend on the page, by field. */
  labels?: Readonly<Record<string, string>>
  /** Choices that depend on the page, by field. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  /** The largest numbers, where they depend on the page, by field. */
  limits?: Readonly<Record<string, number>>
  /** What the page renders itself, by field. */
  custom?: Readonly<Record<string, Fragment>>
  /** Fields that this person does not see. */
  without?: readonly string[]
  action?: string
  /** The time zone of its times. */
  timezone?: string
}

interface FormOptions extends FieldOptions {
  /** Its words, or the buttons. */
  button: PlainTemplate | Html
  isQuiet?: boolean
  /** What stands above the fields. */
  head?: Fragment
  /** The part of the page where it stands. */
  anchor?: string
  /** Whether it is sent like a form with files without having one. */
  isMultipart?: boolean
}

/** Local times of a zone; what is no time is refused by the API as it is. */
const createTimes = (timezone: string): TimeConversion => ({
  toMoment: (local) => {
    const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(local) ?? []
    return day === '' ? local : getMomentInTimezone(day, time, timezone)
  },
  toLocal: (moment) => `${getDateInTimezone(moment, timezone)}T${getTimeInTimezone(moment, timezone)}`,
})

/** Renders the form of an operation. */
export function renderOperationForm(here: Visit, form: Form, options: FormOptions): Html {
  const { anchor, action = '', head, button, isQuiet = false, isMultipart = false } = options
  const fields = buildShown(here, form, options)
  const hasFile = isMultipart || [...fields.values()].some(({ input }) => input === 'file')
  const address = `${action}${anchor === undefined ? '' : `#${anchor}`}`
  return html`<form class="stacked" method="post"${hasFile && html` enctype="multipart/form-data"`}${address !== '' && html` action="${address}"`}>
${head}${renderContent(here, form, fields, options)}
${typeof button === 'string' ? html`<button${isQuiet && html` class="quiet"`}>${here.frame.writer.write(button)}</button>` : button}</form>`
}

/** Sends a page with one form. */
export const sendFormPage = (here: Visit, heading: Heading, form: Form, options: FormOptions) =>
  sendPage(here, heading, renderOperationForm(here, form, options), options.refused?.status ?? 200)

/** Says why a form was refused that the page does not show any more. */
export const renderRefusal = (refused: RefusedForm | undefined): Html | undefined =>
  refused?.form && renderAlert(refused)

/** Says why a button did nothing, whose form has no place for it. */
export const renderRefusedAct = (refused: RefusedForm | undefined): Html | undefined =>
  refused && refused.form === undefined ? renderAlert(refused) : undefined

/** Renders what stands in the form of an operation: what is wrong with it, and its fields. */
export const renderOperationFields = (here: Visit, form: Form, options: FieldOptions): Html =>
  renderContent(here, form, buildShown(here, form, options), options)

type Fields = ReadonlyMap<string, Field>

function buildShown({ frame, findBody }: Visit, form: Form, { choices = {}, labels = {}, limits = {} }: FieldOptions) {
  const fields = buildFields(form, findBody(form.operation), { writer: frame.writer, choices, labels, limits })
  ensureNamed(fields)
  return fields
}

function renderContent(here: Visit, form: Form, fields: Fields, options: FieldOptions): Html {
  const { writer } = here.frame
  const { hidden = {}, object = {}, custom, without } = options
  const refused = options.refused?.form === form ? options.refused : undefined
  const kept = refused === undefined ? findKept(here, options) : null
  const times = createTimes(options.timezone ?? here.request.ctx.config.timezone)
  const values = refused?.entered ?? kept ?? writeEntered([...fields.values()], object, times)
  const errors = joinErrors(refused?.errors ?? {}, fields)
  const state = { writer, values, errors }
  const render = (name: string): Fragment => {
    const field = fields.get(name)
    if (field === undefined || without?.includes(name)) return null
    return field.input === 'custom' ? custom?.[name] : renderInput(state, field)
  }
  return html`${refused && renderFormAlert(writer, { ...refused, errors }, listShown(errors, fields, without))}
${kept !== null && html`<p class="alert" role="status" id="${keptFormId}">${writer.write(here.keptForm?.hasFile ? 'What you typed is here again. Nothing was sent yet; choose your files again.' : 'What you typed is here again. Nothing was sent yet.')}</p>`}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${renderGroups(state, expandGroups(form, here.findBody(form.operation)), render)}`
}

/** Throws for a choice without words. A form that is sent needs none. */
function ensureNamed(fields: Fields): void {
  for (const { name, choices } of fields.values())
    for (const { value, text } of choices)
      if (text === '' && value !== '') throw new Error(`choice-names.ts has no words for "${value}" of ${name}.`)
}

/** Messages about a part of a list (`skills.3`) stand at the list, those about a cell of a row at the cell. */
function joinErrors(errors: Failure['errors'], fields: Fields): Failure['errors'] {
  const joined: Failure['errors'] = {}
  for (const [name, messages] of Object.entries(errors)) {
    const list = [...fields.values()].find((field) => field.input !== 'rows' && name.startsWith(`${field.name}.`))
    const place = list?.name ?? name
    joined[place] = [...new Set([...(joined[place] ?? []), ...messages])]
  }
  return joined
}

/** Returns the names of the messages that stand at a field; pages render custom ones as they like. */
const listShown = (errors: Failure['errors'], fields: Fields, without: readonly string[] = []): string[] =>
  Object.keys(errors).filter((name) => {
    const field = fields.get(name) ?? fields.get(name.replace(/\.\d.*/, ''))
    return field !== undefined && !['custom', 'hidden'].includes(field.input) && !without.includes(field.name)
  })

/** Returns what was entered in the form before the session ended; null unless it is that form. */
function findKept(
  { keptForm, frame: { base, path } }: Visit,
  { action, hidden = {} }: FieldOptions,
): FormValues | null {
  if (keptForm === null) return null
  const sentTo = action === undefined ? path : action.replace(base, '').replace(/[?#].*/, '')
  const entered = Object.fromEntries(keptForm.fields)
  const isThis = Object.entries(hidden).every(([name, value]) => entered[name] === value)
  return isThis && sentTo === keptForm.path ? entered : null
}

/** What a page adds to what was entered. */
interface FormAddition<O extends Operation> {
  parameters: Parameters<O>
  /** Fields that are left out of the form. */
  further?: object
  /** Fields that this person did not see. */
  without?: readonly string[]
  files?: Readonly<Record<string, File>>
  timezone?: string
}

const toFormData = (body: Readonly<Record<string, unknown>>, files: Readonly<Record<string, File>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null || value === '') continue
    // Each item of a list is a field of its own.
    if (Array.isArray(value))
      for (const item of value) form.append(`${name}[]`, typeof item === 'string' ? item : JSON.stringify(item))
    else form.append(name, String(value))
  }
  for (const [name, file] of Object.entries(files)) form.append(name, file, file.name)
  return form
}

/** Sends what was entered in a form to its operation. */
export async function sendOperationForm<O extends Exclude<Operation, GetOperation>>(
  here: Visit,
  form: Form<O>,
  { parameters, further = {}, without = [], files, timezone = here.request.ctx.config.timezone }: FormAddition<O>,
): Promise<Success<Data<O>, Meta<O>> | RefusedForm> {
  const entered = readEntered(here)
  const fields = [...buildFields(form, here.findBody(form.operation), { writer: here.frame.writer }).values()]
  const shown = fields.filter(({ name }) => !without.includes(name))
  const body = { ...readBody(shown, entered, createTimes(timezone)), ...further }
  const sent = (files === undefined ? body : toFormData(body, files)) as Body<O>
  const answer = await send(here, form.operation, ...([parameters, sent] as unknown as Arguments<O>))
  return answer.ok ? answer : refuseForm(here, form, answer)
}

/** Returns the form with what was entered, for the page to show it again with what is wrong. */
export const refuseForm = (here: Visit, form: Form, failure: Failure): RefusedForm => ({
  ...writeRefusal(here.frame.writer, buildFields(form, here.findBody(form.operation), here.frame), failure),
  form,
  entered: readEntered(here),
})
