import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyWebhook, WebhookError } from '../src/index.ts'

// The test vector of the reference libraries, https://github.com/standard-webhooks/standard-webhooks.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const time = '1614265330'
const body = '{"test": 2432232314}'
const headers = {
  'webhook-id': id,
  'webhook-timestamp': time,
  'webhook-signature': 'v1a,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const now = Number(time) * 1_000 + 1_000

describe('verifyWebhook', () => {
  it('accepts what the reference libraries have signed, with headers of both kinds', async () => {
    const event = await verifyWebhook({ headers, body }, secret, { now })
    const again = await verifyWebhook({ headers: new Headers(headers), body }, secret, { now })
    assert.deepEqual(event, JSON.parse(body))
    assert.deepEqual(again, event)
  })

  it('accepts Ed25519 with the public key', async () => {
    const pair = generateKeyPairSync('ed25519')
    const { x = '' } = pair.publicKey.export({ format: 'jwk' })
    const key = createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const signature = sign(null, Buffer.from(`${id}.${time}.${body}`), key).toString('base64')
    const publicKey = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
    const signed = { ...headers, 'webhook-signature': `v1,AAAA v1a,${signature}` }
    assert.deepEqual(await verifyWebhook({ headers: signed, body }, publicKey, { now }), JSON.parse(body))
    const refused = verifyWebhook({ headers: signed, body: `${body} ` }, publicKey, { now })
    await assert.rejects(refused, WebhookError)
  })

  for (const [what, message, options] of [
    ['another body', { headers, body: body.replace('4}', '5}') }, { now }],
    ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' }, body }, { now }],
    ['an old message', { headers, body }, { now: now + 301_000 }],
    ['a message from the future', { headers, body }, { now: now - 302_000 }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': 'x' }, body }, { now }],
    ['a message without a signature', { headers: {}, body }, { now }],
    ['a signature that is none', { headers: { ...headers, 'webhook-signature': 'v1,@ v2,x v1' }, body }, { now }],
  ] as const)
    it(`refuses ${what}`, async () => {
      await assert.rejects(verifyWebhook(message, secret, options), WebhookError)
    })

  it('refuses a key of another kind', async () => {
    await assert.rejects(verifyWebhook({ headers, body }, 'secret', { now }), TypeError)
  })
})
