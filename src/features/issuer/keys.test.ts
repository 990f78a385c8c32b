import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { exportKeys, listKeys, prepareKey, rotateKey } from './keys.ts'

describe('the keys of the issuer', () => {
  it('are published, without their secret parts', async () => {
    const { anonymous, service } = await createApp()

    const did = JSON.parse((await anonymous.get('/.well-known/did.json')).text)
    const { keys } = JSON.parse((await anonymous.get('/.well-known/jwks.json')).text)
    const secrets = await exportKeys(service.context)

    assert.equal(did.id, 'did:web:api.test')
    assert.deepEqual(
      did.verificationMethod.map(({ id, type }: { id: string; type: string }) => [id, type]),
      [
        ['did:web:api.test#key-1', 'Multikey'],
        ['did:web:api.test#key-1-jwk', 'JsonWebKey'],
      ],
    )
    assert.deepEqual(
      keys.map(({ kid, x }: { kid: string; x: string }) => [kid, x]),
      secrets.map(({ kid, x }) => [kid, x]),
    )
    for (const { d } of secrets) assert.ok(d.length === 43 && !JSON.stringify([did, keys]).includes(d))
  })

  it('stand at the path of the address, as did:web asks', async () => {
    const { address } = await createApp({
      PUBLIC_URL: 'https://example.org:8443',
      BASE_PATH: '/research/api',
      SANDBOX: 'public',
    })

    const reply = await fetch(`${address}/research/api/did.json`)

    const { id } = JSON.parse(await reply.text())
    assert.match(reply.headers.get('content-type') ?? '', /^application\/did\+json/)
    assert.equal(id, 'did:web:example.org%3A8443:research:api')
  })

  it('are one at a time, also when several are made at once', async () => {
    const { service } = await createApp()

    const made = await Promise.all([1, 2, 3, 4].map(() => rotateKey(service.context)))

    const keys = await listKeys(service.context)
    assert.equal(new Set(made).size, 4)
    assert.deepEqual(
      keys.map(({ retired_at }) => retired_at === null),
      [false, false, false, false, true],
    )
  })

  it('are made anew when the secret of the installation has changed, and the former one is still published', async () => {
    const { anonymous, service } = await createApp()
    const { context } = service
    const changed = { ...context, config: { ...context.config, appSecret: 'another secret of the installation' } }

    await prepareKey(changed)
    await prepareKey(changed)

    const { keys } = JSON.parse((await anonymous.get('/.well-known/jwks.json')).text)
    assert.equal(keys.length, 2)
    assert.equal((await exportKeys(changed)).length, 1)
  })

  it('belong to an issuer with a profile', async () => {
    const { anonymous } = await createApp()

    const profile = JSON.parse((await anonymous.get('/issuer')).text)

    assert.deepEqual(
      [profile.id, profile.type, profile.otherIdentifier[0].identifier],
      ['http://api.test/issuer', ['Profile'], 'did:web:api.test'],
    )
  })
})
