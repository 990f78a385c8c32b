/** Creates users who can pay. */

import assert from 'node:assert/strict'
import type { Person, TestApp } from './app.ts'

/** The cards of the sandbox. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  declinedLater: '4000 0000 0000 0341',
  timeout: '4000 0000 0000 0119',
  failedRefund: '4000 0000 0000 5126',
}

export async function addCard(person: Person, card_number = cards.good, more: object = {}): Promise<number> {
  const card = { type: 'card', card_number, expiry_month: 12, expiry_year: 2040, cvv: '123', ...more }
  const reply = await person.post('/payment-methods', card)
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

export async function addPhone(person: Person, phone: string): Promise<number> {
  const reply = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

export const getSubscription = async (person: Person) => (await person.get('/subscriptions/current')).data
export const getBillingHistory = async (person: Person) => (await person.get('/billing/history')).data

/** A user with a card that can be charged. */
export async function createPayer({ given }: TestApp, card_number = cards.good) {
  const person = await given.user()
  const payment_method_id = await addCard(person, card_number)
  const subscribe = (plan_id: string, more: object = {}, headers: Record<string, string> = {}) =>
    person.post('/subscriptions/subscribe', { plan_id, payment_method_id, ...more }, headers)
  return { person, payment_method_id, subscribe }
}
