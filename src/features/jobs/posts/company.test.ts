import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { follow } from '#test/support/event-stream.ts'
import { apply, createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertUntold } from '#test/support/secrets.ts'

const app = await testApp()
const { given } = app
const day = { interview_date: '2026-12-01T10:00:00Z', interview_time: '10:00' }

/** A company with a member of each role, and a post of its recruiter with one applicant. */
async function createScene(more: object = {}) {
  const [owner, recruiter, colleague, interviewer, candidate] = [
    await given.user({ role: 'recruiter', name: 'Olga' }),
    await given.user({ role: 'recruiter', name: 'Rafael' }),
    await given.user({ name: 'Carla' }),
    await given.user({ name: 'Ivo' }),
    await given.user({ name: 'Barbara McClintock' }),
  ]
  const company = await createCompany(owner)
  const memberships = {
    recruiter: await addMember(owner, company.id, recruiter, 'recruiter'),
    colleague: await addMember(owner, company.id, colleague, 'recruiter'),
    interviewer: await addMember(owner, company.id, interviewer, 'interviewer'),
  }
  const post = await createJobPost(recruiter, { company_id: company.id, ...more })
  const application = await createApplication(candidate, post.id)
  const leave = (person: Person, { id }: { id: number }) => person.delete(`/companies/${company.id}/members/${id}`)
  return { owner, recruiter, colleague, interviewer, candidate, company, memberships, post, application, leave }
}

const schedule = async (
  person: Person,
  post: number,
  application_id: number,
  interviewer_ids?: number[],
): Promise<number> => {
  const body = { application_id, ...day, ...(interviewer_ids && { interviewer_ids }) }
  const { data, status, text } = await person.post(`/job-posts/${post}/schedule-interview`, body)
  assert.equal(status, 201, text)
  return data.interview_id
}

const readChanges = async (person: Person, since: string): Promise<string[]> =>
  (await person.get(`/changes?since=${since}&limit=100`)).data.map(
    ({ type, object }: { type: string; object: { id: number } }) => `${type} ${object.id}`,
  )

const getCursor = async (person: Person): Promise<string> => (await person.get('/changes?since=now')).meta.next

describe('a job post of a company', () => {
  it('is managed by its owners, admins and recruiters, and shows the name of the company', async () => {
    const { owner, colleague, interviewer, post, application } = await createScene({ status: 'open' })

    assert.equal(post.company, 'Kew Gardens')
    for (const person of [owner, colleague]) {
      const shown = (await person.get(`/job-posts/${post.id}`)).data
      assert.equal(shown.applicants_count, 1)
      assert.equal((await person.get(`/job-posts/${post.id}/applicants`)).data[0].id, application)
      assert.equal((await person.put(`/job-posts/${post.id}`, { title: `By ${person.id}` })).status, 200)
      assert.equal((await person.get(`/job-applications/${application}`)).status, 200)
      assert.equal((await person.get(`/job-applications/${application}/resume`)).status, 200)
    }
    assert.equal((await colleague.put(`/job-applications/${application}/status`, { status: 'reviewing' })).status, 200)
    assert.equal((await interviewer.put(`/job-posts/${post.id}`, { title: 'No' })).status, 403)
    assert.equal((await interviewer.get(`/job-posts/${post.id}/applicants`)).status, 403)
    assert.equal((await interviewer.get(`/job-applications/${application}`)).status, 403)
    assert.equal((await interviewer.get(`/job-posts/${post.id}`)).data.applicants_count, undefined)
  })

  it('is listed in any status for those who recruit, and by its company', async () => {
    const { owner, recruiter, colleague, interviewer, company, post } = await createScene()
    const draft = await createJobPost(recruiter, { company_id: company.id, status: 'draft' })
    const list = async (person: Person, query: string) =>
      (await person.get(`/job-posts?${query}`)).data.map(({ id }: { id: number }) => id)

    for (const person of [owner, recruiter, colleague]) {
      assert.deepEqual(await list(person, `company_id=${company.id}`), [draft.id, post.id])
      assert.deepEqual(await list(person, `company_id=${company.id}&status=draft`), [draft.id])
    }
    for (const person of [interviewer, await given.user({ role: 'recruiter' })]) {
      assert.deepEqual(await list(person, `company_id=${company.id}`), [post.id])
      assert.deepEqual(await list(person, `company_id=${company.id}&status=draft`), [])
      assert.equal((await person.get(`/job-posts/${draft.id}`)).status, 404)
    }
    assert.deepEqual(await list(colleague, 'mine=true'), [])
  })

  it('needs a company that its recruiter recruits for, and stays with it', async () => {
    const { owner, recruiter, interviewer, company, post } = await createScene()
    const own = await createJobPost(recruiter)
    const other = await createCompany(recruiter)
    const create = (person: Person, company_id: number) =>
      person.post('/job-posts', { title: 'Botanist', description: 'Plants.', company_id })

    for (const [reply, status] of [
      [await create(await given.user({ role: 'recruiter' }), company.id), 422],
      [await create(owner, 999_999), 422],
      [await recruiter.put(`/job-posts/${post.id}`, { company_id: other.id }), 422],
      [await recruiter.put(`/job-posts/${post.id}`, { company_id: null }), 422],
      [await owner.put(`/job-posts/${own.id}`, { company_id: company.id }), 403],
      [await recruiter.put(`/job-posts/${own.id}`, { company_id: company.id }), 200],
    ] as const)
      assert.equal(reply.status, status, reply.text)
    assert.equal((await interviewer.get(`/job-posts/${post.id}`)).data.company_id, company.id)
    assert.equal((await owner.put(`/job-posts/${own.id}`, { title: 'Ours' })).status, 200)
  })

  it('takes no application of those who recruit, and an applicant who joins manages nothing', async () => {
    const { owner, colleague, candidate, company, post, application } = await createScene()

    const refused = await apply(colleague, post.id)
    await addMember(owner, company.id, candidate, 'admin')

    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['job_post_id']])
    for (const reply of [
      await candidate.put(`/job-applications/${application}/status`, { status: 'hired' }),
      await candidate.get(`/job-applications/${application}/scorecards`),
      await candidate.get(`/job-posts/${post.id}/applicants`),
      await candidate.put(`/job-posts/${post.id}`, { title: 'Mine' }),
    ])
      assert.equal(reply.status, 403, reply.text)
    assert.equal((await candidate.get(`/job-applications/${application}`)).status, 200)
  })
})

describe('an interviewer of a company', () => {
  it('sees and rates the candidates whose interviews they hold, and no others', async () => {
    const { owner, interviewer, candidate, post, application } = await createScene()
    const other = await createApplication(await given.user(), post.id)
    const cursor = await getCursor(interviewer)

    const interview = await schedule(owner, post.id, application, [interviewer.id])

    assert.equal((await interviewer.get(`/job-applications/${application}`)).status, 200)
    assert.equal((await interviewer.get(`/job-applications/${application}/resume`)).status, 200)
    const path = `/job-applications/${application}/scorecards`
    assert.equal((await interviewer.post(path, { recommendation: 'yes' })).status, 201)
    assert.equal((await interviewer.get(`/job-applications/${other}`)).status, 403)
    assert.equal((await interviewer.get(`/job-posts/${post.id}/applicants`)).status, 403)
    assert.equal((await interviewer.put(`/job-applications/${application}/status`, { status: 'hired' })).status, 403)
    assert.equal((await interviewer.put(`/interviews/${interview}`, { location: 'Here' })).status, 403)
    const told = await readChanges(interviewer, cursor)
    assert.ok(told.includes(`job_application.created ${application}`), told.join())
    assert.ok(!told.some((one) => one.endsWith(`application.created ${other}`)))
    assert.equal((await candidate.get('/interviews')).data.length, 1)
  })

  it('must be a member of the company or a reviewer', async () => {
    const { owner, post, application } = await createScene()
    const stranger = await given.user()
    const body = { application_id: application, ...day, interviewer_ids: [stranger.id] }

    const { status, errors } = await owner.post(`/job-posts/${post.id}/schedule-interview`, body)

    assert.deepEqual([status, Object.keys(errors)], [422, ['interviewer_ids']])
  })
})

describe('a member who leaves a company', () => {
  it('leaves its posts, applications and interviews at once, also in the feed; they pass to an owner', async () => {
    const { owner, recruiter, post, application, memberships, leave } = await createScene()
    const draft = await createJobPost(recruiter, { company_id: post.company_id, status: 'draft' })
    const interview = await schedule(recruiter, post.id, application)
    const cursor = await getCursor(recruiter)

    assert.equal((await leave(recruiter, memberships.recruiter)).status, 200)

    for (const reply of [
      await recruiter.put(`/job-posts/${post.id}`, { title: 'Still mine' }),
      await recruiter.get(`/job-applications/${application}`),
      await recruiter.get(`/job-posts/${post.id}/applicants`),
      await recruiter.put(`/interviews/${interview}`, { location: 'Here' }),
    ])
      assert.equal(reply.status, 403, reply.text)
    assert.equal((await recruiter.get(`/job-posts/${draft.id}`)).status, 404)
    assert.equal((await recruiter.get('/interviews')).meta.total, 0)
    const told = await readChanges(recruiter, cursor)
    for (const expected of [
      `job_application.deleted ${application}`,
      `job_post.deleted ${draft.id}`,
      `interview.deleted ${interview}`,
    ])
      assert.ok(told.includes(expected), `${expected} is not among ${told.join()}`)

    assert.equal((await owner.get(`/job-posts/${post.id}`)).data.recruiter.id, owner.id)
    const [held] = (await owner.get('/interviews')).data
    assert.deepEqual([held.id, held.interviewers], [interview, [{ id: owner.id, name: 'Olga' }]])
    const after = await getCursor(recruiter)
    await owner.put(`/job-applications/${application}/status`, { status: 'reviewing' })
    assert.deepEqual(
      (await readChanges(recruiter, after)).filter((one) => one.startsWith('job_application')),
      [],
    )
  })

  it('is told by an open stream that they are gone, and nothing of them after that', async (t) => {
    const { owner, colleague, company, application, memberships, leave } = await createScene()
    const elsewhere = await createJobPost(await given.user({ role: 'recruiter' }))
    const headers = { authorization: `Bearer ${colleague.token}` }
    const stream = await follow(app.address, '/changes/stream?types=job_application', headers)
    t.after(() => stream.close())

    await leave(colleague, memberships.colleague)
    await owner.put(`/job-applications/${application}/status`, { status: 'reviewing' })
    const later = await createJobPost(owner, { company_id: company.id })
    await createApplication(await given.user(), later.id)
    const own = await createApplication(colleague, elsewhere.id)

    const told = (await stream.take(2)).map(({ data: { type, object } }) => `${type} ${object.id}`)
    assert.deepEqual(told, [`job_application.deleted ${application}`, `job_application.created ${own}`])
  })

  it('is no longer told of the posts and applications of colleagues', async () => {
    const { owner, colleague, post, application, memberships, leave } = await createScene()
    const cursor = await getCursor(colleague)

    await leave(colleague, memberships.colleague)

    const told = await readChanges(colleague, cursor)
    assert.ok(told.includes(`job_application.deleted ${application}`), told.join())
    assert.equal((await colleague.get(`/job-applications/${application}`)).status, 403)
    assert.equal((await owner.get(`/job-posts/${post.id}`)).data.recruiter.name, 'Rafael')
  })

  it('keeps no assignment as an interviewer or reviewer', async () => {
    const { owner, interviewer, post, application, memberships, leave } = await createScene()
    const interview = await schedule(owner, post.id, application, [interviewer.id])
    await owner.post(`/job-posts/${post.id}/reviewers`, { user_id: interviewer.id })
    assert.equal((await interviewer.get(`/job-posts/${post.id}/applicants`)).status, 200)

    await leave(interviewer, memberships.interviewer)

    assert.equal((await interviewer.get(`/job-posts/${post.id}/applicants`)).status, 403)
    assert.equal((await interviewer.get(`/job-applications/${application}`)).status, 403)
    assert.equal((await interviewer.get('/interviews')).meta.total, 0)
    const [held] = (await owner.get(`/job-posts/${post.id}/interviews`)).data
    assert.deepEqual([held.id, held.interviewers[0].name], [interview, 'Rafael'])
  })

  it('gives no post to an owner who has applied for it while another member recruits', async () => {
    const { owner, recruiter, colleague, company, memberships, leave } = await createScene()
    const applicant = await given.user()
    const post = await createJobPost(recruiter, { company_id: company.id })
    await createApplication(applicant, post.id)
    await addMember(owner, company.id, applicant, 'owner')
    const [first] = (await owner.get(`/companies/${company.id}/members`)).data
    await leave(owner, first)

    await leave(recruiter, memberships.recruiter)

    assert.equal((await colleague.get(`/job-posts/${post.id}`)).data.recruiter.id, colleague.id)
    assert.equal((await applicant.get(`/job-posts/${post.id}/applicants`)).status, 403)
  })

  it('gives the posts away when the role becomes interviewer', async () => {
    const { owner, recruiter, company, memberships, post } = await createScene()

    const path = `/companies/${company.id}/members/${memberships.recruiter.id}`
    assert.equal((await owner.put(path, { role: 'interviewer' })).status, 200)

    assert.equal((await owner.get(`/job-posts/${post.id}`)).data.recruiter.id, owner.id)
    assert.equal((await recruiter.put(`/job-posts/${post.id}`, { title: 'Mine' })).status, 403)
  })
})

describe('a blind job post of a company', () => {
  it('conceals its candidates from all members until they are shortlisted', async () => {
    const { owner, colleague, interviewer, candidate, post, application } = await createScene({ blind: true })
    app.clock.advance({ days: 1 })
    await app.settle()
    await schedule(owner, post.id, application, [interviewer.id])
    const secrets = ['McClintock', 'Barbara', candidate.email, '7946']

    for (const person of [owner, colleague, interviewer])
      for (const path of [
        `/job-applications/${application}`,
        `/job-posts/${post.id}/applicants`,
        `/job-posts/${post.id}/interviews`,
        '/interviews',
        '/notifications',
        '/changes?since=0&limit=100',
      ]) {
        const { text } = await person.get(path)
        assertUntold(text, secrets, path)
      }
    assert.equal((await interviewer.get(`/job-applications/${application}`)).data.name, 'Candidate 1')
    assert.equal((await interviewer.get(`/job-applications/${application}/resume`)).status, 403)
    assert.equal(
      (await colleague.put(`/job-applications/${application}/status`, { status: 'shortlisted' })).status,
      200,
    )
    assert.ok((await colleague.get(`/job-applications/${application}`)).text.includes('McClintock'))
  })
})
