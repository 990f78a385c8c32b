import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

/** A unique word, so that a search finds only the posts of one test. */
const uniqueWord = () => `word${randomBytes(5).toString('hex')}`

const post = async (recruiter: Person, more: object = {}) => {
  const reply = await recruiter.post('/job-posts', { title: 'Botanist', description: 'Plants.', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

const listTitles = async (person: Person, query: string) => {
  const { status, data, meta, text } = await person.get(`/job-posts?${query}`)
  assert.equal(status, 200, text)
  assert.equal(meta.total, data.length)
  return data.map(({ title }: { title: string }) => title)
}

describe('POST /job-posts', () => {
  it('has defaults for fields that are not sent', async () => {
    const { given, clock } = await testApp()
    const recruiter = await given.user({ role: 'recruiter', name: 'Rosalind' })

    const data = await post(recruiter)

    assert.deepEqual(data, {
      id: data.id,
      title: 'Botanist',
      description: 'Plants.',
      company: '',
      company_id: null,
      company_logo: null,
      location: '',
      remote: false,
      employment_type: 'full_time',
      experience_level: 'mid',
      skills: [],
      salary_min: 0,
      salary_max: 0,
      currency: 'USD',
      deadline: null,
      status: 'open',
      questions: [],
      requirements: [],
      blind: false,
      criteria: [],
      rejection_reasons: [],
      recruiter: { id: recruiter.id, name: 'Rosalind', profile_photo: null },
      applied: false,
      applicants_count: 0,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
  })

  it('numbers the questions and keeps given numbers', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const questions = [{ question: 'Why?' }, { id: 7, question: 'When?', required: true }, { question: 'Where?' }]

    const data = await post(recruiter, { questions })

    assert.deepEqual(data.questions, [
      { id: 8, question: 'Why?', required: false },
      { id: 7, question: 'When?', required: true },
      { id: 9, question: 'Where?', required: false },
    ])
  })

  it('reports all errors at once', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })

    const reply = await recruiter.post('/job-posts', {
      title: ' ',
      remote: 'yes',
      employment_type: 'slavery',
      salary_min: -1,
      currency: 'EURO',
      deadline: 'soon',
      status: 'gone',
      questions: [{ required: true }],
    })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), [
      'currency',
      'deadline',
      'description',
      'employment_type',
      'questions.0.question',
      'remote',
      'salary_min',
      'status',
      'title',
    ])
  })

  for (const [more, field] of [
    [{ salary_min: 2, salary_max: 1 }, 'salary_max'],
    [
      {
        questions: [
          { id: 1, question: 'a' },
          { id: 1, question: 'b' },
        ],
      },
      'questions',
    ],
  ] as const)
    it(`refuses ${JSON.stringify(more)}`, async () => {
      const { given } = await testApp()
      const recruiter = await given.user({ role: 'recruiter' })

      const reply = await recruiter.post('/job-posts', { title: 'a', description: 'b', ...more })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field])
    })

  for (const role of ['student', 'learner', 'researcher'])
    it(`responds to a ${role} with 403`, async () => {
      const { given } = await testApp()
      const person = await given.user({ role })

      assert.equal((await person.post('/job-posts', { title: 'a', description: 'b' })).status, 403)
    })
})

describe('GET /job-posts', () => {
  it("lists open posts, and the caller's own in any status", async () => {
    const { given } = await testApp()
    const [mine, other] = [await given.user({ role: 'recruiter' }), await given.user({ role: 'recruiter' })]
    const word = uniqueWord()
    for (const recruiter of [mine, other])
      for (const status of ['open', 'draft', 'closed'])
        await post(recruiter, { title: `${word} ${status} ${recruiter === mine ? 'mine' : 'other'}`, status })

    assert.deepEqual(await listTitles(mine, `search=${word}&sort=title`), [
      `${word} closed mine`,
      `${word} draft mine`,
      `${word} open mine`,
      `${word} open other`,
    ])
    assert.deepEqual(await listTitles(mine, `search=${word}&status=draft`), [`${word} draft mine`])
    assert.deepEqual(await listTitles(mine, `search=${word}&status=draft&recruiter_id=${other.id}`), [])
    assert.deepEqual(await listTitles(mine, `search=${word}&recruiter_id=${other.id}`), [`${word} open other`])
    assert.deepEqual(await listTitles(mine, `mine=true&recruiter_id=${other.id}`), [])
    assert.equal((await listTitles(mine, 'mine=true')).length, 3)
    assert.equal((await listTitles(await given.user(), `search=${word}`)).length, 2)
  })

  it('searches by words, place, skill and other fields', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const reader = await given.user()
    const word = uniqueWord()
    await post(recruiter, {
      title: `${word} A`,
      company: 'Kew Gardens',
      location: 'San José, Costa Rica',
      skills: ['Machine Learning', 'R'],
      remote: true,
      employment_type: 'contract',
      experience_level: 'senior',
      salary_min: 50_000,
      salary_max: 70_000,
    })
    await post(recruiter, {
      title: `${word} B`,
      description: 'Machine shop',
      location: 'Kew',
      skills: ['learning'],
    })

    for (const [query, found] of [
      ['search=kew gard', 'A'],
      ['search=KEW', 'A,B'],
      ['search=machine learning', 'A,B'],
      ['search=jose', 'A'],
      ['location=jose cost', 'A'],
      ['location=kew', 'B'],
      ['location=gardens', ''],
      ['skill=machine learning', 'A'],
      ['skill=learning', 'B'],
      ['skill=machine', ''],
      ['remote=true', 'A'],
      ['remote=false', 'B'],
      ['employment_type=contract', 'A'],
      ['experience_level=senior', 'A'],
      ['min_salary=60000', 'A'],
      ['min_salary=70001', ''],
      ['search=%25_%27', 'A,B'],
    ] as const) {
      const joined = query.startsWith('search=') ? `search=${word} ${query.slice(7)}` : `search=${word}&${query}`
      const letters = (await listTitles(reader, `${joined}&sort=title`)).map((title: string) => title.at(-1))
      assert.equal(letters.join(), found, query)
    }
  })

  it('sorts, and paginates without missing or repeating a post', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const word = uniqueWord()
    const later = '2027-01-01T00:00:00Z'
    await post(recruiter, { title: `${word} Écru`, salary_min: 10, deadline: later })
    await post(recruiter, { title: `${word} zinc`, salary_max: 30 })
    await post(recruiter, { title: `${word} Amber`, salary_max: 20, deadline: '2026-12-01T00:00:00Z' })
    await post(recruiter, { title: `${word} zinc`, status: 'draft', salary_max: 25, deadline: later })

    const listSorted = async (sort: string) =>
      (await listTitles(recruiter, `search=${word}&sort=${sort}`)).map((title: string) => title.split(' ')[1]).join(' ')
    assert.equal(await listSorted('recent'), 'zinc Amber zinc Écru')
    assert.equal(await listSorted('deadline'), 'Amber Écru zinc zinc')
    assert.equal(await listSorted('salary'), 'zinc zinc Amber Écru')
    assert.equal(await listSorted('title'), 'Amber Écru zinc zinc')
    assert.equal((await recruiter.get('/job-posts?sort=best')).status, 422)

    const ids: number[] = []
    for (const number of [1, 2, 3, 4, 5]) {
      const { data, meta } = await recruiter.get(`/job-posts?search=${word}&sort=salary&limit=1&page=${number}`)
      assert.equal(meta.total, 4)
      ids.push(...data.map(({ id }: { id: number }) => id))
    }
    assert.equal(new Set(ids).size, 4)
  })

  it('counts visible posts without reading all of them', async () => {
    const { given, settle, clock } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const total = async () => (await recruiter.get('/job-posts?limit=1')).meta.total
    const before = await total()

    const posts = await runConcurrently(4, () => post(recruiter))
    await recruiter.put(`/job-posts/${posts[0].id}`, { status: 'closed' })
    await recruiter.put(`/job-posts/${posts[1].id}`, { status: 'draft' })
    await recruiter.delete(`/job-posts/${posts[2].id}`)
    await settle()
    clock.advance({ minutes: 6 })
    await settle()

    assert.equal(await total(), before + 3)
    assert.equal((await recruiter.get('/job-posts?mine=true')).meta.total, 3)
  })
})

describe('one job post', () => {
  it('changes only the fields that are sent', async () => {
    const { given, clock } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const created = await post(recruiter, { skills: ['R'], deadline: '2027-01-01T00:00:00Z', company: 'Kew' })
    clock.advance({ minutes: 1 })

    const reply = await recruiter.put(`/job-posts/${created.id}`, {
      deadline: null,
      company: null,
      currency: 'eur',
    })

    assert.equal(reply.status, 200)
    assert.deepEqual(reply.data, {
      ...created,
      deadline: null,
      company: '',
      currency: 'EUR',
      updated_at: clock.now(),
    })
    assert.equal((await recruiter.put(`/job-posts/${created.id}`, { title: '' })).status, 422)
  })

  it('is found by its new words after a change', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const [old, fresh] = [uniqueWord(), uniqueWord()]
    const { id } = await post(recruiter, { title: old })

    await recruiter.put(`/job-posts/${id}`, { title: fresh })

    assert.deepEqual(await listTitles(recruiter, `search=${old}`), [])
    assert.deepEqual(await listTitles(recruiter, `search=${fresh}`), [fresh])
  })

  for (const [who, status, read, change] of [
    ['learner', 'draft', 404, 404],
    ['learner', 'open', 200, 403],
    ['learner', 'closed', 200, 403],
    ['recruiter', 'draft', 404, 404],
    ['recruiter', 'open', 200, 403],
  ] as const)
    it(`responds to another ${who} with ${read} for reading a ${status} post, and with ${change} for changing it`, async () => {
      const { given } = await testApp()
      const [owner, other] = [await given.user({ role: 'recruiter' }), await given.user({ role: who })]
      const path = `/job-posts/${(await post(owner, { status })).id}`

      const replies = [await other.get(path), await other.put(path, { title: 'Hijacked' }), await other.delete(path)]

      assert.deepEqual(
        replies.map((reply) => reply.status),
        [read, change, change],
      )
      assert.equal(replies[0]?.data?.applicants_count, undefined)
      assert.equal((await owner.get(path)).data.title, 'Botanist')
    })

  it('can be changed by administrators, and not by other users', async () => {
    const { given, anonymous } = await testApp()
    const [owner, admin] = [await given.user({ role: 'recruiter' }), await given.admin()]
    const path = `/job-posts/${(await post(owner, { status: 'draft' })).id}`

    assert.equal((await anonymous.get(path)).status, 401)
    assert.equal((await admin.get(path)).data.applicants_count, 0)
    assert.equal((await admin.put(path, { title: 'Better' })).data.title, 'Better')
    assert.equal((await admin.delete(path)).status, 200)
    assert.equal((await owner.get(path)).status, 404)
  })

  it('limits open posts by the plan, also for twenty simultaneous requests, and names the limit', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const post = { title: 'Postdoc', description: 'Proteins.' }

    const replies = await runConcurrently(20, () => recruiter.post('/job-posts', post))
    const draft = await recruiter.post('/job-posts', { ...post, status: 'draft' })
    const opened = await recruiter.put(`/job-posts/${draft.data.id}`, { status: 'open' })
    const { data } = await recruiter.get('/subscriptions/current')

    assert.deepEqual(countByStatus(replies), { 201: 10, 403: 10 })
    assert.equal(draft.status, 201)
    assert.equal(opened.status, 403)
    assert.match(opened.message, /Free plan allows 10 open job posts/)
    assert.deepEqual(data.usage.job_postings, { used: 10, limit: 10 })
  })

  it('is deleted once', async () => {
    const { given } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const { id } = await post(recruiter)

    const replies = await runConcurrently(10, () => recruiter.delete(`/job-posts/${id}`))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 9 })
  })
})
