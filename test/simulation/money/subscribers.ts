/** People who subscribe by each rail, and what they do about their renewals. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import type { Citizen } from '../people/population.ts'
import { createMethod, type PayingRail } from './methods.ts'

/**
 * Whether a person pays each renewal, pays with another method after a refusal, never pays again, or cancels after some weeks.
 */
export const habits = ['faithful', 'faithful', 'late', 'gone', 'leaving'] as const
export type Habit = (typeof habits)[number]

export interface Subscriber {
  person: Citizen
  rail: PayingRail
  habit: Habit
  /** The phones of the person; none of a card. */
  phones: string[]
  since: string
  index: number
  isDone: boolean
}

/** Lets a person subscribe now, and answers the prompt. */
export async function createSubscriber(subscriber: Subscriber, settle: () => Promise<void>): Promise<void> {
  const { person, habit } = subscriber
  const payment_method_id = await addMethod(subscriber, true)
  assert.ok(payment_method_id !== null)
  const bought = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  assert.equal(bought.status, 201, bought.text)
  await settle()
  const { data } = await person.get('/subscriptions/current')
  assert.equal(data.plan.id, 'professional', `${person.name} pays by ${subscriber.rail}`)
  if (habit !== 'late' && habit !== 'gone') return
  await addMethod(subscriber, false)
  const deleted = await person.delete(`/payment-methods/${payment_method_id}`)
  assert.equal(deleted.status, 200, deleted.text)
}

/** Returns the id of the method; null while the gateway does not answer. */
async function addMethod({ person, rail, phones, index }: Subscriber, pays: boolean): Promise<number | null> {
  const method = createMethod[rail](index, pays)
  const { status, data, text } = await person.post('/payment-methods', { ...method, is_default: true })
  if (status === 503) return null
  assert.equal(status, 201, text)
  if (typeof method.phone === 'string') phones.push(method.phone)
  return data.payment_method.id
}

const cancelAfter = { days: 40 }
const payAfter = { days: 2 }

/** Does once what the person has in mind. */
export async function actOnRenewal(subscriber: Subscriber, now: string, pastDueSince: string | null): Promise<void> {
  const { habit, person, since, isDone } = subscriber
  if (isDone) return
  if (habit === 'leaving' && addDuration(since, cancelAfter) <= now) {
    const { status, text } = await person.post('/subscriptions/cancel', {})
    assert.equal(status, 200, text)
    subscriber.isDone = true
  }
  if (habit === 'late' && pastDueSince !== null && addDuration(pastDueSince, payAfter) <= now) {
    subscriber.isDone = (await addMethod(subscriber, true)) !== null
  }
}
