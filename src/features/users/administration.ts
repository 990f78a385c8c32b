import type { AnyContext, Context, Transaction } from '#context.ts'
import { isEmail, normalizeEmail } from '#core/email.ts'
import type { Rows, Slice } from '#core/page.ts'
import { addToCounter, readCounters } from '#platform/counters.ts'
import { type AccountFilter, accounts, type Selection } from './administration-queries.ts'
import { getUserCounter, roles } from './counters.ts'
import type { Role } from './record.ts'
import type { User } from './schemas.ts'
import { parseSearch } from './words.ts'

export type AccountRow = Awaited<ReturnType<typeof accounts.page.all>>[number]

interface AccountQuery {
  /** A name or the beginnings of its words, an e-mail address, or an id. */
  query?: string | undefined
  role?: Role | undefined
  state?: Selection | undefined
  /** Newest first unless given. */
  sort?: 'recent' | 'oldest' | 'name' | undefined
}

/** Returns a page of accounts. */
export async function findAccounts(ctx: Context, asked: AccountQuery, slice: Slice): Promise<Rows<AccountRow>> {
  const { query = '', role, state = 'any', sort } = asked
  const order = { oldest: sort === 'oldest' || undefined, by_name: sort === 'name' || undefined }
  const filter = toFilter(query)
  if (filter === null) return { rows: [], total: 0 }
  const [rows, total] = await Promise.all([
    accounts.page.inBackground(ctx, { ...filter, ...order, role, ...slice }, state),
    query === '' ? countAll(ctx, role, state) : count(ctx, { ...filter, role }, state),
  ])
  return { rows, total }
}

/** Active accounts have counters; suspended ones are few. */
async function countAll(ctx: Context, role: Role | undefined, state: Selection): Promise<number> {
  if (state !== 'active' && state !== 'any') return count(ctx, { role }, state)
  const active = await readCounters(ctx, ...(role === undefined ? roles : [role]).map(getUserCounter))
  return state === 'active' ? active : active + (await count(ctx, { role }, 'suspended'))
}

async function count(ctx: Context, filter: AccountFilter, state: Selection): Promise<number> {
  const [counted] = await accounts.count.inBackground(ctx, filter, state)
  return counted?.total ?? 0
}

/** Null for a search without any word, which finds no account. */
function toFilter(query: string): AccountFilter | null {
  if (query === '') return {}
  if (/^\d{1,15}$/.test(query)) return { id: Number(query) }
  const email = normalizeEmail(query)
  if (isEmail(email)) return { email }
  return parseSearch(query)
}

/** Returns the account as it is listed, or null. */
export async function findAccount(ctx: Context, id: number): Promise<AccountRow | null> {
  const slice = { id, limit: 1, offset: 0 }
  return (await accounts.page.maybe(ctx, slice, 'any')) ?? accounts.page.maybe(ctx, slice, 'deleted')
}

/** Returns when and why the account was suspended; null if it is not. */
export async function findSuspension(ctx: AnyContext, id: number) {
  const found = await accounts.suspension.maybe(ctx, { id })
  return found?.suspended_at ? { suspended_at: found.suspended_at, reason: found.suspension_reason } : null
}

/** Suspends the account, or ends its suspension with null; lists and counters omit suspended accounts. */
export async function setSuspension(tx: Transaction, { id, role }: User, reason: string | null): Promise<void> {
  const now = tx.clock.now()
  await accounts.setSuspension.run(tx, { id, suspended_at: reason === null ? null : now, reason: reason ?? '', now })
  await addToCounter(tx, getUserCounter(role), reason === null ? 1 : -1)
}
