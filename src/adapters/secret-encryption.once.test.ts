import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decryptSecret, encryptSecret } from './secret-encryption.ts'

const appSecret = 'a secret that only the tests know of'

describe('an encrypted secret', () => {
  it('is read with the same secret of the installation and for the same subject only', async () => {
    const encrypted = await encryptSecret(appSecret, 'user 1', 'JBSWY3DPEHPK3PXP')

    assert.ok(!encrypted.includes('JBSWY3DPEHPK3PXP'))
    assert.equal(await decryptSecret(appSecret, 'user 1', encrypted), 'JBSWY3DPEHPK3PXP')
    assert.equal(await decryptSecret(appSecret, 'user 2', encrypted), null)
    assert.equal(await decryptSecret(`${appSecret}!`, 'user 1', encrypted), null)
  })

  it('is refused after any change, and differs each time', async () => {
    const encrypted = await encryptSecret(appSecret, 'user 1', 'JBSWY3DPEHPK3PXP')
    const parts = encrypted.split('.')
    for (const place of [0, 2, 3, 4]) {
      const changed = parts.with(place, `A${parts[place]?.slice(1)}`).join('.')
      if (changed !== encrypted) assert.equal(await decryptSecret(appSecret, 'user 1', changed), null, String(place))
    }
    assert.notEqual(await encryptSecret(appSecret, 'user 1', 'JBSWY3DPEHPK3PXP'), encrypted)
  })
})
