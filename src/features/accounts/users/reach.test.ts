import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MailRejected, type MailTransport } from '#adapters/mail/transport.ts'
import { createApp, createUniqueEmail, password, testApp } from '#test/support/app.ts'

describe('the time zone of a user', () => {
  it('is chosen at sign-up or later; null stands for the default', async () => {
    const { anonymous, given } = await testApp()
    const ada = await given.user()

    const signUp = { name: 'Wanjiru', email: createUniqueEmail(), password, timezone: 'Africa/Nairobi' }
    const { data } = await anonymous.post('/auth/signup', signUp)
    const changed = await ada.put(`/users/${ada.id}`, { timezone: 'America/Argentina/Buenos_Aires' })
    const cleared = await ada.put(`/users/${ada.id}`, { timezone: null })

    assert.equal(data.user.timezone, 'Africa/Nairobi')
    assert.equal(changed.data.timezone, 'America/Argentina/Buenos_Aires')
    assert.equal(cleared.data.timezone, null)
  })

  for (const timezone of ['Nairobi', '+03:00', 'Africa/Nowhere', 3])
    it(`is refused when it is ${timezone}, and nothing changes`, async () => {
      const { given } = await testApp()
      const ada = await given.user()

      const { status, errors } = await ada.put(`/users/${ada.id}`, { timezone, headline: 'changed' })

      assert.equal(status, 422)
      assert.equal(errors.timezone?.length, 1)
      assert.equal((await ada.get('/auth/me')).data.headline, '')
    })
})

describe('the billing address of a user', () => {
  const address = {
    name: 'Analytical Engines Ltd',
    line1: '12 St James Square',
    city: 'London',
    country: 'GB',
  }

  it('replaces the previous address as a whole, and null removes it', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const first = await ada.put(`/users/${ada.id}`, { billing_address: { ...address, tax_id: 'GB123456789' } })
    const second = await ada.put(`/users/${ada.id}`, { billing_address: address })
    const removed = await ada.put(`/users/${ada.id}`, { billing_address: null })

    const empty = { line2: '', region: '', postal_code: '', tax_id: '' }
    assert.deepEqual(first.data.billing_address, { ...empty, ...address, tax_id: 'GB123456789' })
    assert.deepEqual(second.data.billing_address, { ...empty, ...address })
    assert.equal(removed.data.billing_address, null)
  })

  it('is refused with a sentence for each mistake', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const { status, errors } = await ada.put(`/users/${ada.id}`, {
      billing_address: { country: 'England', line1: 'x'.repeat(201) },
    })

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      'billing_address.country': ['The country must be a code of two letters, like KE.'],
      'billing_address.line1': ['The line1 may not be longer than 200 characters.'],
    })
    assert.equal((await ada.get('/auth/me')).data.billing_address, null)
  })

  it('is shown like email_bouncing to the user and administrators only, and deleted with the account', async () => {
    const { given } = await testApp()
    const [ada, stranger, admin] = [await given.user(), await given.user(), await given.admin()]
    await ada.put(`/users/${ada.id}`, { billing_address: address, timezone: 'Africa/Nairobi' })

    const seen = await stranger.get(`/users/${ada.id}`)
    const byAdmin = await admin.get(`/users/${ada.id}`)
    const exported = await ada.get(`/users/${ada.id}/export`)

    assert.deepEqual([seen.data.billing_address, seen.data.timezone], [undefined, undefined])
    assert.equal(byAdmin.data.billing_address.city, 'London')
    assert.equal(exported.data.profile.billing_address.city, 'London')
  })
})

describe('an address that a mail server refuses permanently', () => {
  it('is marked on the user until a mail is accepted again, or the address changes', async () => {
    let isRefusing = true
    const mail: MailTransport = {
      kind: 'smtp',
      async deliver() {
        if (isRefusing) throw new MailRejected('550 5.1.1 No such mailbox', true)
      },
      check: async () => undefined,
      close: () => undefined,
    }
    const app = await createApp({}, { mail })
    const ada = await app.given.user()
    const isBouncing = async () => (await ada.get('/auth/me')).data.email_bouncing

    await app.settle()
    const refused = await isBouncing()
    const { text } = await app.anonymous.get('/metrics')
    isRefusing = false
    app.clock.advance({ minutes: 2 })
    await ada.post('/auth/email/resend', {})
    await app.settle()

    assert.equal(refused, true)
    assert.match(text, /^background_tasks\{state="dead"\} 0$/m)
    assert.equal(await isBouncing(), false)
  })
})
