import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createApp, type Person, password, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'

const publicFields = ['id', 'name', 'role', 'profile_photo', 'headline', 'location', 'skills'].toSorted()
const ownFields = [
  ...[
    'email',
    'pending_email',
    'email_verified',
    'email_bouncing',
    'profile_complete',
    'bio',
    'phone',
    'links',
    'locale',
  ],
  ...['timezone', 'billing_address', 'two_factor_enabled'],
  ...['researcher_id', 'login_methods', 'created_at', 'updated_at'],
]
const allFields = [...publicFields, ...ownFields].toSorted()

const of = ({ id }: Pick<Person, 'id'>) => `/users/${id}`
const listFields = (user: object) => Object.keys(user).toSorted()
const listIds = (people: readonly { id: number }[]) => people.map(({ id }) => id)

/** A unique word, so that a search finds only the users of one test. */
const uniqueWord = () => `W${randomBytes(6).toString('hex')}`

const searchNames = (by: Person, text: string, more = '') => by.get(`/users?search=${encodeURIComponent(text)}${more}`)

describe('GET /users', () => {
  it('lists all users for all users, in the order of registration, with public fields', async () => {
    const { given } = await createApp()
    const [admin, person, other] = [await given.admin(), await given.user(), await given.user()]
    await other.put(of(other), {
      headline: 'Mathematician',
      location: 'London',
      skills: ['analysis'],
      bio: 'b',
    })

    const { status, data } = await person.get('/users')

    assert.equal(status, 200)
    assert.deepEqual(listIds(data), [admin.id, person.id, other.id])
    assert.deepEqual(data[2], {
      id: other.id,
      name: other.name,
      role: 'learner',
      profile_photo: null,
      headline: 'Mathematician',
      location: 'London',
      skills: ['analysis'],
    })
    assert.deepEqual(listFields(data[0]), publicFields)
  })

  it('returns every field to administrators', async () => {
    const { given } = await createApp()
    const [admin, person] = [await given.admin(), await given.user()]

    const { data } = await admin.get('/users')

    for (const user of data) assert.deepEqual(listFields(user), allFields)
    assert.deepEqual(data[1], (await person.get('/auth/me')).data)
  })

  it('requires a token', async () => {
    const { anonymous } = await testApp()

    assert.equal((await anonymous.get('/users')).status, 401)
  })

  const found: [string, string][] = [
    ['the beginning of a word', 'Elo'],
    ['another case', 'ELODIE'],
    ['accents that the name has', 'é'],
    ['no accents where the name has some', 'munch'],
    ['accents that the name has not', 'dé'],
    ['two words in any order', 'münch elo'],
    ['three words', 'd e m'],
    ['words with other separators', '  Münch-,Élo '],
    ['a decomposed accent', 'E\u0301lodie'],
  ]
  for (const [what, text] of found)
    it(`searches names by ${what}`, async () => {
      const { given } = await testApp()
      const person = await given.user({ name: 'Élodie de Münch' })
      const other = await given.user({ name: 'Somebody' })

      const found = listIds((await searchNames(person, text, '&limit=100')).data)

      assert.deepEqual([found.includes(person.id), found.includes(other.id)], [true, false])
    })

  it('finds only names in which every search term begins a word', async () => {
    const { given } = await testApp()
    const word = uniqueWord()
    const ada = await given.user({ name: `Ada ${word} Lovelace` })
    const adam = await given.user({ name: `Adam ${word} Ada` })
    const search = async (text: string) => listIds((await searchNames(ada, text)).data)

    assert.deepEqual(await search(word.slice(0, -1)), [ada.id, adam.id])
    assert.deepEqual(await search(`ada ${word}`), [ada.id, adam.id])
    assert.deepEqual(await search(`adam ${word}`), [adam.id])
    assert.deepEqual(await search(`love ${word}`), [ada.id])
    assert.deepEqual(await search(`ovelace ${word}`), [])
    assert.deepEqual(await search(word.slice(1)), [])
  })

  it('finds only names that contain all of many terms', async () => {
    const { given } = await testApp()
    const word = uniqueWord()
    const person = await given.user({ name: `Ana Maria de la ${word} Garcia` })
    await given.user({ name: `Ana Maria de la ${word} Gomez` })

    const { data } = await searchNames(person, `${word} ana maria de la garcia`)

    assert.deepEqual(listIds(data), [person.id])
  })

  it('finds the new name and not the previous one', async () => {
    const { given } = await testApp()
    const [before, after] = [uniqueWord(), uniqueWord()]
    const person = await given.user({ name: before })

    await person.put(of(person), { name: after })

    assert.equal((await searchNames(person, before)).meta.total, 0)
    assert.equal((await searchNames(person, after)).meta.total, 1)
  })

  it('searches e-mail addresses for administrators only', async () => {
    const { given } = await testApp()
    const word = uniqueWord()
    const person = await given.user({ email: `${word}@example.org` })
    const admin = await given.admin()

    const forPerson = await searchNames(person, word)
    const forAdmin = await searchNames(admin, `${word.slice(0, 8)} exam`)
    const whole = await searchNames(admin, `${word}@example.org`)

    assert.deepEqual(forPerson.data, [])
    assert.equal(forPerson.meta.total, 0)
    assert.deepEqual(listIds(forAdmin.data), [person.id])
    assert.deepEqual(listIds(whole.data), [person.id])
  })

  it('filters by role, alone and with a search term', async () => {
    const { given } = await createApp()
    const [learner, recruiter] = [await given.user(), await given.user({ role: 'recruiter' })]

    const alone = await learner.get('/users?role=recruiter')
    const both = await learner.get('/users?role=recruiter&search=ada')
    const none = await learner.get('/users?role=student&search=ada')

    assert.deepEqual(listIds(alone.data), [recruiter.id])
    assert.equal(alone.meta.total, 1)
    assert.deepEqual(listIds(both.data), [recruiter.id])
    assert.deepEqual(none.data, [])
  })

  for (const [query, errors] of [
    ['role=king', { role: ['The selected role is invalid.'] }],
    ['page=0', { page: ['The page must be at least 1.'] }],
    ['page=-1', { page: ['The page must be at least 1.'] }],
    ['page=two', { page: ['The page must be an integer.'] }],
    ['page=1.5', { page: ['The page must be an integer.'] }],
    ['limit=0', { limit: ['The limit must be at least 1.'] }],
    ['page=0&limit=x', { page: ['The page must be at least 1.'], limit: ['The limit must be an integer.'] }],
    ['search=%00', { search: ['The search contains characters that cannot be stored.'] }],
    [`search=${'a'.repeat(201)}`, { search: ['The search may not be longer than 200 characters.'] }],
  ] as const)
    it(`refuses ?${query.slice(0, 20)}`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const reply = await person.get(`/users?${query}`)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, errors)
    })
})

describe('the total numbers of GET /users', () => {
  async function readTotals(by: Person) {
    const of = async (query: string) => (await by.get(`/users?${query}`)).meta.total
    return [await of(''), await of('role=learner'), await of('role=recruiter'), await of('role=student')]
  }

  it('follow sign-ups, role changes and deletions, before and after counters are compacted', async () => {
    const { given, clock, settle } = await createApp()
    const admin = await given.admin()
    const [first, second] = [await given.user(), await given.user()]
    await given.user({ role: 'recruiter' })
    await settle()

    const signedUp = await readTotals(admin)
    await admin.put(of(first), { role: 'recruiter' })
    await second.delete(of(second))
    const changed = await readTotals(admin)
    clock.advance({ minutes: 5 })
    await settle()
    const compacted = await readTotals(admin)
    await given.user({ role: 'student' })
    await admin.delete(of(first))
    const afterwards = await readTotals(admin)

    assert.deepEqual(signedUp, [4, 2, 1, 0])
    assert.deepEqual(changed, [3, 0, 2, 0])
    assert.deepEqual(compacted, changed)
    assert.deepEqual(afterwards, [3, 0, 1, 1])
  })

  it('stay correct when counters are compacted during sign-ups', async () => {
    const { given, clock, settle } = await createApp()
    const admin = await given.admin()
    await settle()
    await runConcurrently(5, () => given.user())
    clock.advance({ minutes: 5 })

    await Promise.all([settle(), runConcurrently(10, () => given.user({ role: 'student' }))])

    assert.deepEqual(await readTotals(admin), [16, 5, 0, 10])
  })
})

describe('GET /users/{id}', () => {
  it('returns all fields to the user and administrators, and public fields to others', async () => {
    const { given } = await testApp()
    const [person, stranger, admin] = [await given.user(), await given.user(), await given.admin()]

    const replies = [await person.get(of(person)), await stranger.get(of(person)), await admin.get(of(person))]

    assert.deepEqual(
      replies.map(({ data }) => listFields(data)),
      [allFields, publicFields, allFields],
    )
  })

  for (const id of ['999999', '0', '-1', 'me', '1e3', '99999999999999999999', '%20'])
    it(`responds to ${id} with 404`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const { status, message } = await person.get(`/users/${id}`)

      assert.equal(status, 404)
      assert.equal(message, 'Resource Not Found')
    })
})

describe('GET /users/{id}/activity', () => {
  const listTypes = (entries: readonly { type: string }[]) => entries.map(({ type }) => type)

  it('lists the actions of the user, newest first', async () => {
    const { anonymous, given, clock } = await testApp()
    const person = await given.user()
    clock.advance({ minutes: 1 })
    await anonymous.post('/auth/login', { email: person.email, password })
    await person.put(of(person), { headline: 'new', phone: '1' })
    clock.advance({ minutes: 1 })

    const { data, meta } = await person.get(`${of(person)}/activity`)

    assert.deepEqual(listTypes(data), ['profile_updated', 'login', 'signup'])
    const [{ id, created_at, ...entry }] = data
    assert.ok(id > data[1].id)
    assert.ok(created_at > data[2].created_at)
    assert.deepEqual(entry, {
      type: 'profile_updated',
      description: 'Updated the profile',
      metadata: { user_id: person.id, fields: ['headline', 'phone'] },
      api_key_id: null,
    })
    assert.deepEqual([meta.total, meta.per_page], [3, 20])
  })

  it('is paginated, and filters by type', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    for (let count = 0; count < 3; count++) await anonymous.post('/auth/login', { email: person.email, password })
    const list = (query: string) => person.get(`${of(person)}/activity?${query}`)

    const second = await list('limit=3&page=2')
    const logins = await list('type=login&limit=2')
    const never = await list('type=exam_booked')
    const unknown = await list('type=nonsense')
    const any = await list('type=')

    assert.deepEqual(listTypes(second.data), ['signup'])
    assert.deepEqual(listTypes(logins.data), ['login', 'login'])
    assert.deepEqual([logins.meta.total, any.meta.total], [3, 4])
    for (const { status, data, meta } of [never, unknown])
      assert.deepEqual([status, data, meta.total, meta.last_page], [200, [], 0, 1])
  })

  it('is allowed for the user and administrators', async () => {
    const { anonymous, given } = await testApp()
    const [person, stranger, admin] = [await given.user(), await given.user(), await given.admin()]
    const path = `${of(person)}/activity`

    const byStranger = await stranger.get(path)
    const byAdmin = await admin.get(path)

    assert.equal(byStranger.status, 403)
    assert.equal(byStranger.message, 'Unauthorized')
    assert.equal((await anonymous.get(path)).status, 401)
    assert.deepEqual(listTypes(byAdmin.data), ['signup'])
  })

  it('does not reveal to other users which accounts exist', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]

    assert.equal((await person.get('/users/999999/activity')).status, 403)
    assert.equal((await admin.get('/users/999999/activity')).status, 404)
  })
})
