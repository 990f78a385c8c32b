import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#config.ts'

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret of more than thirty-two characters',
  PUBLIC_URL: 'https://api.example.org',
  SMTP_URL: 'smtp://localhost',
}
const stripe = { PAYMENT_GATEWAY: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

describe('the settings of payments', () => {
  it('use the sandbox by default, but in production only when it is named', () => {
    assert.equal(readConfig({ APP_SECRET: production.APP_SECRET }).payments.kind, 'sandbox')
    assert.equal(readConfig({ ...production, PAYMENT_GATEWAY: 'sandbox' }).payments.kind, 'sandbox')
    assert.throws(() => readConfig(production), /PAYMENT_GATEWAY must be set in production/)
  })

  it('require the secrets of Stripe', () => {
    assert.deepEqual(readConfig({ ...production, ...stripe }).payments, {
      kind: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiBase: null,
    })
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      assert.throws(() => readConfig({ ...production, ...stripe, [name]: '' }), new RegExp(`${name} must be set`))
    assert.throws(() => readConfig({ ...production, PAYMENT_GATEWAY: 'paypal' }), /must be one of sandbox, stripe/)
  })
})
