import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswords, type Passwords } from '#adapters/passwords.ts'
import { createApp, type Person, password, testApp } from '#test/support/app.ts'
import { createBlocker } from '#test/support/background.ts'
import { countByStatus } from '#test/support/concurrency.ts'

const of = ({ id }: Pick<Person, 'id'>) => `/users/${id}`
const nobody = { id: 999_999 }

describe('PUT /users/{id}', () => {
  it('changes only the given fields', async () => {
    const { given, clock } = await testApp()
    const person = await given.user()
    const before = (await person.get('/auth/me')).data
    clock.advance({ minutes: 1 })
    const change = {
      bio: ' I count. ',
      location: 'London',
      skills: [' analysis ', 'engines'],
      phone: '+44 20',
    }

    const { status, data } = await person.put(of(person), change)

    assert.equal(status, 200)
    assert.deepEqual(data, {
      ...before,
      bio: 'I count.',
      location: 'London',
      skills: ['analysis', 'engines'],
      phone: '+44 20',
      profile_complete: true,
      updated_at: clock.now(),
    })
    assert.deepEqual((await person.get('/auth/me')).data, data)
  })

  it('changes each link separately', async () => {
    const { given } = await testApp()
    const person = await given.user()

    await person.put(of(person), {
      links: { github: 'https://github.com/ada', orcid: '0000-0002-1825-0097' },
    })
    const { data } = await person.put(of(person), { links: { website: 'http://ada.example', orcid: null } })

    assert.deepEqual(data.links, {
      website: 'http://ada.example',
      linkedin: '',
      orcid: '',
      github: 'https://github.com/ada',
    })
  })

  it('removes texts with null', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await person.put(of(person), { headline: 'a', bio: 'b', location: 'c', phone: 'd' })

    const { data } = await person.put(of(person), { headline: null, bio: null, location: null, phone: null })

    const { headline, bio, location, phone } = data
    assert.deepEqual({ headline, bio, location, phone }, { headline: '', bio: '', location: '', phone: '' })
  })

  it('ignores fields that cannot be changed', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const before = (await person.get('/auth/me')).data
    const change = { id: 1, email_verified: true, profile_photo: 'x', created_at: 'x', nonsense: { a: 1 } }

    const { status, data } = await person.put(of(person), change)

    assert.equal(status, 200)
    assert.deepEqual(data, before)
  })

  it('keeps every one of several simultaneous changes', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const changes = [{ headline: 'a' }, { bio: 'b' }, { location: 'c' }, { phone: 'd' }, { skills: ['e'] }]

    const replies = await Promise.all(changes.map((change) => person.put(of(person), change)))

    assert.deepEqual(countByStatus(replies), { 200: 5 })
    const { headline, bio, location, phone, skills } = (await person.get('/auth/me')).data
    assert.deepEqual([{ headline }, { bio }, { location }, { phone }, { skills }], changes)
  })

  const address = 'must be http or https addresses.'
  const refused: [string, object, Record<string, string[]>][] = [
    ['an empty name', { name: ' ' }, { name: ['The name may not be empty and has at most 200 characters.'] }],
    ['null for a name', { name: null }, { name: ['The name may not be empty and has at most 200 characters.'] }],
    ['null for skills', { skills: null }, { skills: ['The skills must be a list.'] }],
    ['null for links', { links: null }, { links: ['The links must be an object.'] }],
    ['null for an e-mail', { email: null }, { email: ['The email must be a text.'] }],
    ['a skill that is no text', { skills: ['a', 5] }, { 'skills.1': ['The skills must be a text.'] }],
    ['a script for a link', { links: { website: 'javascript:a' } }, { 'links.website': [`Links ${address}`] }],
    ['a long biography', { bio: 'é'.repeat(5_001) }, { bio: ['The bio may not be longer than 5000 characters.'] }],
    [
      'NUL deep inside',
      { links: { github: 'http://\0' } },
      { 'links.github': ['The github contains characters that cannot be stored.'] },
    ],
    [
      'several fields at once',
      { email: 'x', phone: 5, role: 'king' },
      {
        email: ['The email must be a valid e-mail address.'],
        phone: ['The phone must be a text.'],
        role: ['The selected role is invalid.'],
      },
    ],
  ]
  for (const [what, change, expected] of refused)
    it(`refuses ${what} and changes nothing`, async () => {
      const { given } = await testApp()
      const person = await given.user()
      const before = (await person.get('/auth/me')).data

      const { status, errors } = await person.put(of(person), { headline: 'new', ...change })

      assert.equal(status, 422)
      assert.deepEqual(errors, expected)
      assert.deepEqual((await person.get('/auth/me')).data, before)
    })

  it('is allowed for the user and administrators', async () => {
    const { given, anonymous } = await testApp()
    const [person, stranger, admin] = [await given.user(), await given.user(), await given.admin()]

    const byStranger = await stranger.put(of(person), { name: 'Mallory' })
    const byNobody = await anonymous.put(of(person), { name: 'Mallory' })
    const byAdmin = await admin.put(of(person), { headline: 'Mathematician' })

    assert.equal(byStranger.status, 403)
    assert.equal(byStranger.message, 'Unauthorized')
    assert.equal(byNobody.status, 401)
    assert.equal(byAdmin.status, 200)
    const { name, headline } = (await person.get('/auth/me')).data
    assert.deepEqual({ name, headline }, { name: person.name, headline: 'Mathematician' })
  })

  it('responds with 404 for an unknown user, after reporting errors in the body', async () => {
    const { given } = await testApp()
    const admin = await given.admin()

    assert.equal((await admin.put(of(nobody), { name: 'Ada' })).status, 404)
    assert.equal((await admin.put('/users/me', { name: 'Ada' })).status, 404)
    assert.equal((await admin.put('/users/me', { name: 5 })).status, 422)
  })
})

describe('a changed role', () => {
  it('can be set by administrators only, which is said before a password is checked', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const guess = { password: 'another horse', current_password: 'guessed' }

    const alone = await person.put(of(person), { role: 'admin', headline: 'Boss' })
    const guessed = await person.put(of(person), { role: 'admin', headline: 'Boss', ...guess })

    assert.deepEqual([alone.status, guessed.status], [403, 403])
    const { role, headline } = (await person.get('/auth/me')).data
    assert.deepEqual({ role, headline }, { role: 'learner', headline: '' })
  })

  it('is not reverted by a request that names the previous role', async () => {
    const quick = createPasswords({ memory: 8, passes: 1 })
    const { act, begun, release } = createBlocker()
    let isHeld = false
    const passwords: Passwords = {
      ...quick,
      async hash(secret, priority) {
        if (isHeld) await act()
        return quick.hash(secret, priority, '')
      },
    }
    const { given } = await createApp({}, { passwords })
    const [person, admin] = [await given.user(), await given.admin()]
    isHeld = true

    const slow = person.put(`/users/${person.id}`, {
      role: 'learner',
      password: 'another horse',
      current_password: password,
    })
    await begun
    await admin.put(`/users/${person.id}`, { role: 'recruiter' })
    release()

    assert.equal((await slow).status, 403)
    assert.equal((await person.get('/auth/me')).data.role, 'recruiter')
  })

  it('creates a researcher profile where there is none', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]

    const first = await admin.put(of(person), { role: 'researcher' })
    await admin.put(of(person), { role: 'learner' })
    const second = await admin.put(of(person), { role: 'researcher' })

    assert.equal(first.status, 200)
    assert.equal(Number.isInteger(first.data.researcher_id), true)
    assert.equal(second.data.researcher_id, first.data.researcher_id)
  })

  it('takes effect at once', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]

    await admin.put(of(person), { role: 'admin' })
    const asAdmin = await person.get(of(admin))
    await admin.put(of(person), { role: 'learner' })
    const asLearner = await person.get(of(admin))

    assert.equal(asAdmin.data.email, admin.email)
    assert.equal(asLearner.data.email, undefined)
  })
})
