/** Names and titles are used in the subjects of mails, so they are one line. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, type Person, password, testApp } from '../support/app.ts'
import { createForm } from '../support/forms.ts'

const app = await testApp()
const lines = ['Ada\nSubject: won', 'Ada\r\nX: y', 'Ada\u2028Lovelace', 'Ada\u0007', 'Ada\u0085Lovelace']
const question = { question: 'One?', type: 'true_false', correct_answer: true }

const requests: [field: string, path: string, body: (text: string) => object][] = [
  ['title', '/job-posts', (title) => ({ title, description: 'Work.' })],
  ['company', '/job-posts', (company) => ({ title: 'Post', description: 'Work.', company })],
  ['title', '/courses', (title) => ({ title, description: 'Text.' })],
  ['lessons.0.title', '/courses', (title) => ({ title: 'Course', description: 'Text.', lessons: [{ title }] })],
  ['title', '/projects', (title) => ({ title })],
  [
    'milestones.0.title',
    '/projects',
    (title) => ({ title: 'Project', milestones: [{ title, due_date: '2027-01-01' }] }),
  ],
  ['title', '/exams', (title) => ({ title, questions: [question] })],
]

async function refuse(person: Person, field: string, path: string, body: object) {
  const { status, errors } = await person.post(path, body)
  assert.equal(status, 422)
  const name = field.split('.').at(-1)
  assert.deepEqual(errors, { [field]: [`The ${name} must be one line without control characters.`] })
}

describe('a name or title with a line break or control character', () => {
  for (const [field, path, body] of requests)
    it(`is refused as ${field} of POST ${path}`, async () => {
      const admin = await app.given.admin()
      for (const line of lines) await refuse(admin, field, path, body(line))
    })

  it('is refused as the name of an account', async () => {
    const person = await app.given.user()
    for (const name of lines) {
      const account = { name, email: createUniqueEmail(), password, password_confirmation: password }
      const signup = await app.anonymous.post('/auth/signup', account)
      assert.deepEqual(Object.keys(signup.errors), ['name'], signup.text)
      assert.deepEqual(Object.keys((await person.put(`/users/${person.id}`, { name })).errors), ['name'])
    }
    assert.equal((await person.get('/auth/me')).data.name, person.name)
  })
})

const hidden = ['\u200b', '\u202e', '\u2066', '\u200f', '\u2060', '\u3164', '\u115f', '\u2800']
const labels: typeof requests = [
  ...requests,
  ['location', '/job-posts', (location) => ({ title: 'Post', description: 'Work.', location })],
  ['skills.0', '/job-posts', (skill) => ({ title: 'Post', description: 'Work.', skills: [skill] })],
  ['category', '/courses', (category) => ({ title: 'Course', description: 'Text.', category })],
  ['field', '/projects', (field) => ({ title: 'Project', field })],
  ['name', '/auth/api-keys', (name) => ({ name, scopes: ['jobs:read'], expires_at: '2100-01-01T00:00:00Z' })],
]

describe('a name or title with a hidden character', () => {
  for (const [field, path, body] of labels)
    it(`is refused as ${field} of POST ${path}`, async () => {
      const admin = await app.given.admin()
      for (const character of hidden) {
        const { status, errors } = await admin.post(path, body(`Ada${character}Lovelace`))
        assert.deepEqual([status, Object.keys(errors)], [422, [field]], JSON.stringify(character))
        assert.match(errors[field]?.[0] ?? '', /invisible characters/)
      }
    })

  it('is empty when it has no other characters', async () => {
    const admin = await app.given.admin()
    for (const character of hidden) {
      const { status, errors } = await admin.post('/projects', { title: `${character} ${character}` })
      assert.deepEqual([status, errors], [422, { title: ['The title field is required.'] }], JSON.stringify(character))
    }
  })

  it('is stored without the soft hyphens of a document', async () => {
    const admin = await app.given.admin()
    assert.equal((await admin.post('/projects', { title: 'Post\u00addoc' })).data.title, 'Postdoc')
  })

  it('is accepted with joiners that its script needs', async () => {
    const admin = await app.given.admin()
    for (const title of ['می\u200cخواهم', 'श्री\u200dमान', '👩\u200d🔬 Ada'])
      assert.equal((await admin.post('/projects', { title })).data.title, title)
  })
})

describe('a name or title with a character that was lost (U+FFFD)', () => {
  const lost = 'Jos\ufffd Ada'
  const sentence = (name: string) => `The ${name} has a character that could not be read. Type it again.`

  for (const [field, path, body] of [...labels, ['name', '/companies', (name: string) => ({ name })]] as typeof labels)
    it(`is refused as ${field} of POST ${path}`, async () => {
      const admin = await app.given.admin()
      const { status, errors } = await admin.post(path, body(lost))
      const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
      assert.deepEqual([status, errors], [422, { [field]: [sentence(name)] }])
    })

  it('is refused in an account, an invitation, an application and a profile, and changes nothing', async () => {
    const admin = await app.given.admin()
    const person = await app.given.user({ role: 'researcher' })
    const account = { name: lost, email: createUniqueEmail(), password, password_confirmation: password }
    await person.put('/researchers/me', { institution: 'Kew' })

    const answers = await Promise.all([
      app.anonymous.post('/auth/signup', account),
      person.put(`/users/${person.id}`, { name: lost }),
      admin.post('/admin/users', { name: lost, email: createUniqueEmail(), role: 'learner' }),
      person.send('POST', '/job-applications', { body: createForm({ first_name: lost }) }),
      person.put('/researchers/me', { institution: lost }),
    ])

    assert.deepEqual(
      answers.map(({ status, errors }) => [status, errors.name ?? errors.first_name ?? errors.institution]),
      ['name', 'name', 'name', 'first name', 'institution'].map((name) => [422, [sentence(name)]]),
    )
    assert.equal((await person.get('/auth/me')).data.name, person.name)
    assert.equal((await person.get('/researchers/me')).data.institution, 'Kew')
  })

  it('is accepted in a long text, of which it may be a part', async () => {
    const admin = await app.given.admin()
    const { status, data } = await admin.post('/projects', { title: 'Rings', description: lost })
    assert.deepEqual([status, data.description], [201, lost])
  })
})
