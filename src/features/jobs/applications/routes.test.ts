import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { apply, createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import * as samples from '#test/support/samples.ts'

/** A recruiter with an open post, and an applicant. */
async function createHiring(more: object = {}) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, more)
  return { ...app, recruiter, post, ada: await app.given.user({ name: 'Ada Lovelace' }) }
}

async function listStoredFiles({ platform }: Pick<TestApp, 'platform'>): Promise<string[]> {
  const folder = join(platform.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map((one) => one.name)
}

describe('POST /job-applications', () => {
  it('stores the application and notifies the recruiter', async () => {
    const {
      recruiter,
      post,
      ada,
      listMails: mailsTo,
      clock,
    } = await createHiring({
      questions: [{ question: 'Why?', required: true }, { question: 'When?' }],
    })

    const reply = await apply(ada, post.id, {
      cover_letter: '  I like maize. ',
      experience_level: 'senior',
      available_date: '2026-12-24',
      notice_period: '',
      salary_expectation: '50000',
      remote_interested: 'on',
      additional_answers: JSON.stringify([{ question_id: 1, answer: 'Because.' }]),
      consent_marketing: '0',
    })

    assert.equal(reply.status, 201, reply.text)
    const { id } = reply.data
    assert.deepEqual(reply.data, { id, job_post_id: post.id, application_id: id, pending: false })
    const { resume_state, ...data } = (await ada.get(`/job-applications/${id}`)).data
    assert.ok(['pending', 'ready', 'unreadable'].includes(resume_state))
    assert.deepEqual(data, {
      id,
      application_id: id,
      job_post_id: post.id,
      user_id: ada.id,
      job_post: { id: post.id, title: 'Botanist', company: '', status: 'open' },
      name: 'Barbara McClintock',
      first_name: 'Barbara',
      last_name: 'McClintock',
      email: ada.email,
      phone: '+44 20 7946 0000',
      location: '',
      skills: [],
      profile_photo: null,
      resume_url: `http://api.test/job-applications/${id}/resume`,
      cover_letter: 'I like maize.',
      experience_level: 'senior',
      available_date: '2026-12-24',
      notice_period: '',
      salary_expectation: 50000,
      remote_interested: true,
      additional_answers: [{ question_id: 1, question: 'Why?', answer: 'Because.' }],
      consent_data: true,
      consent_marketing: false,
      status: 'applied',
      applied_at: clock.now(),
      updated_at: clock.now(),
      pending: false,
      candidate_number: 1,
      blind: false,
      rejection_letter: '',
      evidence: [],
      match: { score: 0, reasons: [], missing: [], required_met: true },
      status_history: [],
      resume_downloads: [],
      identity_disclosures: [],
    })
    const [notice] = (await recruiter.get('/notifications')).data
    assert.equal(notice.type, 'job_application')
    assert.deepEqual(notice.data, { url: `/job-applications/${id}`, action: 'view_application' })
    assert.equal((await recruiter.get(notice.data.url)).status, 200)
    assert.match((await mailsTo(recruiter.email))[0]?.text ?? '', /Barbara McClintock applied for Botanist/)
    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.applicants_count, 1)
    const seen = (await ada.get(`/job-posts/${post.id}`)).data
    assert.equal(seen.applied, true)
    assert.equal(seen.applicants_count, undefined)
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=application_submitted`)).data
    assert.deepEqual(entry.metadata, { application_id: id, job_post_id: post.id })
  })

  it('lists all missing and invalid fields, and leaves no file', async () => {
    const { ada, platform } = await createHiring()
    const before = await listStoredFiles({ platform })

    const reply = await ada.send('POST', '/job-applications', {
      body: (() => {
        const form = new FormData()
        form.append('resume', createResume(samples.pdf, 'cv.pdf'))
        form.append('email', 'nobody')
        form.append('last_name', ' ')
        form.append('consent_data', 'false')
        form.append('available_date', '2026-02-30')
        form.append('salary_expectation', 'much')
        return form
      })(),
    })

    assert.equal(reply.status, 422)
    assert.equal(reply.message, 'The given data was invalid.')
    assert.deepEqual(reply.errors, {
      job_post_id: ['The job post id field is required.'],
      first_name: ['The first name field is required.'],
      last_name: ['The last name field is required.'],
      email: ['The email must be a valid e-mail address.'],
      phone: ['The phone field is required.'],
      available_date: ['The available date must be a valid date.'],
      salary_expectation: ['The salary expectation must be an integer.'],
      consent_data: ['You must agree to the processing of your data.'],
    })
    assert.deepEqual(await listStoredFiles({ platform }), before)
  })

  it('reads an empty field, and the null of FormData, as no expectation', async () => {
    const { ada, post } = await createHiring()

    for (const salary_expectation of ['', 'null']) {
      const { data } = await apply(ada, post.id, { salary_expectation })
      assert.equal((await ada.get(`/job-applications/${data.id}`)).data.salary_expectation, null)
      await ada.delete(`/job-applications/${data.id}`)
    }
  })

  const files: [string, () => Promise<Uint8Array> | Uint8Array, string, number][] = [
    ['a PDF', () => samples.pdf, 'cv.pdf', 201],
    ['a DOCX', () => samples.docx(), 'cv.docx', 201],
    ['HTML named PDF', () => samples.html, 'cv.pdf', 422],
    ['a picture', () => samples.png(), 'cv.png', 422],
    ['a picture named PDF', () => samples.png(), 'cv.pdf', 422],
    ['nothing', () => new Uint8Array(), 'cv.pdf', 422],
    ['too much', () => Buffer.concat([samples.pdf, Buffer.alloc(10 * 1024 * 1024)]), 'cv.pdf', 422],
  ]
  for (const [what, make, name, status] of files)
    it(`responds to ${what} as the resume with ${status}`, async () => {
      const { ada, post, recruiter, platform } = await createHiring()
      const before = (await listStoredFiles({ platform })).length

      const reply = await apply(ada, post.id, { resume: createResume(await make(), name) })

      assert.equal(reply.status, status, reply.text)
      if (status === 422) assert.deepEqual(Object.keys(reply.errors), ['resume'])
      assert.equal((await listStoredFiles({ platform })).length, before + (status === 201 ? 1 : 0))
      assert.equal((await recruiter.get('/notifications')).meta.total, status === 201 ? 1 : 0)
    })

  it('requires a resume', async () => {
    const { ada, post } = await createHiring()

    const reply = await apply(ada, post.id, { resume: undefined })

    assert.deepEqual(reply.errors, { resume: ['The resume field is required.'] })
  })

  it('accepts one of twenty simultaneous requests, and leaves nothing of the others', async () => {
    const { ada, post, recruiter, platform, settle } = await createHiring()
    const before = (await listStoredFiles({ platform })).length

    const replies = await runConcurrently(20, () => apply(ada, post.id))
    await settle()

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    for (const { status, errors } of replies)
      if (status === 422) assert.deepEqual(errors, { job_post_id: ['You have already applied for this job.'] })
    assert.equal((await listStoredFiles({ platform })).length, before + 1)
    assert.equal((await recruiter.get('/notifications')).meta.total, 1)
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants`)).meta.total, 1)
  })

  it('counts simultaneous applications correctly', async () => {
    const { post, recruiter, given } = await createHiring()
    const people = await runConcurrently(10, () => given.user())

    const replies = await runConcurrently(10, (index) => apply(people[index] ?? assert.fail(), post.id))

    assert.deepEqual(countByStatus(replies), { 201: 10 })
    const { meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)
    assert.equal(meta.status_counts.applied, 10)
  })

  it('succeeds or responds with 404 when the post is deleted at the same moment', async () => {
    const { recruiter, given } = await createHiring()
    const posts = await runConcurrently(5, () => createJobPost(recruiter))
    const people = await runConcurrently(5, () => given.user())

    const both = await runConcurrently(5, async (index) => {
      const [post, person] = [posts[index], people[index] ?? assert.fail()]
      const [reply] = await Promise.all([apply(person, post.id), recruiter.delete(`/job-posts/${post.id}`)])
      return { reply, left: await recruiter.get(`/job-posts/${post.id}`) }
    })

    for (const { reply, left } of both) {
      assert.ok(reply.status === 201 || reply.status === 422, reply.text)
      assert.equal(left.status, reply.status === 201 ? 200 : 404)
      if (left.status === 200) assert.equal(left.data.status, 'closed')
    }
  })

  it('refuses an address to which no mail can be sent', async () => {
    const { ada, post } = await createHiring()

    for (const email of ['a\u0001b@example.org', 'a;b@example.org', 'a b@example.org', 'a@b@example.org']) {
      const reply = await apply(ada, post.id, { email })
      assert.deepEqual(Object.keys(reply.errors), ['email'], reply.text)
    }
  })

  const refused: [string, object, string][] = [
    ['a draft', { status: 'draft' }, 'The selected job post is invalid.'],
    ['a closed post', { status: 'closed' }, 'This job post no longer accepts applications.'],
    [
      'a post whose deadline has come',
      { deadline: '2026-11-21T09:00:00Z' },
      'This job post no longer accepts applications.',
    ],
  ]
  for (const [what, more, sentence] of refused)
    it(`refuses ${what}`, async () => {
      const { ada, post } = await createHiring(more)

      const reply = await apply(ada, post.id)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, { job_post_id: [sentence] })
    })

  it("refuses the caller's own post and an unknown post", async () => {
    const { recruiter, post, ada } = await createHiring()

    const own = await apply(recruiter, post.id)
    const none = await apply(ada, 999_999)

    assert.deepEqual(own.errors, { job_post_id: ['You cannot apply for a job you posted yourself.'] })
    assert.deepEqual(none.errors, { job_post_id: ['The selected job post is invalid.'] })
  })

  const questions = [
    { id: 3, question: 'Why?', required: true },
    { id: 5, question: 'When?', required: false },
  ]
  const accepted: [string, Record<string, string | string[]>, [number | null, string][]][] = [
    [
      'plain texts in order',
      { additional_answers: ['Because', 'Now'] },
      [
        [3, 'Because'],
        [5, 'Now'],
      ],
    ],
    ['plain texts as JSON', { additional_answers: '["Because"]' }, [[3, 'Because']]],
    [
      'objects as JSON',
      { additional_answers: '[{"question_id":5,"answer":"Now"},{"question_id":3,"answer":"Because"}]' },
      [
        [5, 'Now'],
        [3, 'Because'],
      ],
    ],
    [
      'bracketed names',
      { 'additional_answers[0][question_id]': '3', 'additional_answers[0][answer]': 'Because' },
      [[3, 'Because']],
    ],
    ['an object on its own', { additional_answers: '{"question_id":3,"answer":"Because"}' }, [[3, 'Because']]],
    [
      'more texts than questions',
      { 'additional_answers[]': ['a', 'b', 'c'] },
      [
        [3, 'a'],
        [5, 'b'],
        [null, 'c'],
      ],
    ],
  ]
  for (const [what, fields, expected] of accepted)
    it(`accepts answers as ${what}`, async () => {
      const { ada, post } = await createHiring({ questions })

      const id = await createApplication(ada, post.id, fields)

      const { data } = await ada.get(`/job-applications/${id}`)
      const answers = data.additional_answers.map((one: { question_id: number; answer: string }) => [
        one.question_id,
        one.answer,
      ])
      assert.deepEqual(answers, expected)
    })

  const rejected: [string, string | string[] | undefined, Record<string, string[]>][] = [
    ['none', undefined, { additional_answers: ['Please answer: Why?'] }],
    ['a blank', ' ', { additional_answers: ['Please answer: Why?'] }],
    [
      'an unknown question',
      '[{"question_id":3,"answer":"x"},{"question_id":9,"answer":"x"}]',
      { 'additional_answers.1': ['The job post has no question 9.'] },
    ],
    [
      'a question that is no number',
      '[{"question_id":"three","answer":"x"}]',
      {
        'additional_answers.0': ['The question id must be an integer.'],
        additional_answers: ['Please answer: Why?'],
      },
    ],
    [
      'an answer that cannot be stored',
      '[{"question_id":3,"answer":"\\u0000"}]',
      {
        'additional_answers.0': ['The answer contains characters that cannot be stored.'],
        additional_answers: ['Please answer: Why?'],
      },
    ],
  ]
  for (const [what, additional_answers, errors] of rejected)
    it(`refuses ${what} where an answer is required`, async () => {
      const { ada, post } = await createHiring({ questions })

      const reply = await apply(ada, post.id, { additional_answers })

      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(reply.errors, errors)
    })

  it('requires a form and a signed-in user', async () => {
    const { ada, anonymous } = await createHiring()

    assert.equal((await ada.post('/job-applications', { job_post_id: 1 })).status, 415)
    assert.equal((await anonymous.send('POST', '/job-applications', { body: new FormData() })).status, 401)
  })
})
