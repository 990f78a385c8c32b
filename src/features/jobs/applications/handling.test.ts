import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { getPath } from '#test/support/forms.ts'
import { apply, createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'
import * as samples from '#test/support/samples.ts'

/** A recruiter, a post and an application. */
async function createHiring(fields: Parameters<typeof createApplication>[2] = {}) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter)
  const ada = await app.given.verifiedUser({ name: 'Ada Lovelace' })
  const id = await createApplication(ada, post.id, fields)
  return { ...app, recruiter, post, ada, id, path: `/job-applications/${id}` }
}

type HiringFixture = Awaited<ReturnType<typeof createHiring>>

/** Users of each kind. */
const askers: Record<string, (hired: HiringFixture) => Promise<Person> | Person> = {
  stranger: ({ given }) => given.user(),
  'other recruiter': ({ given }) => given.user({ role: 'recruiter' }),
  applicant: ({ ada }) => ada,
  owner: ({ recruiter }) => recruiter,
  admin: ({ given }) => given.admin(),
}

const createAsker = async (who: string, hired: HiringFixture) => (await askers[who]?.(hired)) ?? assert.fail(who)

describe('permissions on an application', () => {
  for (const [who, read, decide, withdraw] of [
    ['stranger', 403, 403, 403],
    ['other recruiter', 403, 403, 403],
    ['applicant', 200, 403, 200],
    ['owner', 200, 200, 403],
    ['admin', 200, 200, 403],
  ] as const)
    it(`${who}: reads ${read}, decides ${decide}, withdraws ${withdraw}`, async () => {
      const hired = await createHiring()
      const person = await createAsker(who, hired)
      const { path, post, ada } = hired

      assertStatuses({
        'GET /job-applications/{id}': [await person.get(path), read],
        'GET /job-applications/{id}/resume': [await person.get(`${path}/resume`), read],
        'GET /job-posts/{id}/applicants': [await person.get(`/job-posts/${post.id}/applicants`), decide],
        'PUT /job-applications/{id}/status': [await person.put(`${path}/status`, { status: 'hired' }), decide],
        'DELETE /job-applications/{id}': [await person.delete(path), withdraw],
      })
      const { status, data } = await ada.get(path)
      assert.equal(status, withdraw === 200 ? 404 : 200)
      if (withdraw !== 200) assert.equal(data.status, decide === 200 ? 'hired' : 'applied')
    })

  it('require a token and an existing application', async () => {
    const { anonymous, path, ada } = await createHiring()

    for (const one of [path, `${path}/resume`]) assert.equal((await anonymous.get(one)).status, 401)
    for (const one of ['/job-applications/999999', '/job-applications/999999/resume', '/job-posts/999999/applicants'])
      assert.equal((await ada.get(one)).status, 404)
    assert.equal((await ada.put('/job-applications/999999/status', { status: 'hired' })).status, 404)
    assert.equal((await ada.delete('/job-applications/0')).status, 404)
  })
})

describe('GET /job-posts/{id}/applicants', () => {
  it('returns the specified fields of an applicant, with the values of the profile', async () => {
    const { recruiter, post, ada, id, clock } = await createHiring()
    await ada.put(`/users/${ada.id}`, { location: 'Nairobi', skills: ['R', 'maize'] })

    const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)

    assert.deepEqual(data, [
      {
        id,
        name: 'Barbara McClintock',
        email: ada.email,
        phone: '+44 20 7946 0000',
        location: 'Nairobi',
        experience_level: '',
        status: 'applied',
        applied_at: clock.now(),
        cover_letter: '',
        salary_expectation: null,
        skills: ['R', 'maize'],
        profile_photo: null,
        resume_url: `http://api.test/job-applications/${id}/resume`,
        candidate_number: 1,
        blind: false,
        rejection_reason: '',
        tags: [],
        evidence: [],
        match: { score: 0, reasons: [], missing: [], required_met: true },
      },
    ])
    assert.deepEqual(meta.status_counts, { applied: 1, reviewing: 0, shortlisted: 0, rejected: 0, hired: 0 })
  })

  it('filters by status and searches in parts of name and e-mail', async () => {
    const { recruiter, post, given, id } = await createHiring()
    const second = await createApplication(await given.user({ email: 'grace.hopper@navy.example' }), post.id, {
      first_name: 'Gráce',
      last_name: 'Hopper',
    })
    await recruiter.put(`/job-applications/${second}/status`, { status: 'shortlisted' })
    const findApplicants = async (query: string) => {
      const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants?${query}`)
      assert.equal(meta.total, data.length)
      return data.map((one: { id: number }) => one.id)
    }

    assert.deepEqual(await findApplicants(''), [second, id])
    assert.deepEqual(await findApplicants('status=shortlisted'), [second])
    assert.deepEqual(await findApplicants('status=hired'), [])
    assert.deepEqual(await findApplicants('search=race hop'), [second])
    assert.deepEqual(await findApplicants('search=NAVY.ex'), [second])
    assert.deepEqual(await findApplicants('search=barbara&status=shortlisted'), [])
    assert.deepEqual(await findApplicants('search=%25'), [])
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants?status=gone`)).status, 422)
    const { meta } = await recruiter.get(`/job-posts/${post.id}/applicants?status=hired&limit=1`)
    assert.deepEqual(meta.status_counts, { applied: 1, reviewing: 0, shortlisted: 1, rejected: 0, hired: 0 })
  })
})

describe('PUT /job-applications/{id}/status', () => {
  it('records who changed the status and when, and notifies the applicant', async () => {
    const { recruiter, ada, path, id, clock, settle, listMails: mailsTo } = await createHiring()

    const reply = await recruiter.put(`${path}/status`, { status: 'shortlisted' })
    clock.advance({ hours: 1 })
    await settle()
    await recruiter.put(`${path}/status`, { status: 'applied' })

    assert.equal(reply.status, 200)
    assert.equal(reply.data, undefined)
    const { status_history } = (await ada.get(path)).data
    assert.equal(status_history[1].changed_at, clock.now())
    const changed_by = { id: recruiter.id, name: 'Rosalind' }
    assert.deepEqual(
      status_history.map(({ changed_at, ...change }: { changed_at: string }) => change),
      [
        { from: 'applied', to: 'shortlisted', changed_by },
        { from: 'shortlisted', to: 'applied', changed_by },
      ],
    )
    clock.advance({ minutes: 2 })
    const notices = (await ada.get('/notifications')).data
    assert.equal(notices.length, 2)
    assert.deepEqual(notices[0].data, { url: path, action: 'view_application' })
    const mails = (await mailsTo(ada.email)).filter(({ subject }) => subject.includes('application'))
    assert.equal(mails.length, 2)
    assert.match(mails[1]?.text ?? '', /shortlisted/)
    const [entry] = (await recruiter.get(`/users/${recruiter.id}/activity?type=application_status_changed`)).data
    assert.equal(entry.metadata.application_id, id)
  })

  it('changes nothing and sends no notification when the status is the same', async () => {
    const { recruiter, ada, path } = await createHiring()

    const reply = await recruiter.put(`${path}/status`, { status: 'applied' })

    assert.equal(reply.status, 200)
    assert.deepEqual((await ada.get(path)).data.status_history, [])
    assert.equal((await ada.get('/notifications')).meta.total, 0)
  })

  it('changes once when ten equal requests arrive at once', async () => {
    const { recruiter, ada, post, path } = await createHiring()

    const replies = await runConcurrently(10, () => recruiter.put(`${path}/status`, { status: 'hired' }))

    assert.deepEqual(countByStatus(replies), { 200: 10 })
    assert.equal((await ada.get(path)).data.status_history.length, 1)
    assert.equal((await ada.get('/notifications')).meta.total, 1)
    const { meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)
    assert.deepEqual(meta.status_counts, { applied: 0, reviewing: 0, shortlisted: 0, rejected: 0, hired: 1 })
  })

  for (const body of [{}, { status: 'promoted' }, { status: 1 }])
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const { recruiter, path } = await createHiring()

      assert.deepEqual(Object.keys((await recruiter.put(`${path}/status`, body)).errors), ['status'])
    })
})

describe('GET /job-applications/{id}/resume', () => {
  it('sends the file under its original name and records who downloaded it', async () => {
    const name = 'Lebenslauf "neu" – Émilie.pdf'
    const { recruiter, ada, path, id, post } = await createHiring({ resume: createResume(samples.pdf, name) })

    const reply = await recruiter.get(`${path}/resume`)

    assert.equal(reply.status, 200)
    assert.equal(reply.text, samples.pdf.toString())
    assert.equal(reply.headers.get('content-type'), 'application/pdf')
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    const disposition = reply.headers.get('content-disposition') ?? ''
    assert.match(disposition, /^attachment; filename="[ -~]+\.pdf"; filename\*=UTF-8''/)
    assert.match(decodeURIComponent(disposition), /– Émilie\.pdf$/)
    const [taken] = (await ada.get(path)).data.resume_downloads
    assert.deepEqual(taken.downloaded_by, { id: recruiter.id, name: 'Rosalind' })
    const log = async (person: Person) => (await person.get(`/users/${person.id}/activity?type=resume_downloaded`)).data
    assert.deepEqual((await log(recruiter))[0].metadata, { application_id: id, job_post_id: post.id })
    assert.deepEqual(await log(ada), [])
  })

  it('serves the file at resume_url only, and at no public address', async () => {
    const { recruiter, post, anonymous } = await createHiring()
    const [applicant] = (await recruiter.get(`/job-posts/${post.id}/applicants`)).data

    assert.equal((await recruiter.get(getPath(applicant.resume_url))).status, 200)
    assert.equal((await anonymous.get(getPath(applicant.resume_url))).status, 401)
  })
})

describe('DELETE /job-applications/{id}', () => {
  it('withdraws the application and deletes its resume, and the user may apply again', async () => {
    const { recruiter, ada, post, path, listMails: mailsTo } = await createHiring()
    await recruiter.put(`${path}/status`, { status: 'reviewing' })
    await recruiter.get(`${path}/resume`)

    const reply = await ada.delete(path)

    assert.equal(reply.status, 200)
    assert.equal((await ada.get('/job-applications')).meta.total, 0)
    const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)
    assert.deepEqual([data, meta.total, meta.status_counts.reviewing], [[], 0, 0])
    assert.equal((await ada.get(`/job-posts/${post.id}`)).data.applied, false)
    const [notice] = (await recruiter.get('/notifications')).data
    assert.equal((await recruiter.get(notice.data.url)).status, 200)
    assert.ok((await mailsTo(recruiter.email)).length > 0)
    assert.equal((await apply(ada, post.id)).status, 201)
  })

  it('succeeds once', async () => {
    const { recruiter, ada, post, path } = await createHiring()

    const replies = await runConcurrently(10, () => ada.delete(path))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 9 })
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants`)).meta.status_counts.applied, 0)
  })

  it('leaves no partial state when others read, decide and delete at the same moment', async () => {
    const hired = await Promise.all(Array.from({ length: 5 }, () => createHiring()))

    const replies = await Promise.all(
      hired.flatMap(({ recruiter, ada, post, path }) => [
        recruiter.get(`${path}/resume`),
        recruiter.put(`${path}/status`, { status: 'hired' }),
        recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
          application_id: Number(path.split('/').at(-1)),
          interview_date: '2026-12-01T00:00:00Z',
          interview_time: '10:00',
        }),
        ada.delete(path),
        recruiter.delete(`/job-posts/${post.id}`),
      ]),
    )

    for (const { status, text } of replies) assert.ok([200, 201, 404, 422].includes(status), text)
    for (const { ada, path } of hired) assert.equal((await ada.get(path)).status, 404)
  })

  it('does not reopen a closed post', async () => {
    const { recruiter, ada, post, path } = await createHiring()
    await recruiter.delete(`/job-posts/${post.id}`)
    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.status, 'closed')

    await ada.delete(path)

    assert.equal((await apply(ada, post.id)).status, 422)
  })
})

describe('deleting the account of an applicant or a recruiter', () => {
  it('is preceded by a complete export', async () => {
    const { recruiter, ada, id, post } = await createHiring()

    const mine = (await ada.get(`/users/${ada.id}/export`)).data.jobs
    const theirs = (await recruiter.get(`/users/${recruiter.id}/export`)).data.jobs

    assert.equal(mine.applications[0].id, id)
    assert.equal(mine.applications[0].phone, '+44 20 7946 0000')
    assert.deepEqual(mine.job_posts, [])
    assert.equal(theirs.job_posts[0].id, post.id)
    assert.deepEqual(theirs.applications, [])
  })

  it('makes the applications of the deleted applicant anonymous', async () => {
    const { recruiter, ada, path, post } = await createHiring({ cover_letter: 'Call me.' })

    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    const [applicant] = (await recruiter.get(`/job-posts/${post.id}/applicants`)).data
    const { name, email, phone, cover_letter, location, skills } = applicant
    assert.deepEqual([name, email, phone, cover_letter, location, skills], ['Deleted user', '', '', '', '', []])
    assert.equal((await recruiter.get(`${path}/resume`)).status, 404)
    assert.equal((await recruiter.put(`${path}/status`, { status: 'rejected' })).status, 200)
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants?search=barbara`)).meta.total, 0)
  })

  it('closes the posts of a deleted recruiter, and deletes those without applications', async () => {
    const { recruiter, ada, post, path } = await createHiring()
    const unused = await createJobPost(recruiter)
    const total = async () => (await ada.get('/job-posts?limit=1')).meta.total
    const before = await total()

    await recruiter.delete(`/users/${recruiter.id}`)

    const { data } = await ada.get(`/job-posts/${post.id}`)
    assert.deepEqual([data.status, data.recruiter.name], ['closed', 'Deleted user'])
    assert.equal((await ada.get(`/job-posts/${unused.id}`)).status, 404)
    assert.equal((await ada.get(path)).status, 200)
    assert.equal(await total(), before - 2)
    assert.equal((await ada.delete(path)).status, 200)
  })
})
