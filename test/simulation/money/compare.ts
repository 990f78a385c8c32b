/** Compares the books of the gateways with the payments and with what people have. */

import assert from 'node:assert/strict'
import type { DatabaseConfig } from '#database/index.ts'
import type { Client } from '#test/support/client.ts'
import { ask } from '../../contract/empty-database.ts'
import { type Charge, listUnaccounted, readCharges } from '../../resilience/payment-simulation/accounts.ts'
import type { Scene } from '../domain.ts'

/** How many payments are on their way, or wait for the receipt of M-Pesa. */
export async function countOpen(config: DatabaseConfig): Promise<number> {
  const charges = await readCharges(config)
  return charges.filter(
    ({ status, gateway, receipt }) =>
      status === 'pending' || (status === 'succeeded' && gateway === 'daraja' && receipt === null),
  ).length
}

/** Once nothing is on its way: returns how many payments there were, and how much waits for a decision. */
export async function compareBooks({ config, rails, citizens }: Scene) {
  const charges = await readCharges(config)
  const waiting = await ask(config, "select reference from unmatched_payments where status = 'waiting'")
  const unmatched = new Set(waiting.map(({ reference }) => String(reference)))
  const outside = charges.filter(({ gateway }) => gateway !== 'sandbox')
  const open = charges.filter(({ status }) => status === 'pending')
  assert.deepEqual(open, [], 'Payments that are not over')
  const unaccounted = listUnaccounted([...rails.listTaken()], outside, unmatched)
  assert.deepEqual(unaccounted, [], `Money that is not accounted for, beside ${JSON.stringify(outside)}`)
  await compareCourses(charges, citizens('learner'))
  const count = (status: string) => charges.filter((charge) => charge.status === status).length
  return {
    payments: charges.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    refunded: count('refunded'),
    unmatched: unmatched.size,
  }
}

/** Each course that was paid for is there, and each that is there and costs something was paid for once. */
async function compareCourses(charges: readonly Charge[], people: readonly (Client & { id: number; name: string })[]) {
  const paid = Map.groupBy(
    charges.filter(({ status, purchase }) => status === 'succeeded' && !purchase.endsWith(' undefined')),
    ({ purchase }) => purchase,
  )
  for (const [purchase, payments] of paid) assert.equal(payments.length, 1, `${purchase} is paid for once`)
  const granted = new Set<string>()
  for (const person of people) for (const purchase of await listCourses(person)) granted.add(`${person.id} ${purchase}`)
  const costs = new Set(charges.map(({ purchase }) => purchase.split(' ')[1]))
  const given = [...granted].filter((purchase) => costs.has(purchase.split(' ')[1]))
  assert.deepEqual(
    given.filter((purchase) => !paid.has(purchase)),
    [],
    'Granted and not paid',
  )
  assert.deepEqual(
    [...paid.keys()].filter((purchase) => !granted.has(purchase)),
    [],
    'Paid and not granted',
  )
}

/** A reserved course is paused and gives no access. */
async function listCourses(person: Client): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await person.get(`/courses/enrolled?limit=100&page=${page}`)
    for (const { course, status } of data) if (status !== 'paused') ids.push(course.id)
    last = meta.last_page
  }
  return ids
}
