/** Reads who is to be put on a roster. */

import { readCsvField } from '#http/csv-field.ts'
import { createReader } from '#http/validation.ts'
import type { Sentence } from '#language/sentence.ts'
import { maxPeople, type NewRosterEntries, RosterRow } from './schemas.ts'

/** A person by id or by address, or a row that names none. */
export interface NamedPerson {
  line: number | null
  user_id: number | null
  email: string | null
  /** The name that an invited person gets. */
  name: string
  /** Why the row is refused. */
  faults: readonly Sentence[]
}

/** Reads a row like the body of a request, so that the same values are accepted with the same messages. */
const readRow = createReader(RosterRow)

/** Returns each person once, in the order of the request. 422 if the file is no table of people. */
export function readPeople({ user_ids = [], emails = [], csv }: NewRosterEntries): NamedPerson[] {
  const person = { line: null, user_id: null, email: null, name: '', faults: [] }
  const all: NamedPerson[] = [
    ...user_ids.map((user_id) => ({ ...person, user_id })),
    ...emails.map((email) => ({ ...person, email })),
    ...(csv === undefined ? [] : readFile(csv)),
  ]
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = one.faults.length > 0 ? `line ${one.line}` : `${one.user_id ?? ''} ${one.email ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}

function readFile(csv: string): NamedPerson[] {
  const rows = readCsvField(csv, { required: [], known: ['user_id', 'email', 'name'], maxRows: maxPeople })
  return rows.map(({ line, values }) => {
    const { value, sentences } = readRow(values)
    const row = { line, user_id: null, email: null, name: '', faults: sentences }
    if (value === null) return { ...row, email: values.email ?? null }
    const { email = null, name = '' } = value
    const user_id = value.user_id === undefined ? null : Number(value.user_id)
    if (user_id === null && email === null) return { ...row, faults: ['A row needs an address or the id of a user.'] }
    return { ...row, user_id, email: user_id === null ? email : null, name }
  })
}
