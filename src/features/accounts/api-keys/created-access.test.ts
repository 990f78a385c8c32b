import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '#core/scopes.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { getPath } from '#test/support/forms.ts'
import { addCard } from '#test/support/payments.ts'
import { project, version } from '#test/support/projects.ts'

const app = await testApp()
const { anonymous, given } = app

const calendarScopes: readonly Scope[] = [
  'notifications:write',
  'courses:read',
  'exams:read',
  'jobs:read',
  'projects:read',
  'billing:read',
]

async function createKey(person: Person, scopes: readonly Scope[], expires_at: string | null = null) {
  const { status, data, text } = await person.post('/auth/api-keys', { name: 'Sync', scopes, expires_at })
  assert.equal(status, 201, text)
  return { id: data.id, client: app.withToken(data.key) }
}

const read = async (path: string) => (await anonymous.get(path)).status

describe('what an API key creates for reading without it', () => {
  it('needs the scopes of all that it shows', async () => {
    const person = await given.user()
    const own = getPath((await person.post('/calendar')).data.url)
    for (const missing of calendarScopes.slice(1)) {
      const { client } = await createKey(
        person,
        calendarScopes.filter((scope) => scope !== missing),
      )

      const { status, errors } = await client.post('/calendar')

      assert.deepEqual([status, errors.scope], [403, [`The API key lacks the scope ${missing}.`]])
    }
    const bare = await createKey(person, ['notifications:write'])
    assert.equal((await bare.client.post('/calendar')).errors.scope?.length, 5)
    assert.equal(await read(own), 200)

    const { id } = await createCertificate(app, await given.verifiedUser())
    const writer = await createKey(person, ['exams:write'])
    const share = await writer.client.post(`/certificates/${id}/share`, {})
    assert.deepEqual(share.errors, { scope: ['The API key lacks the scope exams:read.'] })
  })

  it('ends when the key is deleted, and what a session created stays', async () => {
    const person = await given.verifiedUser()
    const certificate = await createCertificate(app, person)
    const { id: projectId } = await project(person)
    await version(person, projectId)
    const course = await createCourse(await given.user({ role: 'researcher' }))
    await createEnrollment(person, course.id)
    await person.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id: await addCard(person),
    })
    const createAll = async (client: Pick<Person, 'get' | 'post'>) => {
      const { data: calendar } = await client.post('/calendar')
      const { data: share } = await client.post(`/certificates/${certificate.id}/share`, {})
      const { data: versions } = await client.get(`/projects/${projectId}/versions`)
      const { data: download } = await client.get(`/courses/${course.id}/download?link=1`)
      const { data: billing } = await client.get('/billing/history')
      const [{ invoice_url, pdf_url }] = billing
      const urls = [calendar.url, share.url, versions[0].file_url, download.download_url, invoice_url, pdf_url]
      return urls.map(getPath)
    }
    const scopes: readonly Scope[] = [...calendarScopes, 'exams:write', 'courses:read']
    const key = await createKey(person, scopes)

    const ofSession = (await createAll(person)).slice(1)
    const ofKey = await createAll(key.client)
    const page = await anonymous.get(ofKey.at(-2) ?? '')
    const linked = getPath(`http://api.test${/href="([^"]+\/pdf[^"]+)"/.exec(page.text)?.[1] ?? ''}`).replaceAll(
      '&amp;',
      '&',
    )
    for (const path of [...ofSession, ...ofKey, linked]) assert.equal(await read(path), 200, path)
    const withoutKey = ofKey.filter((path) => path.includes('key=')).map((path) => path.replace(/&key=\d+/, ''))
    assert.equal(withoutKey.length, 4)
    for (const path of withoutKey) assert.equal(await read(path), 403, path)
    await person.delete(`/auth/api-keys/${key.id}`)

    for (const path of [...ofKey, linked]) assert.ok([403, 404].includes(await read(path)), path)
    for (const path of ofSession) assert.equal(await read(path), 200, path)
    assert.equal((await person.get(`/certificates/${certificate.id}/shares`)).data.length, 1)
  })

  it('ends when the key expires', async () => {
    const own = await testApp()
    const person = await own.given.verifiedUser()
    const certificate = await createCertificate(own, person)
    const expires_at = new Date(Date.parse(own.clock.now()) + 60_000).toISOString()
    const { data } = await person.post('/auth/api-keys', {
      name: 'Sync',
      scopes: [...calendarScopes, 'exams:write'],
      expires_at,
    })
    const key = own.withToken(data.key)
    const paths = [await key.post('/calendar'), await key.post(`/certificates/${certificate.id}/share`, {})].map(
      (reply) => getPath(reply.data.url),
    )
    for (const path of paths) assert.equal((await own.anonymous.get(path)).status, 200)

    own.clock.advance({ minutes: 2 })

    for (const path of paths) assert.equal((await own.anonymous.get(path)).status, 404)
    assert.deepEqual((await person.get(`/certificates/${certificate.id}/shares`)).data, [])
  })
})
