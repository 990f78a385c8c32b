import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#config.ts'

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret of more than thirty-two characters',
  PUBLIC_URL: 'https://api.example.org',
  SMTP_URL: 'smtp://localhost',
}
const stripeSettings = { kind: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: null }
const stripe = { PAYMENT_GATEWAY: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

describe('the settings of payments', () => {
  it('use the sandbox by default, but in production only when it is named', () => {
    assert.equal(readConfig({ APP_SECRET: production.APP_SECRET }).payments[0]?.kind, 'sandbox')
    assert.equal(readConfig({ ...production, PAYMENT_GATEWAY: 'sandbox' }).payments[0]?.kind, 'sandbox')
    assert.throws(() => readConfig(production), /PAYMENT_GATEWAY must be set in production/)
  })

  it('require the secrets of Stripe', () => {
    assert.deepEqual(readConfig({ ...production, ...stripe }).payments, [stripeSettings])
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      assert.throws(() => readConfig({ ...production, ...stripe, [name]: '' }), new RegExp(`${name} must be set`))
    assert.throws(() => readConfig({ ...production, PAYMENT_GATEWAY: 'paypal' }), /must be one of sandbox, stripe/)
  })

  it('list several gateways, each once, of which the first that serves a method stores it', () => {
    const { PAYMENT_GATEWAY: _, ...secrets } = stripe
    const read = (PAYMENT_GATEWAYS: string, more: object = {}) =>
      readConfig({ APP_SECRET: production.APP_SECRET, ...secrets, PAYMENT_GATEWAYS, ...more }).payments

    assert.deepEqual(read('stripe'), [stripeSettings])
    assert.deepEqual(
      read('sandbox,stripe').map(({ kind }) => kind),
      ['sandbox', 'stripe'],
    )
    assert.throws(() => read('stripe,stripe'), /at most once/)
    assert.throws(() => read('stripe,paypal'), /PAYMENT_GATEWAYS must list/)
    assert.throws(() => read('stripe', { PAYMENT_GATEWAY: 'stripe' }), /PAYMENT_GATEWAY must be left out/)
    assert.throws(() => read('stripe,sandbox', production), /must not name the sandbox beside others/)
  })
})
