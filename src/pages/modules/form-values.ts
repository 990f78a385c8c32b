/** The fields of a form, what a person enters in them, and the body that is made of it. Browsers run this module too. */

export type InputKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'tel'
  | 'url'
  | 'password'
  | 'search'
  | 'number'
  | 'date'
  /** The last day of something that ends at a moment. */
  | 'last-day'
  | 'moment'
  | 'time'
  | 'checkbox'
  | 'select'
  /** Some of a few words. */
  | 'checkboxes'
  /** Texts with commas between them. */
  | 'list'
  /** Texts that may have commas, each on a line of its own. */
  | 'lines'
  | 'rows'
  | 'file'
  | 'hidden'
  /** A person, plan, course, exam or company, searched by name; only where scripts run. */
  | 'picker'
  /** The page renders and reads it. */
  | 'custom'

export interface Choice {
  value: string
  text: string
}

/** A field as a page shows it, in the language of its reader. */
export interface Field {
  /** A path, such as `links.website`. */
  name: string
  input: InputKind
  label: string
  hint: string
  isRequired: boolean
  isNullable: boolean
  /** Whether its value in JSON is a number, or has numbers. */
  isNumber: boolean
  isInteger: boolean
  isBoolean: boolean
  /** Whether an empty text is a value of it. */
  hasEmptyText: boolean
  isSecret: boolean
  min?: number | undefined
  max?: number | undefined
  maxLength?: number | undefined
  autocomplete: string
  /** The file types of a file, or what a picker searches. */
  accept: string
  choices: readonly Choice[]
  /** The fields of a row. */
  columns: readonly Field[]
}

/** What was entered, by the names of the fields. Several values of one field are lines. */
export type FormValues = Readonly<Record<string, string>>

/** Turns a local time without a zone, `2026-11-28T10:00`, into a moment, and a moment into such a time. */
export interface TimeConversion {
  toMoment(local: string): string
  toLocal(moment: string): string
}

/** The most rows that are read of a form. */
const maxRows = 1_000

/** The value of a field that was left empty; undefined for none. */
function readEmpty({ isNullable, isRequired, hasEmptyText }: Field): '' | null | undefined {
  if (isNullable) return null
  return isRequired || hasEmptyText ? '' : undefined
}

/** What stands between the values of a field that has several. */
const separators: Partial<Record<InputKind, RegExp | string>> = { list: /[,\n]/, lines: '\n', checkboxes: '\n' }

function readValue(field: Field, entered: FormValues, times: TimeConversion): unknown {
  const { name, input, isNumber, isBoolean } = field
  const text = entered[name] ?? ''
  if (input === 'file' || input === 'custom') return undefined
  if (input === 'checkbox') return text === 'true'
  if (input === 'rows') return readRows(field, entered, times)
  const separator = separators[input]
  if (separator !== undefined) return readList(text, separator, isNumber)
  if (text.trim() === '') return readEmpty(field)
  if (isNumber) return readNumber(text)
  if (isBoolean) return text === 'true'
  return input === 'moment' ? times.toMoment(text) : text + (input === 'last-day' ? 'T23:59:59Z' : '')
}

/** A text that is no number is refused by the API as it is. */
const readNumber = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text))

function readList(text: string, separator: RegExp | string, isNumber: boolean): (number | string)[] {
  const parts = text.split(separator).map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => (isNumber ? readNumber(part) : part))
}

const nameCell = (rows: string, index: number, column: string) => `${rows}.${index}.${column}`

const isFilled = ({ columns, name }: Field, entered: FormValues, index: number) =>
  columns.some(
    ({ input, name: column }) => input !== 'hidden' && (entered[nameCell(name, index, column)] ?? '').trim() !== '',
  )

/** Returns one more than the index of the last row in which something was entered. */
export function countRows(field: Field, entered: FormValues): number {
  const start = `${field.name}.`
  const indexes = Object.keys(entered).flatMap((name) =>
    name.startsWith(start) ? [Number.parseInt(name.slice(start.length), 10)] : [],
  )
  const filled = indexes.filter((index) => index >= 0 && index < maxRows && isFilled(field, entered, index))
  return Math.max(0, ...filled.map((index) => index + 1))
}

/** Returns the field of a cell of a row. */
export const toCell = (rows: Field, column: Field, index: number): Field => ({
  ...column,
  name: nameCell(rows.name, index, column.name),
})

/** Rows in which nothing was entered are left out. */
function readRows(field: Field, entered: FormValues, times: TimeConversion): object[] {
  const indexes = Array.from({ length: countRows(field, entered) }, (_, index) => index)
  return indexes
    .filter((index) => isFilled(field, entered, index))
    .map((index) =>
      Object.fromEntries(
        field.columns
          .map((column) => [column.name, readValue(toCell(field, column, index), entered, times)] as const)
          .filter(([, value]) => value !== undefined),
      ),
    )
}

/** Returns the body that the fields make; a path like `links.website` is a field of an object. */
export function readBody(
  fields: readonly Field[],
  entered: FormValues,
  times: TimeConversion,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = readValue(field, entered, times)
    const [name = '', inner] = field.name.split('.')
    if (value === undefined) continue
    body[name] = inner === undefined ? value : { ...(body[name] as object | undefined), [inner]: value }
  }
  return body
}

const findValue = (object: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      object,
    )

function writeValue({ input }: Field, value: unknown, times: TimeConversion): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(separators[input] === '\n' ? '\n' : ', ')
  if (input === 'last-day') return String(value).slice(0, 10)
  return input === 'moment' ? times.toLocal(String(value)) : String(value)
}

/** Returns what a form shows of an object before anything is entered: its values. */
export function writeEntered(fields: readonly Field[], object: object, times: TimeConversion): Record<string, string> {
  const entered: Record<string, string> = {}
  for (const field of fields) {
    const value = findValue(object, field.name)
    if (field.input === 'rows' && Array.isArray(value))
      for (const [index, row] of value.entries())
        for (const column of field.columns)
          entered[nameCell(field.name, index, column.name)] = writeValue(column, findValue(row, column.name), times)
    else if (!field.isSecret && value !== undefined) entered[field.name] = writeValue(field, value, times)
  }
  return entered
}
