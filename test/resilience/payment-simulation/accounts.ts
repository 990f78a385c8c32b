/** Compares what the gateways took with what the service knows and has granted. */

import type { DatabaseConfig } from '#database/index.ts'
import { ask } from '../../contract/empty-database.ts'
import type { Taken } from '../../simulation/rails.ts'
import type { World } from '../../simulation/world.ts'
import { findCourse, type Payer } from './payers.ts'

export interface Accounts {
  payments: number
  succeeded: number
  failed: number
  refunded: number
  /** Money that waits for a decision. */
  unmatched: number
  /** Purchases that were paid for more than once. */
  chargedTwice: string[]
  grantedUnpaid: string[]
  paidNotGranted: string[]
  /** Payments and refunds that are not over. */
  open: string[]
  /** Payments at a gateway of which the service has another amount, or nothing. */
  unaccounted: string[]
}

export interface Charge {
  id: number
  user_id: number
  /** The person and the course. */
  purchase: string
  gateway: string
  payment_id: string | null
  receipt: string | null
  key: string
  customer: string
  amount: number
  refunded_amount: number
  status: string
}

/** Compares everything, once nothing is on its way. `returned` are payments that an administrator has refunded. */
export async function compareAccounts({
  world,
  config,
  payers,
  courses,
  returned,
}: {
  world: World
  config: DatabaseConfig
  payers: readonly Payer[]
  /** The ids of the courses by their number. */
  courses: readonly number[]
  returned: ReadonlySet<number>
}): Promise<Accounts> {
  const charges = await readCharges(config)
  const waiting = await ask(config, "select reference from unmatched_payments where status = 'waiting'")
  const unmatched = new Set(waiting.map(({ reference }) => String(reference)))
  const taken = [...world.rails.listTaken()]
  const granted = await listGranted(world, payers)
  const paid = countPaid(
    taken.filter(({ id }) => !unmatched.has(id)),
    { charges, payers, courses },
  )
  const givenBack = new Set(charges.filter(({ id }) => returned.has(id)).map(({ purchase }) => purchase))
  const open = await ask(
    config,
    `select 'payment ' || id as name from charges where status = 'pending'
     union all select 'refund ' || id from refunds where status = 'pending'
     union all select 'task ' || kind || ' ' || coalesce(last_error, '') from tasks where dead_at is not null`,
  )
  const count = (status: string) => charges.filter((charge) => charge.status === status).length
  return {
    payments: charges.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    refunded: count('refunded'),
    unmatched: unmatched.size,
    chargedTwice: [...paid].filter(([, times]) => times > 1).map(([purchase]) => purchase),
    grantedUnpaid: [...granted].filter((purchase) => !paid.has(purchase) && !givenBack.has(purchase)),
    paidNotGranted: [...paid.keys()].filter((purchase) => !granted.has(purchase)),
    open: open.map(({ name }) => String(name)),
    unaccounted: [...listUnaccounted(taken, charges, unmatched)],
  }
}

/** How often each purchase was paid for, less what was returned as a whole. The amount names the course. */
function countPaid(
  taken: readonly Taken[],
  { charges, payers, courses }: { charges: readonly Charge[]; payers: readonly Payer[]; courses: readonly number[] },
): Map<string, number> {
  const users = new Map<string | null, number>(payers.map(({ phone, id }) => [phone, id]))
  for (const { customer, user_id } of charges) users.set(customer, user_id)
  const sent = new Map(charges.map(({ receipt, user_id }) => [receipt, user_id]))
  const paid = new Map<string, number>()
  for (const { rail, payer, amount, returned, id } of taken) {
    const user = payer === null ? sent.get(id) : users.get(payer)
    const purchase = `${user} ${courses[findCourse(rail, amount)]}`
    if (user !== undefined && amount > returned) paid.set(purchase, (paid.get(purchase) ?? 0) + 1)
  }
  return paid
}

/** PostgreSQL's driver returns large integers as text. */
export async function readCharges(config: DatabaseConfig): Promise<Charge[]> {
  const rows = await ask(config, 'select * from charges order by id')
  return rows.map(({ id, user_id, amount, refunded_amount, details, ...row }) => ({
    ...(row as Omit<Charge, 'id' | 'user_id' | 'amount' | 'refunded_amount' | 'purchase'>),
    id: Number(id),
    user_id: Number(user_id),
    amount: Number(amount),
    refunded_amount: Number(refunded_amount),
    purchase: `${user_id} ${(typeof details === 'string' ? JSON.parse(details) : details).course_id}`,
  }))
}

/** What each person has, as the service shows it. */
async function listGranted(world: World, payers: readonly Payer[]): Promise<Set<string>> {
  const granted = new Set<string>()
  for (const { id, token } of payers)
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, meta } = await world.ask(token, (client) => client.get(`/courses/enrolled?limit=100&page=${page}`))
      for (const { course } of data) granted.add(`${id} ${course.id}`)
      pages = Math.ceil(meta.total / 100)
    }
  return granted
}

/** Every unit that a gateway took is a payment here, less what was returned, or waits for a decision. */
export function listUnaccounted(
  taken: readonly Taken[],
  charges: readonly Charge[],
  unmatched: ReadonlySet<string>,
): string[] {
  const names = charges.flatMap((charge) =>
    [charge.payment_id, charge.receipt, charge.key].map((name) => [name, charge] as const),
  )
  const known = new Map<string | null, Charge>(names)
  const seen = new Set(taken.map(({ id }) => known.get(id)?.id))
  const others = taken.filter(({ id, amount, returned }) => {
    const charge = known.get(id)
    return charge === undefined ? !unmatched.has(id) : charge.amount !== amount || charge.refunded_amount !== returned
  })
  const claimed = charges.filter(({ id, status }) => ['succeeded', 'refunded'].includes(status) && !seen.has(id))
  return [...others, ...claimed].map((found) => JSON.stringify(found))
}
