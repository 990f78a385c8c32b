/** Joins people of a file with their accounts here: both services have proven that the address is theirs. */

import { accounts, importedRows } from './imported-row-queries.ts'
import { findBrought, recordJoined } from './imported-rows.ts'
import { type Entry, listOpen } from './progress.ts'
import type { Databases } from './table.ts'

/** Keeps the accounts of people who were here before, and remembers them in place of the people of the file. */
export async function joinPeople(databases: Databases, entries: readonly Entry[], run: number): Promise<void> {
  const proven = listOpen(entries).filter(({ row }) => row.email_verified_at)
  const free = await findFreeAccounts(
    databases,
    proven.map(({ row }) => row.email),
  )
  const joined = new Map<number, number>()
  for (const entry of proven) {
    const { id, email } = entry.row
    const account = free.get(email)
    if (account === undefined) continue
    // An account goes on for one person only.
    free.delete(email)
    joined.set(id, account)
    entry.verdict = 'kept'
  }
  await recordJoined(databases[0], joined, run)
}

/** Returns the accounts with the addresses that no import has brought and that go on for no other person, by address. */
async function findFreeAccounts(databases: Databases, emails: readonly string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const found = (await Promise.all(databases.map((db) => accounts.byEmails.all(db, { emails })))).flat()
  const ids = found.map(({ id }) => id)
  const brought = await findBrought(databases, 'users', ids)
  const others = (await Promise.all(databases.map((db) => importedRows.joined.all(db, { ids })))).flat()
  const taken = new Set(others.map(({ joined_id }) => joined_id))
  const isFree = (id: number) => !taken.has(id) && brought.get(id)?.isJoined !== false
  return new Map(found.flatMap(({ id, email }) => (email !== null && isFree(id) ? [[email, id]] : [])))
}
