import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { getPath } from '#test/support/forms.ts'
import { assertUntold } from '#test/support/secrets.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()
const json = { accept: 'application/json' }

async function createShare(given_: object = {}, wish: object = {}) {
  const person = await given.verifiedUser({ name: 'Ada Lovelace' })
  const { id, certificate_url } = await createCertificate(app, person, { title: 'Soil & Water', score: 92, ...wish })
  const { status, data } = await person.post(`/certificates/${id}/share`, given_)
  assert.equal(status, 201)
  return { person, id, code: certificate_url.slice(-19), share: data, path: getPath(data.url) }
}

describe('a shared certificate', () => {
  it('shows what it was shared for, and nothing else', async () => {
    const { path, code, share } = await createShare({ purpose: 'Application at Example University' })

    const { data, headers } = await anonymous.get(path, json)

    assert.deepEqual(data, {
      valid: true,
      status: 'valid',
      title: 'Soil & Water',
      issuer: 'Research Platform',
      issued_date: data.issued_date,
      purpose: 'Application at Example University',
      name: 'Ada Lovelace',
      result: null,
      awarded_by: null,
    })
    assert.equal(headers.get('cache-control'), 'no-store')
    const { text } = await anonymous.get(path, { accept: 'text/html' })
    assertUntold(text, [code, '92', 'Agnes', 'credential'])
    assert.match(text, /Application at Example University/)
    assert.ok(text.includes(`<meta property="og:image" content="${share.url}/card.png">`))
  })

  it('shows more where its holder wants that', async () => {
    const { path } = await createShare({ shows: ['result', 'awarded_by'] })

    const { data } = await anonymous.get(path, json)

    assert.deepEqual([data.name, data.result, data.awarded_by.name], [null, 92, 'Agnes Arber'])
  })

  it('has a picture, and a link that fills in the form of LinkedIn', async () => {
    const { path, share } = await createShare()

    const picture = await fetch(`${app.address}${path}/card.png`)

    assert.equal(picture.headers.get('content-type'), 'image/png')
    const bytes = Buffer.from(await picture.arrayBuffer())
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
    const { origin, pathname, searchParams } = new URL(share.linkedin_url)
    assert.equal(`${origin}${pathname}`, 'https://www.linkedin.com/profile/add')
    assert.equal(searchParams.get('name'), 'Soil & Water')
    assert.equal(searchParams.get('certUrl'), share.url)
    assert.equal(searchParams.get('certId'), null)
  })

  it('is gone once the link is withdrawn, and the others stay', async () => {
    const { person, id, share, path } = await createShare()
    const { data: other } = await person.post(`/certificates/${id}/share`, { purpose: 'LinkedIn' })

    const { status } = await person.delete(`/certificates/${id}/shares/${share.id}`)

    assert.equal(status, 200)
    assert.equal((await anonymous.get(path, json)).status, 404)
    assert.equal((await anonymous.get(`${path}/card.png`)).status, 404)
    assert.equal((await anonymous.get(getPath(other.url), json)).status, 200)
    const { data: list } = await person.get(`/certificates/${id}/shares`)
    assert.deepEqual(list, [other])
    assert.equal((await person.delete(`/certificates/${id}/shares/${share.id}`)).status, 404)
  })

  it('is gone once it has expired', async () => {
    const soon = new Date(Date.parse(app.clock.now()) + 60_000).toISOString()
    const { path, person, id } = await createShare({ expires_at: soon })
    assert.equal((await anonymous.get(path, json)).status, 200)

    app.clock.advance({ minutes: 2 })

    assert.equal((await anonymous.get(path, json)).status, 404)
    const late = await person.post(`/certificates/${id}/share`, { expires_at: soon })
    assert.deepEqual([late.status, late.errors], [422, { expires_at: ['The expires at must be in the future.'] }])
  })

  it('is for its holder alone to share', async () => {
    const { id, share } = await createShare()
    const stranger = await given.user()

    for (const [person, status] of [
      [stranger, 404],
      [admin, 403],
    ] as const) {
      assert.equal((await person.post(`/certificates/${id}/share`, {})).status, status)
      assert.equal((await person.get(`/certificates/${id}/shares`)).status, status)
      assert.equal((await person.delete(`/certificates/${id}/shares/${share.id}`)).status, status)
    }
    const mine = await createShare()
    assert.equal((await mine.person.delete(`/certificates/${mine.id}/shares/${share.id}`)).status, 404)
  })

  it('says that it was revoked', async () => {
    const { id, path } = await createShare()

    await admin.post(`/certificates/${id}/revoke`, { reason: 'Another person sat the exam' })

    const { data } = await anonymous.get(path, json)
    assert.deepEqual([data.valid, data.status], [false, 'revoked'])
    const { text } = await anonymous.get(path, { accept: 'text/html' })
    assert.match(text, /This certificate was revoked/)
    assert.ok(!text.includes('sat the exam'))
  })

  it('is in the export of its holder, and gone with the account', async () => {
    const { person, path } = await createShare({ purpose: 'Application' })

    const { text } = await person.get(`/users/${person.id}/export`)
    assert.match(text, /"purpose":"Application"/)
    await person.delete(`/users/${person.id}`)

    assert.equal((await anonymous.get(path, json)).status, 404)
  })

  it('has at most 50 links', async () => {
    const { person, id } = await createShare()
    for (let count = 1; count < 50; count++)
      assert.equal((await person.post(`/certificates/${id}/share`, {})).status, 201)

    const { status, message } = await person.post(`/certificates/${id}/share`, {})

    assert.deepEqual([status, message], [422, 'A certificate can have at most 50 links; withdraw one first.'])
  })
})

describe('the pictures of a certificate', () => {
  it('contain the credential in the badge, also with a title in any script', async () => {
    const { code } = await createShare({}, { title: 'हिन्दी साहित्य & <b>إدارة المياه</b> 🎓' })
    const { text } = await anonymous.get(`/certificates/verify/${code}/credential`)

    const badge = await fetch(`${app.address}/certificates/verify/${code}/badge.png`)
    const card = await fetch(`${app.address}/certificates/verify/${code}/card.png`, {
      headers: { 'accept-language': 'ar' },
    })

    assert.deepEqual([badge.status, card.status], [200, 200])
    const bytes = Buffer.from(await badge.arrayBuffer())
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [840, 240])
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'badge.png')
    const { data } = await anonymous.send('POST', '/certificates/verify', { body: form, headers: json })
    assert.equal(data.verdict, 'proven')
    assert.equal(data.name, JSON.parse(text).name)
    // A picture program sees the text too.
    assert.ok(bytes.includes('openbadgecredential'))
  })

  it('are missing for an unknown code', async () => {
    for (const name of ['badge.png', 'card.png'])
      assert.equal((await anonymous.get(`/certificates/verify/0000-0000-0000-0000/${name}`)).status, 404)
  })
})
