import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { buildRor } from '#core/ror.ts'
import { extractToken, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { completeCourse, createCourse, createLessons } from '#test/support/courses.ts'

const full = {
  headline: 'Maps malaria with machine learning',
  bio: 'I study how mosquitoes spread malaria in cities, and build models that predict outbreaks.',
  institution: 'University of Nairobi',
  department: 'Computer Science',
  location: 'Nairobi, Kenya',
  country: 'Kenya',
  fields: ['Machine Learning', 'Epidemiology'],
  skills: ['Python', 'Statistics'],
  languages: ['English', 'Swahili'],
  years_experience: 8,
  h_index: 12,
  orcid: 'https://orcid.org/0000-0002-1825-0097',
  publications: [{ title: 'Outbreaks foreseen', year: 2024, venue: 'Nature', doi: '10.1000/182' }],
}

/** A researcher with a profile, and a unique word. */
async function createResearcher({ given }: TestApp, change: object = {}) {
  const word = `w${randomBytes(8).toString('hex')}`
  const person = await given.user({ role: 'researcher', name: 'Grace Hopper' })
  const { status, data, text } = await person.put('/researchers/me', { ...full, department: word, ...change })
  assert.equal(status, 200, text)
  return { person, id: Number(data.id), word }
}

const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('PUT /researchers/{id}', () => {
  it('stores every field, and the ORCID without its URL', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)

    const { data } = await person.get(`/researchers/details/${id}`)

    assert.equal(data.orcid, '0000-0002-1825-0097')
    assert.deepEqual(data.fields, full.fields)
    assert.deepEqual(data.publications, [{ ...full.publications[0], url: null }])
    assert.equal(data.user.name, 'Grace Hopper')
    assert.equal(data.verified, false)
    assert.deepEqual([data.courses, data.certificates_count, data.team_count], [[], 0, 0])
  })

  it('refuses an ORCID with a wrong check digit, and changes nothing', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)

    const reply = await person.put(`/researchers/${id}`, { orcid: '0000-0002-1825-0098', country: 'Ghana' })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.orcid)
    assert.equal((await person.get('/researchers/me')).data.country, 'Kenya')
  })

  for (const [who, status] of [
    ['owner', 200],
    ['admin', 200],
    ['stranger', 403],
    ['nobody', 401],
  ] as const)
    it(`responds to ${who} with ${status}`, async () => {
      const app = await testApp()
      const { person, id } = await createResearcher(app)
      const clients = {
        owner: person,
        admin: await app.given.admin(),
        stranger: await app.given.user(),
        nobody: app.anonymous,
      }

      const reply = await clients[who].put(`/researchers/${id}`, { headline: 'changed' })

      assert.equal(reply.status, status, reply.text)
    })

  it('takes the name of the institution from its ROR id, in each way the id is written', async () => {
    const app = await testApp()
    const { person } = await createResearcher(app, { institution: 'Somewhere' })

    for (const institution_ror of ['042nb2s44', 'https://ror.org/042nb2s44', 'ROR.org/042NB2S44']) {
      const { data, text } = await person.put('/researchers/me', { institution_ror })
      assert.deepEqual(
        [data.institution, data.institution_ror],
        ['Massachusetts Institute of Technology', 'https://ror.org/042nb2s44'],
        text,
      )
    }
  })

  it('keeps the name that was typed beside a ROR id, also of an institution that the list has not', async () => {
    const app = await testApp()
    const { person } = await createResearcher(app, {})
    const unknown = buildRor('zzzzzz')

    const typed = await person.put('/researchers/me', { institution: 'MIT Media Lab', institution_ror: '042nb2s44' })
    const other = await person.put('/researchers/me', { institution: 'Zed', institution_ror: unknown })
    const { data: unnamed } = await person.put('/researchers/me', { institution_ror: buildRor('zzzzzy') })

    assert.deepEqual(typed.data.institution, 'MIT Media Lab')
    assert.deepEqual([other.data.institution, other.data.institution_ror], ['Zed', unknown])
    assert.deepEqual([unnamed.institution, unnamed.institution_ror], ['', buildRor('zzzzzy')])
  })

  it('drops the ROR id when another institution is typed, and keeps it for another name of the same', async () => {
    const app = await testApp()
    const { person } = await createResearcher(app, { institution_ror: '05a28rw58', institution: 'ETH Zürich' })

    const renamed = await person.put('/researchers/me', { institution: 'eidgenossische technische hochschule zurich' })
    const elsewhere = await person.put('/researchers/me', { institution: 'University of Zambia' })

    assert.equal(renamed.data.institution_ror, 'https://ror.org/05a28rw58')
    assert.equal(elsewhere.data.institution_ror, null)
  })

  it('keeps where a person studied and worked, and names institutions by their ROR ids', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)
    const unknown = buildRor('zzzzzx')
    const { status, text } = await person.put('/researchers/me', {
      education: [
        { ror: '042nb2s44', degree: 'PhD', field: 'Botany', start: '2008-10', end: '2012' },
        { institution: 'Makerere' },
      ],
      employment: [
        { ror: '05a28rw58', institution: 'ETH', title: 'Professor', start: '2018-02', current: true },
        { ror: unknown, start: '2012', end: '2012-03' },
      ],
    })
    assert.equal(status, 200, text)
    const { data } = await (await app.given.user()).get(`/researchers/details/${id}`)

    const mit = { institution: 'Massachusetts Institute of Technology', ror: 'https://ror.org/042nb2s44' }
    const open = { start: null, end: null }
    assert.deepEqual(data.education, [
      { ...mit, degree: 'PhD', field: 'Botany', start: '2008-10', end: '2012' },
      { institution: 'Makerere', ror: null, degree: '', field: '', ...open },
    ])
    assert.deepEqual(data.employment, [
      {
        institution: 'ETH',
        ror: 'https://ror.org/05a28rw58',
        title: 'Professor',
        start: '2018-02',
        end: null,
        current: true,
      },
      { institution: '', ror: unknown, title: '', start: '2012', end: '2012-03', current: false },
    ])
    const { data: again } = await person.put('/researchers/me', {
      education: data.education,
      employment: data.employment,
      country: 'Ghana',
    })
    assert.deepEqual([again.education, again.employment], [data.education, data.employment])
    const { data: cleared } = await person.put('/researchers/me', { education: [] })
    assert.deepEqual([cleared.education, cleared.employment], [[], data.employment])
    const [card] = (await person.get('/researchers?search=Hopper')).data
    assert.ok(card !== undefined && !('education' in card) && !('employment' in card))
  })

  it('refuses stations without a place, with impossible times, and too many of them', async () => {
    const app = await testApp()
    const { person } = await createResearcher(app)
    const station = { institution: 'Makerere' }
    for (const [change, field] of [
      [{ employment: [station, { title: 'Dean' }] }, 'employment.1.institution'],
      [{ employment: [{ ...station, start: '2019-05', end: '2019-04' }] }, 'employment.0.end'],
      [{ employment: [{ ...station, start: '2019-05', end: '2018' }] }, 'employment.0.end'],
      [{ employment: [{ ...station, end: '2018', current: true }] }, 'employment.0.end'],
      [{ employment: [{ ...station, start: '2018-13' }] }, 'employment.0.start'],
      [{ education: [{ ...station, start: '18' }] }, 'education.0.start'],
      [{ education: [{ ...station, end: '2018-01-01' }] }, 'education.0.end'],
      [{ education: [{ ror: '042nb2s45' }] }, 'education.0.ror'],
      [{ education: [{ institution: 'x'.repeat(201) }] }, 'education.0.institution'],
      [{ education: new Array(31).fill(station) }, 'education'],
      [{ employment: new Array(51).fill(station) }, 'employment'],
      [{ employment: 'Makerere' }, 'employment'],
      [{ education: [null] }, 'education.0'],
    ] as const) {
      const { status, errors } = await person.put('/researchers/me', { ...change, country: 'Ghana' })
      assert.deepEqual([status, Object.keys(errors)], [422, [field]], JSON.stringify(change).slice(0, 200))
    }
    const { data } = await person.get('/researchers/me')
    assert.deepEqual([data.country, data.education, data.employment], ['Kenya', [], []])
    const { status } = await person.put('/researchers/me', {
      employment: [{ ...station, start: '2019-05', end: '2019' }],
    })
    assert.equal(status, 200)
  })

  it('refuses a ROR id with wrong check digits, and changes nothing', async () => {
    const app = await testApp()
    const { person } = await createResearcher(app)

    for (const institution_ror of ['042nb2s45', 'https://ror.example/042nb2s44', '', '042nb2s44?', 7, {}]) {
      const { status, errors } = await person.put('/researchers/me', { institution_ror, country: 'Ghana' })
      assert.deepEqual([status, Object.keys(errors)], [422, ['institution_ror']])
    }
    assert.equal((await person.get('/researchers/me')).data.country, 'Kenya')
  })

  it('responds with 404 for an unknown profile', async () => {
    const { given } = await testApp()
    assert.equal((await (await given.admin()).put('/researchers/999999', { bio: 'x' })).status, 404)
    assert.equal((await (await given.user()).get('/researchers/me')).status, 404)
  })
})

describe('GET /researchers', () => {
  it('finds a profile by every filter as soon as it is saved, and after the index was updated', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app)
    const filters = [
      'field=machine%20LEARNING',
      'skill=python&skill=STATISTICS',
      'skill[]=python&skill[]=statistics',
      'institution=university%20of%20nairobi',
      'country=KENYA',
      'location=nairob',
      'availability=available',
      'min_experience=8',
      'verified=false',
      'field=&skill=&institution=&country=&location=&availability=&min_experience=',
    ]

    for (const round of ['pending', 'folded']) {
      for (const filter of filters) {
        const { data, meta } = await person.get(`/researchers?search=${word}&${filter}`)
        assert.deepEqual([listIds(data), meta.total], [[id], 1], `${filter}, ${round}`)
      }
      for (const other of [
        'skill=python&skill=cobol',
        'skill[]=cobol',
        'min_experience=9',
        'verified=true',
        'country=Ken',
        'field=Nothing',
      ])
        assert.deepEqual((await person.get(`/researchers?search=${word}&${other}`)).data, [], `${other}, ${round}`)
      await app.settle()
    }
  })

  it('finds a profile by the other names of its institution, until it has another one', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app, {
      institution_ror: '03dbr7087',
      institution: 'My university',
    })
    const find = async (query: string) => listIds((await person.get(`/researchers?search=${word} ${query}`)).data)

    assert.deepEqual([await find('Toronto'), await find('Universit%C3%A9 de Toronto')], [[id], [id]])
    assert.deepEqual(
      listIds((await person.get(`/researchers?search=${word}&institution=University of Toronto`)).data),
      [id],
    )
    await person.put('/researchers/me', { institution: 'Elsewhere' })
    assert.deepEqual((await person.get(`/researchers?search=${word}&institution=University of Toronto`)).data, [])
  })

  it('finds a profile by where the person studied and worked, and says so', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app, {
      education: [{ ror: '03dbr7087', degree: 'Habilitation', field: 'Palynology' }],
      employment: [{ institution: 'Kew Gardens', title: 'Herbarium keeper' }],
    })
    const find = async (query: string) => listIds((await person.get(`/researchers?search=${word} "${query}"`)).data)
    for (const query of ['habilitation palynology', 'university of toronto', 'herbarium keeper', 'kew gardens'])
      assert.deepEqual(await find(query), [id], query)
    const match = async () => {
      const { data } = await person.post('/search/intelligent', { query: `${word} herbarium` })
      return data.researchers.flatMap(({ matched_fields }: { matched_fields: string[] }) => matched_fields)
    }
    assert.ok((await match()).includes('employment'))
    await person.put('/researchers/me', { employment: [] })
    assert.ok(!(await match()).includes('employment'))
  })

  it('shows a private profile to its owner, its team and administrators only', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app, { visibility: 'private', location: 'Nyeri' })
    const member = await app.given.user()
    await person.post(`/researchers/${id}/team`, { user_id: member.id, role: 'Analyst' })
    const assertSees = async (client: Person) =>
      listIds((await client.get(`/researchers?search=${word}&location=nyer`)).data)

    for (const _ of ['pending', 'folded']) {
      assert.deepEqual(await assertSees(person), [id])
      assert.deepEqual(await assertSees(member), [id])
      assert.deepEqual(await assertSees(await app.given.admin()), [id])
      assert.deepEqual(await assertSees(await app.given.user()), [])
      assert.equal((await (await app.given.user()).get(`/researchers/details/${id}`)).status, 403)
      await app.settle()
    }
  })

  it('sorts by name, experience and age of the profile', async () => {
    const app = await testApp()
    const shared = 'zzsorted'
    const people: number[] = []
    for (const [name, years] of [
      ['Émile Zola', 3],
      ['Ada Byron', 9],
      ['Mary Anning', 5],
    ] as const) {
      const person = await app.given.user({ role: 'researcher', name })
      const { data } = await person.put('/researchers/me', { department: shared, years_experience: years })
      people.push(data.id)
    }
    const [emile, ada, mary] = people
    const reader = await app.given.user()
    const order = async (sort: string) => listIds((await reader.get(`/researchers?search=${shared}&sort=${sort}`)).data)

    for (const _ of ['pending', 'folded']) {
      assert.deepEqual(await order('name'), [ada, emile, mary])
      assert.deepEqual(await order('experience'), [ada, mary, emile])
      assert.deepEqual(await order('recent'), [mary, ada, emile])
      await app.settle()
    }
    for (const sort of ['relevance', 'name', 'experience', 'recent'])
      assert.equal((await reader.get(`/researchers?sort=${sort}`)).status, 200)
    assert.equal((await reader.get('/researchers?sort=height')).status, 422)
  })

  it('shows a changed name', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app)
    await app.settle()

    await person.put(`/users/${person.id}`, { name: 'Hedwig Kiesler' })

    assert.deepEqual(listIds((await person.get(`/researchers?search=hedwig ${word}`)).data), [id])
  })

  it('excludes a deleted profile and a deleted account immediately', async () => {
    const app = await testApp()
    const reader = await app.given.user()
    for (const folded of [false, true]) {
      const [one, two] = [await createResearcher(app), await createResearcher(app)]
      if (folded) await app.settle()
      await one.person.delete(`/researchers/${one.id}`)
      await two.person.delete(`/users/${two.person.id}`)
      for (const _ of ['pending', 'folded']) {
        assert.deepEqual((await reader.get(`/researchers?search=${one.word}`)).data, [])
        assert.deepEqual((await reader.get(`/researchers?search=${two.word}`)).data, [])
        await app.settle()
      }
    }
  })
})

describe('DELETE /researchers/{id}', () => {
  it('makes the owner a learner again, and counts them as one', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)
    const reader = await app.given.user()
    const learners = async () => (await reader.get('/users?role=learner')).meta.total
    const before = await learners()

    assert.equal((await reader.delete(`/researchers/${id}`)).status, 403)
    assert.equal((await person.delete(`/researchers/${id}`)).status, 200)

    const { data } = await person.get('/auth/me')
    assert.deepEqual([data.role, data.researcher_id], ['learner', null])
    assert.equal(await learners(), before + 1)
    assert.equal((await person.get(`/researchers/details/${id}`)).status, 404)
    assert.equal((await person.delete(`/researchers/${id}`)).status, 404)
  })

  it('succeeds once when it is sent twenty times at once', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)
    const learners = async () => (await person.get('/users?role=learner')).meta.total
    const before = await learners()

    const replies = await runConcurrently(20, () => person.delete(`/researchers/${id}`))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 19 })
    assert.equal(await learners(), before + 1)
  })
})

describe('POST /researchers/{id}/verify', () => {
  it('is allowed for administrators, and is visible in search results', async () => {
    const app = await testApp()
    const { person, id, word } = await createResearcher(app)
    const admin = await app.given.admin()

    assert.equal((await person.post(`/researchers/${id}/verify`)).status, 403)
    assert.equal((await admin.post(`/researchers/${id}/verify`)).data.verified, true)

    assert.deepEqual(listIds((await person.get(`/researchers?verified=true&search=${word}`)).data), [id])
    assert.equal((await admin.post(`/researchers/${id}/unverify`)).data.verified, false)
    assert.deepEqual((await person.get(`/researchers?verified=true&search=${word}`)).data, [])
    assert.equal((await admin.post('/researchers/999999/verify')).status, 404)
  })
})

describe('the team of a researcher', () => {
  it('adds members, notifies them, and removes them', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)
    const member = await app.given.user({ name: 'Rosalind Franklin' })

    const added = await person.post(`/researchers/${id}/team`, { user_id: member.id, role: 'Analyst' })

    assert.equal(added.status, 201)
    assert.deepEqual(added.data.team_member, {
      id: added.data.team_member.id,
      user: { id: member.id, name: 'Rosalind Franklin', email: '', profile_photo: '' },
      role: 'Analyst',
      can_manage_team: false,
      added_at: app.clock.now(),
      accepted_at: null,
    })
    const [notice] = (await member.get('/notifications')).data
    assert.deepEqual([notice.type, notice.data.action], ['project_invite', 'view_researcher'])
    assert.equal((await member.get(notice.data.url)).status, 200)
    assert.equal((await app.given.user().then((one) => one.get(`/researchers/${id}/team`))).data.length, 1)
    const path = `/researchers/${id}/team/${added.data.team_member.id}`
    assert.equal((await person.post(`${path}/accept`)).status, 403)
    const accepted = await member.post(`${path}/accept`)
    app.clock.advance({ minutes: 1 })
    assert.notEqual(accepted.data.accepted_at, null)
    const readEmails = async (reader: Person) =>
      (await reader.get(`/researchers/${id}/team`)).data.map(({ user }: { user: { email: string } }) => user.email)
    assert.deepEqual(await readEmails(person), [member.email])
    assert.deepEqual(await readEmails(await app.given.user()), [''])
    assert.deepEqual((await member.post(`${path}/accept`)).data, accepted.data)
    assert.equal((await (await app.given.user()).delete(path)).status, 403)
    assert.equal((await member.delete(path)).status, 200)
    assert.equal((await person.delete(path)).status, 404)
  })

  for (const [who, status] of [
    ['owner', 201],
    ['admin', 201],
    ['manager', 201],
    ['member', 403],
    ['stranger', 403],
  ] as const)
    it(`responds to ${who}, who adds a member, with ${status}`, async () => {
      const app = await testApp()
      const { person, id } = await createResearcher(app)
      const [manager, member, stranger, newcomer] = await Promise.all([1, 2, 3, 4].map(() => app.given.user()))
      assert.ok(manager && member && stranger && newcomer)
      await person.post(`/researchers/${id}/team`, {
        user_id: manager.id,
        role: 'Lead',
        can_manage_team: true,
      })
      await person.post(`/researchers/${id}/team`, { user_id: member.id, role: 'Analyst' })
      const clients = { owner: person, admin: await app.given.admin(), manager, member, stranger }

      const reply = await clients[who].post(`/researchers/${id}/team`, {
        user_id: newcomer.id,
        role: 'Guest',
      })

      assert.equal(reply.status, status, reply.text)
    })

  it('refuses existing members, the owner and unknown users, also once the limit of the plan is reached', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app)
    const member = await app.given.user()
    const add = (user_id: number) => person.post(`/researchers/${id}/team`, { user_id, role: 'x' })

    const replies = await runConcurrently(20, () => add(member.id))
    for (const { id: other } of await runConcurrently(4, () => app.given.user())) await add(other)

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await add((await app.given.user()).id)).status, 403)
    for (const user_id of [member.id, person.id, 999_999]) {
      const { status, errors } = await add(user_id)
      assert.equal(status, 422)
      assert.ok(errors.user_id)
    }
    assert.equal((await member.get('/notifications')).meta.total, 1)
  })

  it('responds with 403 to users without access to a private profile', async () => {
    const app = await testApp()
    const { person, id } = await createResearcher(app, { visibility: 'private' })

    assert.equal((await (await app.given.user()).get(`/researchers/${id}/team`)).status, 403)
    assert.equal((await person.get(`/researchers/${id}/team`)).status, 200)
  })
})

describe('POST /profile/upgrade', () => {
  it('lists every missing requirement', async () => {
    const { given } = await testApp()
    const learner = await given.user()

    const { data } = await learner.get('/profile/eligibility')
    const reply = await learner.post('/profile/upgrade', {})

    assert.deepEqual([data.eligible, data.met_requirements, data.completion_percentage], [false, 1, 20])
    assert.equal(data.missing_requirements.length, 4)
    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), ['has_bio', 'has_courses', 'has_email', 'has_skills'])
  })

  it('is not available to researchers and recruiters', async () => {
    const { given } = await testApp()
    for (const role of ['researcher', 'recruiter'])
      assert.equal((await (await given.user({ role })).post('/profile/upgrade', {})).status, 403)
  })

  it('makes a user who meets the requirements a researcher, once', async () => {
    const { given, listMails: mailsTo, anonymous } = await testApp()
    const [learner, teacher] = [await given.user(), await given.user({ role: 'researcher' })]
    const [mail] = await mailsTo(learner.email)
    await anonymous.post('/auth/email/verify', { token: extractToken(mail) })
    await learner.put(`/users/${learner.id}`, {
      bio: 'I have read every book there is on beetles.',
      skills: ['Beetles'],
    })
    await completeCourse(learner, await createCourse(teacher, { lessons: createLessons(1) }))
    const { data: eligibility } = await learner.get('/profile/eligibility')

    const replies = await runConcurrently(20, () => learner.post('/profile/upgrade', { fields: ['Coleopterology'] }))

    assert.deepEqual([eligibility.eligible, eligibility.missing_requirements], [true, []])
    assert.deepEqual(countByStatus(replies), { 200: 1, 403: 19 })
    const { data } = await learner.get('/auth/me')
    assert.equal(data.role, 'researcher')
    assert.deepEqual(listIds((await learner.get('/researchers?field=coleopterology')).data), [data.researcher_id])
  })
})
