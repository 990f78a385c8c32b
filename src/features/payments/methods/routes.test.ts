import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'

await testApp()

const card = {
  type: 'card',
  card_number: '4242 4242 4242 4242',
  expiry_month: 12,
  expiry_year: 2040,
  cvv: '123',
}
const phone = { type: 'mobile_money', provider: 'mpesa', phone: '+254712341234' }

async function addMethod(person: Person, method: object) {
  const reply = await person.post('/payment-methods', method)
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method
}

const listMethods = async (person: Person) => (await person.get('/payment-methods')).data
const listDefaults = async (person: Person) =>
  (await listMethods(person))
    .filter(({ is_default }: { is_default: boolean }) => is_default)
    .map(({ id }: { id: number }) => id)

describe('POST /payment-methods', () => {
  it('stores only the parts of a card that may be shown', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const method = await addMethod(person, card)

    assert.deepEqual(method, {
      id: method.id,
      type: 'card',
      brand: 'visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2040,
      provider: null,
      phone: null,
      country: null,
      is_default: true,
      nickname: 'Visa •••• 4242',
      action: null,
    })
    assert.deepEqual(await listMethods(person), [method])
  })

  it('masks a phone number', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const method = await addMethod(person, { ...phone, nickname: '  Mine ' })

    assert.equal(method.phone, '+2547••••1234')
    assert.equal(method.provider, 'mpesa')
    assert.equal(method.nickname, 'Mine')
    assert.equal(method.brand, null)
  })

  for (const [number, brand, cvv] of [
    ['5555555555554444', 'mastercard', '123'],
    ['378282246310005', 'american-express', '1234'],
    ['6011111111111117', 'discover', '123'],
    ['3530111333300000', 'jcb', '123'],
    ['4000-0000-0000-0341', 'visa', '123'],
  ] as const)
    it(`recognises a card of ${brand} (${number.length})`, async () => {
      const { given } = await testApp()

      const method = await addMethod(await given.user(), { ...card, card_number: number, cvv })

      assert.equal(method.brand, brand)
      assert.equal(method.last4, number.slice(-4))
    })

  for (const [name, change, fields] of [
    ['a wrong check digit', { card_number: '4242424242424241' }, ['card_number']],
    ['too few digits', { card_number: '424242424242' }, ['card_number']],
    ['letters', { card_number: '4242 4242 4242 424x' }, ['card_number']],
    ['no number', { card_number: null }, ['card_number']],
    ['a year that is past', { expiry_year: 2025 }, ['expiry_year']],
    ['a month that is past', { expiry_year: 2026, expiry_month: 10 }, ['expiry_month']],
    ['a month that does not exist', { expiry_month: 13 }, ['expiry_month']],
    ['month zero', { expiry_month: 0 }, ['expiry_month']],
    ['a short cvv', { cvv: '12' }, ['cvv']],
    ['a long cvv', { cvv: '1234' }, ['cvv']],
    ['three digits for American Express', { card_number: '378282246310005' }, ['cvv']],
    ['letters in the cvv', { cvv: 'abc' }, ['cvv']],
    ['a far year', { expiry_year: 3000 }, ['expiry_year']],
    ['a fraction', { expiry_month: 1.5 }, ['expiry_month']],
    ['everything wrong', { card_number: '1', cvv: '1', expiry_month: 13 }, ['card_number', 'cvv', 'expiry_month']],
    ['an unknown type', { type: 'cheque' }, ['type']],
  ] as const)
    it(`refuses a card with ${name}`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const reply = await person.post('/payment-methods', { ...card, ...change })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors).sort(), [...fields].sort())
      assert.deepEqual(await listMethods(person), [])
    })

  it('lists all missing fields of a card', async () => {
    const { given } = await testApp()

    const { errors } = await (await given.user()).post('/payment-methods', { type: 'card' })

    assert.deepEqual(Object.keys(errors).sort(), ['card_number', 'cvv', 'expiry_month', 'expiry_year'])
  })

  it('accepts a card in the month in which it expires', async () => {
    const { given } = await testApp()

    await addMethod(await given.user(), { ...card, expiry_month: 11, expiry_year: 2026 })
  })

  for (const [name, change, field] of [
    ['another provider', { provider: 'paypal' }, 'provider'],
    ['no provider', { provider: null }, 'provider'],
    ['a national number', { phone: '0712341234' }, 'phone'],
    ['a short number', { phone: '+25471' }, 'phone'],
    ['no phone', { phone: null }, 'phone'],
  ] as const)
    it(`refuses mobile money with ${name}`, async () => {
      const { given } = await testApp()

      const reply = await (await given.user()).post('/payment-methods', { ...phone, ...change })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field])
    })

  it('has one default when ten are added at once', async () => {
    const { given } = await testApp()
    const person = await given.user()

    await Promise.all(Array.from({ length: 10 }, () => addMethod(person, { ...card, is_default: true })))

    assert.equal((await listMethods(person)).length, 10)
    assert.equal((await listDefaults(person)).length, 1)
  })
})

describe('adding many payment methods in a short time', () => {
  it('is refused for the rest of the hour, for valid and invalid ones, per user', async () => {
    const { given, clock } = await testApp({ RATE_LIMIT_PAYMENT_METHODS: '2' })
    const [person, other] = [await given.user(), await given.user()]
    const refusedByUs = await person.post('/payment-methods', { ...card, cvv: '1' })
    const taken = [await person.post('/payment-methods', card), await person.post('/payment-methods', card)]

    const key = { 'idempotency-key': 'one-more' }
    const refused = await person.post('/payment-methods', card, key)
    const others = await other.post('/payment-methods', card)
    clock.advance({ hours: 1 })
    const later = await person.post('/payment-methods', card, key)

    assert.equal(refusedByUs.status, 422)
    assert.deepEqual(
      taken.map(({ status }) => status),
      [201, 201],
    )
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600'])
    assert.deepEqual([others.status, later.status], [201, 201])
    assert.equal((await listMethods(person)).length, 3)
  })
})

describe('PUT /payment-methods/{id}', () => {
  it('makes another method the default', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await addMethod(person, card)
    const second = await addMethod(person, phone)

    const { data } = await person.put(`/payment-methods/${second.id}`, {
      is_default: true,
      nickname: 'Phone',
    })

    assert.equal(data.nickname, 'Phone')
    assert.deepEqual(await listDefaults(person), [second.id])
  })

  it('does not find the method of another user', async () => {
    const { given } = await testApp()
    const { id } = await addMethod(await given.user(), card)

    assert.equal((await (await given.user()).put(`/payment-methods/${id}`, { is_default: true })).status, 404)
  })
})

describe('DELETE /payment-methods/{id}', () => {
  it('makes the newest remaining method the default', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const first = await addMethod(person, card)
    await addMethod(person, card)
    const third = await addMethod(person, phone)

    const { status, data } = await person.delete(`/payment-methods/${first.id}`)

    assert.equal(status, 200)
    assert.equal(data, undefined)
    assert.deepEqual(await listDefaults(person), [third.id])
  })

  it('does not find the method of another user, and deletes once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const { id } = await addMethod(person, card)

    assert.equal((await (await given.user()).delete(`/payment-methods/${id}`)).status, 404)
    const replies = await Promise.all(Array.from({ length: 10 }, () => person.delete(`/payment-methods/${id}`)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  })
})
