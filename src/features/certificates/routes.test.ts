import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import {
  createAuthor,
  createCertificate,
  createCertifiedCourse,
  createPassableExam,
} from '#test/support/certificates.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const app = await testApp()
const { given, anonymous } = app
const admin = await given.admin()
const author = await createAuthor(app)

async function createHolder(wish: Parameters<typeof createCertificate>[2] = {}, name = 'Ada Lovelace') {
  const person = await given.user({ name })
  const issued = await createCertificate(app, person, wish)
  return { person, ...issued, path: `/certificates/${issued.id}` }
}

const local = (url: string) => url.replace('http://api.test', '')

async function downloadBytes(person: Person, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${app.address}${path}/download`, { headers })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

describe('a certificate', () => {
  it('is issued once for a user and an exam, when it is requested twenty times at once', async () => {
    const person = await given.user()
    const passed = await createPassableExam(app)

    const issued = await runConcurrently(20, () => createCertificate(app, person, { for: passed }))
    const course = await createCertificate(app, person, {
      for: await createCertifiedCourse(app),
      score: null,
    })
    const others = await createCertificate(app, await given.user(), { for: passed })

    assert.equal(new Set(issued.map(({ id, certificate_url }) => `${id} ${certificate_url}`)).size, 1)
    assert.equal(new Set([issued[0]?.id, course.id, others.id]).size, 3)
    assert.equal((await person.get('/certificates')).data.length, 2)
    assert.equal((await person.get('/notifications?type=certificate_issued')).meta.total, 2)
    const activity = await person.get(`/users/${person.id}/activity?type=certificate_issued`)
    assert.equal(activity.meta.total, 2)
  })

  it('is announced to its holder, who can open the link of the notification', async () => {
    const { person, id, path } = await createHolder({ title: 'Botany <b>' })

    const [notice] = (await person.get('/notifications')).data

    assert.deepEqual(notice.data, { url: path, action: 'view_certificate' })
    assert.ok(notice.message.includes('Botany <b>'))
    assert.equal((await person.get(notice.data.url)).data.id, id)
    assert.deepEqual((await app.listMails(person.email)).length, 1, 'only the one that verifies the address')
  })

  it('keeps the name that the holder had on the day of issue', async () => {
    const { person, path, certificate_url } = await createHolder({}, 'Augusta Byron')
    const before = await downloadBytes(person, path)

    await person.put(`/users/${person.id}`, { name: 'Somebody Else' })

    const json = { accept: 'application/json' }
    assert.equal((await anonymous.get(local(certificate_url), json)).data.name, 'Augusta Byron')
    assert.ok(before.equals(await downloadBytes(person, path)))
  })
})

describe('GET /certificates', () => {
  it('lists all certificates of the caller, newest first', async () => {
    const { person, id, certificate_url } = await createHolder({ title: 'First', author })
    const second = await createCertificate(app, person, {
      for: await createCertifiedCourse(app),
      title: 'Second',
      score: null,
    })

    const { data, meta } = await person.get('/certificates')

    assert.equal(meta, undefined)
    assert.deepEqual(
      data.map((one: { id: number }) => one.id),
      [second.id, id],
    )
    assert.deepEqual(data[1], {
      id,
      title: 'First',
      issuer: 'Research Platform',
      awarded_by: { id: author.id, name: 'Agnes Arber', verified: false },
      issued_date: '2026-11-21',
      certificate_url,
      verification_code: certificate_url.slice(-19),
      verified: true,
      exam: { id: data[1].exam.id, title: 'First' },
      course: null,
      badge: `${certificate_url}/badge.svg`,
    })
    assert.equal(data[0].course.title, 'Second')
    assert.match(data[1].verification_code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.deepEqual((await (await given.user()).get('/certificates')).data, [])
  })

  it('lists certificates of other users for administrators only', async () => {
    const { person, id, certificate_url } = await createHolder()
    const stranger = await given.user()
    const typed = certificate_url.slice(-19).toLowerCase().replaceAll('-', ' ')
    const ids = async (who: Person, query: string) =>
      (await who.get(`/certificates?${query}`)).data.map((one: { id: number }) => one.id)

    assert.deepEqual(await ids(admin, `user_id=${person.id}`), [id])
    assert.deepEqual(await ids(admin, `verification_code=${typed}`), [id])
    assert.deepEqual(await ids(admin, `verification_code=${typed}&user_id=${stranger.id}`), [])
    assert.deepEqual(await ids(person, `verification_code=${typed}&user_id=${person.id}`), [id])
    assert.deepEqual(await ids(stranger, `verification_code=${typed}`), [])
    assert.equal((await stranger.get(`/certificates?user_id=${person.id}`)).status, 403)
  })
})

describe('GET /certificates/{id}', () => {
  it('describes the achievement', async () => {
    const passed = await createPassableExam(app)
    const completed = await createCertifiedCourse(app)
    const { person, id, path, certificate_url } = await createHolder({ for: passed, title: 'Logic', author })
    const course = await createCertificate(app, person, { for: completed, title: 'Sets', score: null })

    const { data } = await person.get(path)
    const other = (await person.get(`/certificates/${course.id}`)).data

    assert.deepEqual(data, {
      id,
      title: 'Logic',
      issuer: 'Research Platform',
      awarded_by: { id: author.id, name: 'Agnes Arber', verified: false },
      issued_date: '2026-11-21',
      certificate_url,
      verification_code: certificate_url.slice(-19),
      verified: true,
      exam: { id: passed.examId, title: 'Logic' },
      course: null,
      score: 92,
      pdf_download_url: `http://api.test${path}/download`,
      name: 'Ada Lovelace',
      revoked_at: null,
      revocation_reason: '',
    })
    assert.deepEqual([other.exam, other.course, other.score], [null, { id: completed.courseId, title: 'Sets' }, null])
  })

  for (const [who, status] of [
    ['stranger', 404],
    ['researcher', 404],
    ['admin', 200],
  ] as const)
    it(`responds to a ${who} with ${status}, also for the document`, async () => {
      const { path } = await createHolder()
      const person = who === 'admin' ? admin : await given.user({ role: who === 'researcher' ? who : 'learner' })

      assert.equal((await person.get(path)).status, status)
      assert.equal((await person.get(`${path}/download`)).status, status)
    })
})

describe('GET /certificates/{id}/download', () => {
  it('returns a PDF that is named by the code', async () => {
    const { person, path, certificate_url } = await createHolder()

    const { headers, text } = await person.get(`${path}/download`)

    assert.ok(text.startsWith('%PDF-'))
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(headers.get('cache-control'), 'no-store')
    const filename = `Certificate ${certificate_url.slice(-19)}.pdf`
    assert.equal(headers.get('content-disposition'), `attachment; filename="${filename}"`)
  })
})

describe('POST /certificates/{id}/revoke', () => {
  it('revokes the certificate, and succeeds again when it is repeated', async () => {
    const { person, path, certificate_url } = await createHolder()
    const before = await downloadBytes(person, path)

    const replies = await runConcurrently(10, (index) => admin.post(`${path}/revoke`, { reason: `Reason ${index}` }))
    app.clock.advance({ days: 1 })
    const again = await admin.post(`${path}/revoke`)

    assert.deepEqual(countByStatus(replies), { 200: 10 })
    assert.equal(new Set(replies.map(({ data }) => data.revocation_reason)).size, 1)
    assert.deepEqual(again.data, replies[0]?.data)
    const { data } = await person.get(path)
    assert.equal(data.verified, false)
    assert.match(data.revocation_reason, /^Reason \d$/)
    assert.equal((await person.get('/certificates')).data[0].verified, false)
    const checked = await anonymous.get(local(certificate_url), { accept: 'application/json' })
    assert.deepEqual([checked.data.valid, checked.data.status], [false, 'revoked'])
    assert.ok(!checked.text.includes('Reason'))
    const told = (await person.get('/notifications')).data.filter(
      ({ title }: { title: string }) => title === 'Your certificate is no longer valid',
    )
    assert.equal(told.length, 1)
    assert.match(told[0].message, /^The certificate for “.+” was revoked\. The reason: Reason \d$/)
    assert.ok(!before.equals(await downloadBytes(person, path)))
    app.clock.advance({ days: -1 })
  })

  it('is allowed for administrators', async () => {
    const { person, path } = await createHolder()

    assert.equal((await person.post(`${path}/revoke`)).status, 403)
    assert.equal((await person.get(path)).data.verified, true)
    assert.equal((await admin.post('/certificates/999999/revoke')).status, 404)
    assert.equal((await admin.post(`${path}/revoke`, { reason: 'x'.repeat(1_001) })).status, 422)
  })

  it('removes it from the number of certificates of a researcher', async () => {
    const person = await given.user({ role: 'researcher' })
    const { id } = await createCertificate(app, person)
    await createCertificate(app, person)
    const profile = (await person.get('/auth/me')).data.researcher_id
    const count = async () => (await person.get(`/researchers/details/${profile}`)).data.certificates_count
    assert.equal(await count(), 2)

    await admin.post(`/certificates/${id}/revoke`)

    assert.equal(await count(), 1)
  })
})

describe('certificates of a deleted account', () => {
  it('are in its export', async () => {
    const { person, id } = await createHolder({ title: 'Exported' })

    const [own, ...others] = (await person.get(`/users/${person.id}/export`)).data.certificates

    assert.deepEqual(others, [])
    assert.deepEqual([own.id, own.title, own.name, own.score], [id, 'Exported', 'Ada Lovelace', 92])
  })

  it('lose the name of the holder, and can still be verified', async () => {
    const { person, path, certificate_url } = await createHolder({}, 'Ephemeral Name')
    await person.delete(`/users/${person.id}`)

    const page = await anonymous.get(local(certificate_url))
    const { data } = await anonymous.get(local(certificate_url), { accept: 'application/json' })

    assert.equal(page.status, 200)
    assert.ok(page.text.includes('Deleted user') && !page.text.includes('Ephemeral'))
    assert.deepEqual([data.name, data.valid], ['Deleted user', true])
    assert.equal((await admin.get(path)).data.name, 'Deleted user')
    assert.ok(!(await downloadBytes(admin, path)).includes('Ephemeral'))
  })

  it('are issued without a name and without a notification when the account was deleted before', async () => {
    const person = await given.user()
    await person.delete(`/users/${person.id}`)

    const { id } = await createCertificate(app, person)

    assert.equal((await admin.get(`/certificates/${id}`)).data.name, 'Deleted user')
  })
})
