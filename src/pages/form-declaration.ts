/**
 * Forms are made from the operations that they send. A page declares which fields stand where, what the schema cannot know of one, and which are
 * left out on purpose; labels, limits and choices are those of the API description. A field that is neither shown nor left out does not compile,
 * unless the form has a place for other fields.
 */

import type { FieldSchema } from '#http/form-schemas.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { isSentence, writeFieldLabel } from '#language/translation.ts'
import { choiceNames, filterNames, listLanguages, listZones } from './choice-names.ts'
import type { FieldName, Operation } from './contract.ts'
import { chooseInput } from './input-kind.ts'
import type { Choice, Field, InputKind } from './modules/form-values.ts'
import type { Writer } from './writer.ts'

/** What the schema of a field does not say. */
export interface Widget {
  input?: InputKind
  label?: PlainTemplate
  hint?: PlainTemplate
  /** Whether a change must name it too. */
  isRequired?: boolean
  autocomplete?: string
  accept?: string
  /** The words for its values, where they are others than in `choice-names.ts`; in a filter, a value without words is not offered. */
  choices?: Readonly<Record<string, PlainTemplate>>
  /** The limit of a text of which the page makes a list. */
  maxLength?: number
  /** The fields of a row, with what the schema does not say of them. */
  columns?: Readonly<Record<string, Widget>>
}

/**
 * Stands in a group for all fields that no group shows and `leftOut` does not name: the form of an object shows what its record has got without
 * a word here.
 */
export const otherFields = '*'

/** Fields beside each other, or a part of the form with a title. */
export type Group<N extends string = string> =
  | N
  | readonly N[]
  | { title: PlainTemplate; isFolded?: boolean; fields: readonly (N | readonly N[])[] }

type Shown<G> = G extends string
  ? G
  : G extends readonly (infer Item)[]
    ? Shown<Item>
    : G extends { fields: infer F }
      ? Shown<F>
      : never

type OuterName<N> = N extends `${infer Outer}.${string}` ? Outer : N

/** The fields that no group shows; of an object, its name. */
type MissingField<O extends Operation, G> = OuterName<Exclude<FieldName<O>, Shown<G>>> & string

/**
 * The fields that are not shown, each with the reason. One text is the reason for all of them: of a form that is a part of what another one
 * of the operation shows.
 */
type LeftOutReasons<O extends Operation, G> =
  typeof otherFields extends Shown<G>
    ? { leftOut?: Readonly<Partial<Record<MissingField<O, G>, string>>> }
    : [MissingField<O, G>] extends [never]
      ? { leftOut?: undefined }
      : { leftOut: Readonly<Record<MissingField<O, G>, string>> | string }

export interface Form<O extends Operation = Operation> {
  operation: O
  groups: readonly Group[]
  widgets: Readonly<Record<string, Widget | undefined>>
  /** The fields that are not shown. */
  leftOut: readonly string[]
}

/** Declares a form. */
export const defineForm = <O extends Operation, const G extends readonly Group<FieldName<O> | typeof otherFields>[]>(
  operation: O,
  {
    groups,
    widgets = {},
    leftOut,
  }: { groups: G; widgets?: { readonly [N in Shown<G>]?: Widget } } & LeftOutReasons<O, G>,
): Form<O> => ({ operation, groups, widgets, leftOut: typeof leftOut === 'object' ? Object.keys(leftOut) : [] })

const flattenGroup = (group: Group): string[] => {
  if (typeof group === 'string') return [group]
  return ('fields' in group ? group.fields : group).flat()
}

/** Returns the names of the fields of a form. */
export const listFieldNames = ({ groups }: Pick<Form, 'groups'>): string[] => groups.flatMap(flattenGroup)

/** Returns the groups with the other fields at their place, in the order of the body. */
export function expandGroups({ groups, leftOut }: Form, { properties = {} }: FieldSchema): readonly Group[] {
  const named = [...listFieldNames({ groups }), ...leftOut]
  const others = Object.entries(properties).flatMap(([name, { properties: inner }]) =>
    inner === undefined ? [name] : Object.keys(inner).map((part) => `${name}.${part}`),
  )
  const missing = others.filter((name) => !named.includes(name) && !named.includes(name.split('.')[0] ?? ''))
  const expand = (names: readonly string[]) => names.flatMap((name) => (name === otherFields ? missing : [name]))
  const expandItem = (item: string | readonly string[]): (string | string[])[] =>
    typeof item === 'string' ? expand([item]) : [expand(item)]
  return groups.flatMap((group): Group[] =>
    typeof group === 'object' && 'fields' in group
      ? [{ ...group, fields: group.fields.flatMap(expandItem) }]
      : expandItem(group),
  )
}

interface Reader {
  writer: Writer
  /** Labels that depend on the page, by field. */
  labels?: Readonly<Record<string, string>>
  /** Choices that depend on the page, by field. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  /** The largest numbers, where they depend on the page, by field. */
  limits?: Readonly<Record<string, number>>
}

/** Returns the fields of a form in the language of its reader, by their names. */
export function buildFields(form: Form, body: FieldSchema, reader: Reader): Map<string, Field> {
  const { operation, widgets } = form
  const groups = expandGroups(form, body)
  const kind = { isChange: operation.startsWith('PUT '), isFilter: operation.startsWith('GET ') }
  const fields = listFieldNames({ groups }).map((name) => {
    const [first = '', inner] = name.split('.')
    const outer = body.properties?.[first]
    const holder = inner === undefined ? body : outer
    const schema = inner === undefined ? outer : outer?.properties?.[inner]
    if (schema === undefined) throw new Error(`The body has no field ${name}.`)
    const isRequired = holder?.required?.includes(inner ?? first) === true
    return buildField(name, schema, { widget: widgets[name] ?? {}, ...kind, isRequired, reader })
  })
  return new Map(fields.map((field) => [field.name, field]))
}

const numbers = ['integer', 'number']

interface Place {
  widget: Widget
  /** Whether what is left empty is emptied, as in a change. */
  isChange: boolean
  /** Whether what is left empty is not looked for. */
  isFilter: boolean
  isRequired: boolean
  reader: Reader
}

function buildField(name: string, schema: FieldSchema, place: Place): Field {
  const { widget, isChange, isRequired, reader } = place
  const types = [schema.type ?? []].flat()
  const input = widget.input ?? chooseInput(name, schema, types, reader.choices?.[name] !== undefined)
  const isPlain = types.includes('string') && schema.enum === undefined && schema.format === undefined
  return {
    name,
    input,
    ...describeField(name, schema, widget, reader),
    isRequired: widget.isRequired ?? (isRequired && !mayBeEmpty(input, types, schema)),
    isNullable: types.includes('null'),
    isNumber: numbers.some((type) => types.includes(type) || type === schema.items?.type),
    hasEmptyText: isPlain && isChange && input !== 'password' && (schema.minLength ?? 0) === 0,
    isInteger: types.includes('integer'),
    isBoolean: types.includes('boolean'),
    isSecret: input === 'password' || name === 'card_number' || name === 'cvv',
    min: schema.minimum,
    max: reader.limits?.[name] ?? schema.maximum,
    maxLength: widget.maxLength ?? schema.maxLength,
    autocomplete: widget.autocomplete ?? autocompletes[name] ?? 'off',
    accept: widget.accept ?? '',
    choices: reader.choices?.[name] ?? listChoices(input, schema, place),
    columns: Object.entries(widget.columns ?? listColumns(input, schema)).map(([column, inner]) => {
      const { properties = {}, required = [] } = schema.items ?? {}
      const cell = properties[column]
      if (cell === undefined) throw new Error(`A row of ${name} has no field ${column}.`)
      return buildField(column, cell, {
        ...place,
        widget: inner,
        isRequired: required.includes(column),
        reader: { writer: reader.writer },
      })
    }),
  }
}

/** Rows have all columns, unless the form says which. */
const listColumns = (input: InputKind, { items }: FieldSchema): Readonly<Record<string, Widget>> =>
  input === 'rows' ? Object.fromEntries(Object.keys(items?.properties ?? {}).map((name) => [name, {}])) : {}

/** A box that may stay empty has a value too; one that must be checked admits no other. */
const mayBeEmpty = (input: InputKind, types: readonly string[], schema: FieldSchema): boolean =>
  types.includes('null') || (input === 'checkbox' && schema.const === undefined && schema.enum === undefined)

/** Labels of fields whose names are not their words in English. */
export const labels: Readonly<Record<string, PlainTemplate>> = {
  email: 'E-mail',
  location: 'Place',
  phone: 'Telephone',
  timezone: 'Time zone',
  url: 'Address',
  doi: 'DOI',
  orcid: 'ORCID iD',
  github: 'GitHub',
  linkedin: 'LinkedIn',
}

/** The description of a field is for engineers, unless the catalogues have it as a sentence for people. */
function describeField(name: string, { description = '' }: FieldSchema, widget: Widget, reader: Reader) {
  const { write, wording } = reader.writer
  const last = name.split('.').at(-1) ?? name
  const { label = labels[last], hint = isSentence(description) ? description : undefined } = widget
  return {
    label: reader.labels?.[name] ?? (label === undefined ? writeFieldLabel(last, wording) : write(label)),
    hint: hint === undefined ? '' : write(hint),
  }
}

/** What browsers fill in by themselves. */
const autocompletes: Readonly<Record<string, string>> = {
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  institution: 'organization',
  country: 'country-name',
  current_password: 'current-password',
  password: 'new-password',
  password_confirmation: 'new-password',
  code: 'one-time-code',
  card_number: 'cc-number',
  expiry_month: 'cc-exp-month',
  expiry_year: 'cc-exp-year',
  cvv: 'cc-csc',
}

function listChoices(input: InputKind, { enum: words, items, format }: FieldSchema, place: Place): Choice[] {
  if (input !== 'select' && input !== 'checkboxes') return []
  if (format === 'locale') return listLanguages()
  if (format === 'timezone') return listZones()
  const values = (words ?? items?.enum ?? []).filter((word) => word !== null).map(String)
  const { widget, isFilter, reader } = place
  const names = { ...(isFilter && filterNames), ...choiceNames, ...widget.choices }
  const offered = isFilter ? ['', ...values.filter((value) => names[value] !== undefined)] : values
  return offered.map((value) => {
    const name = names[value]
    return { value, text: name === undefined ? '' : reader.writer.write(name) }
  })
}
