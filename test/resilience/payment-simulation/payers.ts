/** People who buy courses: with cards, and with phones in two countries. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createUniqueEmail, password } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import type { Rail, Rails } from '../../simulation/rails.ts'
import type { World } from '../../simulation/world.ts'
import type { Chance } from '../random.ts'

export interface Payer {
  id: number
  token: string
  rail: Rail
  phone: string | null
  payment_method_id: number
}

/** Prices differ, so that an amount names its course: in dollars, shillings and kwacha. */
export const getPrice = (course: number) => ({ stripe: 10 + course, daraja: 1_000 + course, pawapay: 200 + course })
export const findCourse = (rail: Rail, minor: number) => minor / 100 - getPrice(0)[rail]

/** Cards that pay, ask the bank at first or always, or are declined; ends of numbers whose owners pay, refuse, or cannot be reached. */
const cards = ['4242424242424242', '4242424242424242', '4000002500003155', '4000002760003184', '4000000000000341']
const shillingEnds = ['5678', '5678', '4321', '8765', '3456', '0001', '1032', '1037']
const kwachaEnds = ['789', '456', '789', '123', '567', '039', '048', '129']

const chooseMethod: Record<Rail, (index: number, chance: Chance) => Record<string, unknown>> = {
  stripe: (_, chance) => ({
    type: 'card',
    card_number: chance.of(cards),
    expiry_month: 12,
    expiry_year: 2060,
    cvv: '123',
  }),
  daraja: (index, chance) => ({
    type: 'mobile_money',
    provider: 'mpesa',
    phone: `+25471${String(index).padStart(3, '0')}${chance.of(shillingEnds)}`,
  }),
  pawapay: (index, chance) => ({
    type: 'mobile_money',
    provider: 'mtn',
    phone: `+260961${String(index).padStart(3, '0')}${chance.of(kwachaEnds)}`,
  }),
}

export async function createPayer(world: World, index: number): Promise<Payer> {
  const rail = (['stripe', 'daraja', 'pawapay'] as const)[index % 3] ?? 'stripe'
  const email = createUniqueEmail()
  const { data } = await world.ask(null, (client) => client.post('/auth/signup', { name: 'Payer', email, password }))
  const method = chooseMethod[rail](index, world.chance)
  const added = await world.ask(data.token, (client) => client.post('/payment-methods', method))
  assert.equal(added.status, 201, added.text)
  const { id, action } = added.data.payment_method
  if (action) await answerBank(world.rails, action.url, 'confirm')
  if (action) await world.ask(data.token, (client) => client.post(`/payment-methods/${id}/refresh`))
  const phone = typeof method.phone === 'string' ? method.phone : null
  return { id: data.user.id, token: data.token, rail, phone, payment_method_id: id }
}

/** Buys a course as people do: once, or again because there was no answer, or twice at the same time. */
export async function buy(world: World, payer: Payer, courseId: number): Promise<void> {
  const { chance } = world
  const body = { payment_method_id: payer.payment_method_id }
  const headers = chance.oneIn(5) ? {} : { 'idempotency-key': randomUUID() }
  const send = () => world.ask(payer.token, (client) => client.post(`/courses/${courseId}/enroll`, body, headers))
  const replies = await Promise.all(Array.from({ length: chance.oneIn(10) ? 2 : 1 }, send))
  for (const { data } of replies) if (data?.payment?.status === 'pending') await follow(world, payer, data.payment)
}

/** What a person does about a payment that is not over: goes to the bank, or sends money by hand, or looks again, or leaves. */
async function follow(world: World, payer: Payer, payment: Reply['data']) {
  const { chance, rails } = world
  const { id, action } = payment
  if (action?.kind === 'redirect' && !chance.oneIn(6))
    await answerBank(world.rails, action.url, chance.oneIn(6) ? 'refuse' : 'confirm')
  if (payer.rail === 'daraja' && chance.oneIn(12)) {
    const { data } = await world.ask(payer.token, (client) => client.get(`/payments/${id}`))
    const reference: string = data.account_reference
    rails.daraja.ledger.receive(chance.oneIn(3) ? `X${reference.slice(1)}` : reference, data.amount, rails.now)
  }
  if (chance.oneIn(2)) await world.ask(payer.token, (client) => client.post(`/payments/${id}/refresh`))
}

async function answerBank(rails: Rails, url: string, answer: 'confirm' | 'refuse') {
  const asked = new URL(url).pathname.split('/').at(-1) ?? ''
  rails.stripe.ledger.answerBank(asked, answer === 'confirm')
}
