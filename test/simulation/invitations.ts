/** What ends by itself: invitations, keys and coupons. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import type { Domain, Scene } from './domain.ts'
import type { World } from './world.ts'

const keyLasts = { days: 11 }
const couponLasts = { days: 14 }

/** Returns the token in the link of the last mail to the address. */
export async function readMailedToken(world: World, email: string): Promise<string> {
  await world.advance('PT1S')
  const mails = await world.as(null).get(`/sandbox/mail?to=${email}`, { accept: 'application/json' })
  const token = /[?&]token=([\w-]+)/.exec(mails.data[0]?.text ?? '')?.[1]
  assert.ok(token, mails.text)
  return token
}

export class Invitations implements Domain {
  readonly #year: Scene
  #count = 0

  constructor(year: Scene) {
    this.#year = year
  }

  async act(now: string) {
    this.#count += 1
    await this.#invite()
    await this.#createKey(now)
    if (this.#count % 3 === 0) await this.#addCoupon(now)
  }

  /** An invitation is good until its answer says. */
  async #invite() {
    const { admin, world, pledges } = this.#year
    const email = `invited${this.#count}@example.org`
    const { status, data, text } = await admin.post('/admin/users', { name: 'Invited', email, role: 'learner' })
    assert.equal(status, 201, text)
    const token = await readMailedToken(world, email)
    const show = async () => (await world.as(null).post('/auth/invitations/show', { token })).status
    pledges.add({
      what: `an invitation ends: ${email}`,
      at: data.expires_at,
      before: async () => assert.equal(await show(), 200),
      after: async () => assert.notEqual(await show(), 200),
    })
  }

  async #createKey(now: string) {
    const { world, pledges } = this.#year
    // It needs a sign-in of the last minutes.
    const person = world.as(await world.signIn())
    const body = { name: 'A script', scopes: ['jobs:read'], expires_at: addDuration(now, keyLasts) }
    const { status, data, text } = await person.post('/auth/api-keys', body)
    assert.equal(status, 201, text)
    const look = async () => (await world.as(data.key).get('/job-posts')).status
    pledges.add({
      what: `a key ends: ${data.id}`,
      at: data.expires_at,
      before: async () => assert.equal(await look(), 200),
      after: async () => assert.equal(await look(), 401),
    })
  }

  async #addCoupon(now: string) {
    const { admin, chance, citizens, pledges } = this.#year
    const coupon_code = `YEAR${this.#count}`
    const body = { code: coupon_code, percent_off: 10, expires_at: addDuration(now, couponLasts) }
    const { status, data, text } = await admin.post('/coupons', body)
    assert.equal(status, 201, text)
    const person = chance.of(citizens('recruiter'))
    const look = async () =>
      (await person.post('/subscriptions/preview', { plan_id: 'professional', coupon_code, country: 'US' })).status
    pledges.add({
      what: `a coupon ends: ${coupon_code}`,
      at: data.expires_at,
      after: async () => assert.equal(await look(), 422),
    })
  }
}
