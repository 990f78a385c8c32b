/** People who pay by phone, for the tests of each gateway of mobile money. */

import assert from 'node:assert/strict'
import type { Person, TestApp } from './app.ts'

export interface MobilePayer {
  person: Person
  phone: string
  payment_method_id: number
  /** Begins to pay for the plan `professional`. */
  subscribe: () => ReturnType<Person['post']>
}

/** Returns what such a test does with the service. */
export function createMobileTools(app: TestApp, admin: Person) {
  return {
    /** Prices the plan `professional`. */
    setPrice: (amount: number, currency = 'KES') =>
      admin.put('/subscriptions/plans/professional', {
        prices: [
          { currency: 'USD', amount: 29 },
          { currency, amount },
        ],
      }),

    async createPayer(phone: string): Promise<MobilePayer> {
      const person = await app.given.user()
      const added = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })
      assert.equal(added.status, 201, added.text)
      const payment_method_id: number = added.data.payment_method.id
      const subscribe = () => person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
      return { person, phone, payment_method_id, subscribe }
    },

    readPlan: async (person: Person) => (await person.get('/subscriptions/current')).data.plan.id,
    readPayment: async (person: Person, id: number) => (await person.get(`/payments/${id}`)).data,

    /** Lets time pass in steps, with the background work of each. */
    async wait(minutes: number) {
      for (let step = 0; step < minutes * 2; step++) {
        app.clock.advance({ seconds: 30 })
        await app.settle()
      }
    },
  }
}
