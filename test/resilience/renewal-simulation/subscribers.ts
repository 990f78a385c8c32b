/** People who subscribe, and what they do about their renewals. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { createMethod, type Rail } from './rails.ts'

/**
 * Whether a person pays each renewal, pays with another method after a refusal, never pays again, or cancels after some weeks.
 */
export const habits = ['faithful', 'faithful', 'late', 'gone', 'leaving'] as const
export type Habit = (typeof habits)[number]

export interface Subscriber {
  person: Person
  rail: Rail
  zone: string
  habit: Habit
  /** The phones of the person; none of a card. */
  phones: string[]
  since: string
  index: number
}

let count = 0

/** Signs a person up who subscribes now, and answers the prompt. */
export async function createSubscriber(
  app: TestApp,
  answerPhones: () => Promise<void>,
  { rail, zone, habit }: Pick<Subscriber, 'rail' | 'zone' | 'habit'>,
): Promise<Subscriber> {
  const person = await app.given.user({ name: `${habit} by ${rail} in ${zone}` })
  const changed = await person.put(`/users/${person.id}`, { timezone: zone })
  assert.equal(changed.status, 200, changed.text)
  count += 1
  const subscriber = { person, rail, zone, habit, phones: [], since: app.clock.now(), index: count }
  const payment_method_id = await addMethod(subscriber, true)
  const bought = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  assert.equal(bought.status, 201, bought.text)
  await answerPhones()
  await app.settle()
  if (habit !== 'late' && habit !== 'gone') return subscriber
  await addMethod(subscriber, false)
  const deleted = await person.delete(`/payment-methods/${payment_method_id}`)
  assert.equal(deleted.status, 200, deleted.text)
  return subscriber
}

async function addMethod({ person, rail, phones, index }: Subscriber, pays: boolean): Promise<number> {
  const method = createMethod[rail](index, pays)
  const { status, data, text } = await person.post('/payment-methods', { ...method, is_default: true })
  assert.equal(status, 201, text)
  if (typeof method.phone === 'string') phones.push(method.phone)
  return data.payment_method.id
}

const cancelAfter = { days: 40 }
const payAfter = { days: 2 }

/** Does once what the person has in mind; returns whether it is done. */
export async function act(subscriber: Subscriber, now: string, pastDueSince: string | null): Promise<boolean> {
  const { habit, person, since } = subscriber
  if (habit === 'leaving' && addDuration(since, cancelAfter) <= now) {
    const { status, text } = await person.post('/subscriptions/cancel', {})
    assert.equal(status, 200, text)
    return true
  }
  if (habit === 'late' && pastDueSince !== null && addDuration(pastDueSince, payAfter) <= now) {
    await addMethod(subscriber, true)
    return true
  }
  return false
}
