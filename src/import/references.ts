/** Finds what rows name, and refuses those that name a row that no import has brought. */

import type { AnyContext } from '#context.ts'
import { prepareFindIds } from '#database/query/bulk.ts'
import type { Tables } from '#database/tables/index.ts'
import { createOnce } from './create-once.ts'
import { type BroughtRow, findBrought } from './imported-rows.ts'
import { type Entry, listOpen, recordRefusal } from './progress.ts'
import { type ImportTable, namedTables } from './table.ts'

type Table = keyof Tables & string

/** Where an id is in a row, so that another can be put in its place. */
interface Place {
  // biome-ignore lint/suspicious/noExplicitAny: A row of a file, or a list or an object in it.
  holder: any
  key: string | number
  id: unknown
}

const idsOf = createOnce((table: Table) => prepareFindIds(table))

/** Returns the ids that there are in any of the databases. */
export async function findIds(databases: readonly AnyContext[], table: Table, ids: readonly unknown[]) {
  const wanted = { ids: [...new Set(ids)] }
  const found = wanted.ids.length === 0 ? [] : await Promise.all(databases.map((db) => idsOf(table).all(db, wanted)))
  return new Set<unknown>(found.flat().map(({ id }) => id))
}

/** Returns the places of the ids that a row has at a path. */
function listPlaces(holder: Place['holder'], path: readonly string[]): Place[] {
  const [key = '', ...rest] = path
  if (typeof holder !== 'object' || holder === null) return []
  if (Array.isArray(holder)) return holder.flatMap((item) => listPlaces(item, path))
  const value = holder[key]
  if (rest.length > 0) return listPlaces(value, rest)
  const places = Array.isArray(value)
    ? value.map((id, index) => ({ holder: value, key: index, id }))
    : [{ holder, key, id: value }]
  return places.filter(({ id }) => id !== undefined && id !== null)
}

/** Returns the rows with the ids that may be named: those that an import has brought and that are still here. */
async function findNamed(databases: readonly AnyContext[], name: Table, ids: readonly unknown[]) {
  if (namedTables.has(name)) {
    const existing = await findIds(databases, name, ids)
    return new Map<unknown, BroughtRow>([...existing].map((id) => [id, { id, isJoined: false }]))
  }
  const brought = await findBrought(databases, name, ids)
  const idsHere = [...brought.values()].map(({ id }) => id)
  const existing = await findIds(databases, name, idsHere)
  return new Map<unknown, BroughtRow>([...brought].filter(([, { id }]) => existing.has(id)))
}

/** Puts the ids of rows that imports have brought in place of those of the file, and refuses rows that name others. */
export async function resolveReferences(
  databases: readonly AnyContext[],
  table: ImportTable,
  entries: readonly Entry[],
): Promise<void> {
  for (const [path, input] of Object.entries(table.references ?? {})) {
    const targets = [input].flat()
    const places = listOpen(entries).flatMap((entry) =>
      listPlaces(entry.row, path.split('.')).map((place) => ({ ...place, entry })),
    )
    const ids = places.map(({ id }) => id)
    const named = await Promise.all(targets.map((name) => findNamed(databases, name, ids)))
    const known = new Map(named.flatMap((rows) => [...rows]))
    const unknown = ids.filter((id) => !known.has(id))
    const here = await Promise.all(targets.map((name) => findIds(databases, name, unknown)))
    for (const { entry, holder, key, id } of places) {
      const row = known.get(id)
      const isHere = here.some((found) => found.has(id))
      if (row === undefined) refuseOnce(entry, describeUnknown(entry, path, { id, targets, isHere }))
      else if (row.isJoined && table.letsIn) refuseOnce(entry, describeJoined(path, id, row))
      else holder[key] = row.id
    }
  }
}

/** Refuses a row for the first reason that there is. */
function refuseOnce(entry: Entry, why: string) {
  if (entry.verdict === 'imported') recordRefusal(entry, why)
}

interface UnknownReference {
  id: unknown
  targets: readonly Table[]
  /** Whether there is a row with the id, which something else has made. */
  isHere: boolean
}

function describeUnknown({ row }: Entry, path: string, { id, targets, isHere }: UnknownReference): string {
  const [column = '', ...inner] = path.split('.')
  const field = inner.at(-1)
  const names = targets.join(' or ')
  const what = field === undefined ? `${Array.isArray(row[column]) ? 'has' : 'is'} ${id}` : `has the ${field} ${id}`
  const why = isHere
    ? `and the row ${id} of ${names} is another one, which no import has brought`
    : `which is no id of ${names}`
  return `The column "${column}" ${what}, ${why}.`
}

const describeJoined = (path: string, id: unknown, row: BroughtRow) =>
  `The column "${path}" is ${id}, whose account ${row.id} was here before and has its own ways to sign in.`
