/** Reads who is to be put on a roster. */

import type { Context } from '#context.ts'
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

/** The people of a request, each once, in its order. */
export type RosterPeople = Pick<NewRosterEntries, 'company_id' | 'cohort_id'> & { people: NamedPerson[] }

/** Reads who is to be put on a roster, before the transaction: a file is read in another process. 422 if it is no table of people. */
export async function readRosterPeople(ctx: Context, input: NewRosterEntries): Promise<RosterPeople> {
  const { csv, user_ids, emails, ...groups } = input
  const rows = csv === undefined ? [] : await readFile(csv, ctx.actor.id)
  return { ...groups, people: listPeople({ user_ids, emails }, rows) }
}

/** Returns each person once. */
export function listPeople(
  { user_ids = [], emails = [] }: { user_ids?: number[] | undefined; emails?: string[] | undefined },
  rows: readonly NamedPerson[] = [],
): NamedPerson[] {
  const person = { line: null, user_id: null, email: null, name: '', faults: [] }
  const all: NamedPerson[] = [
    ...user_ids.map((user_id) => ({ ...person, user_id })),
    ...emails.map((email) => ({ ...person, email })),
    ...rows,
  ]
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = one.faults.length > 0 ? `line ${one.line}` : `${one.user_id ?? ''} ${one.email ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}

async function readFile(csv: string, actorId: number): Promise<NamedPerson[]> {
  const columns = { required: [], known: ['user_id', 'email', 'name'], maxRows: maxPeople }
  const { rows } = await readCsvField(csv, columns, actorId)
  return rows.map(({ line, values, faults }) => {
    const row = { line, user_id: null, email: null, name: '', faults }
    if (faults.length > 0) return { ...row, email: values.email?.slice(0, 254) ?? null }
    const { value, sentences } = readRow(values)
    if (value === null) return { ...row, faults: sentences, email: values.email?.slice(0, 254) ?? null }
    const { email = null, name = '' } = value
    const user_id = value.user_id === undefined ? null : Number(value.user_id)
    if (user_id === null && email === null) return { ...row, faults: ['A row needs an address or the id of a user.'] }
    return { ...row, user_id, email: user_id === null ? email : null, name }
  })
}
