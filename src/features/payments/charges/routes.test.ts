import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signSandboxEvent } from '#adapters/payments/sandbox.ts'
import { prepare } from '#database/query/prepare.ts'
import { testApp } from '#test/support/app.ts'

const app = await testApp()

const findKey = prepare((q, p: { user_id: number }) =>
  q.selectFrom('charges').select('key').where('user_id', '=', p.user_id).orderBy('id', 'desc'),
)

async function createPendingPayment() {
  const person = await app.given.user()
  const phone = { type: 'mobile_money', provider: 'mtn', phone: '+254712340002' }
  const payment_method_id = (await person.post('/payment-methods', phone)).data.payment_method.id
  const { data } = await person.post('/subscriptions/subscribe', {
    plan_id: 'professional',
    payment_method_id,
  })
  assert.equal(data.payment.status, 'pending')
  const { key } = await findKey.one(app.platform, { user_id: person.id })
  return { person, key }
}

function callBack(event: object, { secret = app.platform.config.appSecret, at = app.clock.now() } = {}) {
  const body = JSON.stringify(event)
  return app.anonymous.send('POST', '/payments/webhooks/sandbox', {
    headers: {
      'content-type': 'application/json',
      'sandbox-signature': signSandboxEvent(secret, Buffer.from(body), at),
    },
    body,
  })
}

describe('POST /payments/webhooks/{gateway}', () => {
  it('settles a payment when the gateway sends the same message twenty times at once', async () => {
    const { person, key } = await createPendingPayment()
    app.clock.advance({ seconds: 2 })

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callBack({ id: `event-${index % 2}-${key}`, key })),
    )
    await app.settle()

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal((await person.get('/subscriptions/current')).data.plan.id, 'professional')
    assert.equal((await person.get('/billing/history')).meta.total, 1)
  })

  it('ignores claims of a message that the gateway does not confirm', async () => {
    const { person, key } = await createPendingPayment()

    await callBack({ id: `early-${key}`, key, status: 'succeeded' })
    await app.settle()

    assert.equal((await person.get('/subscriptions/current')).data.plan.id, 'free')
  })

  it('refuses messages without a valid signature, and old messages', async () => {
    const { key } = await createPendingPayment()

    assert.equal((await callBack({ id: 'x', key }, { secret: 'another secret' })).status, 400)
    assert.equal((await callBack({ id: 'x', key }, { at: '2026-11-20T09:00:00.000Z' })).status, 400)
    assert.equal((await app.anonymous.post('/payments/webhooks/stripe', {})).status, 404)
  })
})
