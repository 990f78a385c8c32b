/** A form shows all messages at once: those of the schema, and those that need code, a setting or the database. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, type Person } from '../support/app.ts'
import type { Reply } from '../support/client.ts'
import { createCourse } from '../support/courses.ts'
import { createExam } from '../support/exams.ts'
import { pdf } from '../support/samples.ts'

const app = await createApp({ PASSWORD_MIN_LENGTH: '10' })
const long = 'x'.repeat(300)
const researcher = await app.given.user({ role: 'researcher' })
const recruiter = await app.given.user({ role: 'recruiter' })
const learner = await app.given.user({ role: 'learner' })
const admin = await app.given.admin()

function assertFields({ status, message, errors, text }: Reply, fields: string[]) {
  assert.equal(status, 422, text)
  assert.equal(message, 'The given data was invalid.')
  assert.deepEqual(Object.keys(errors).toSorted(), fields.toSorted(), text)
  for (const [field, [sentence = '']] of Object.entries(errors)) assert.match(sentence, /^[A-Z].*\.$/, field)
}

const toForm = (fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return { body: form }
}

const notPdf = () => new File(['text'], 'resume.pdf')

interface Case {
  who: Person | typeof app.anonymous
  body: object
  fields: string[]
}

async function createPost() {
  const { data } = await recruiter.post('/job-posts', { title: 'Post', description: 'Work.', salary_min: 500 })
  return data.id
}

describe('POST requests with several faults', () => {
  const cases: Record<string, Case> = {
    '/exams': {
      who: researcher,
      body: {
        title: long,
        available_until: '2020-01-01',
        questions: [
          { question: 'One?', type: 'single_choice', options: ['a'], correct_answer: 'b' },
          { question: long.repeat(20), type: 'numeric', correct_answer: 'x' },
          { question: 'Three?', type: 'true_false', correct_answer: true, points: 0 },
          { type: 'short_answer', correct_answer: [] },
        ],
      },
      fields: [
        'title',
        'available_until',
        'questions.0.options',
        'questions.0.correct_answer',
        'questions.1.question',
        'questions.1.correct_answer',
        'questions.2.points',
        'questions.3.question',
        'questions.3.correct_answer',
      ],
    },
    '/courses': {
      who: researcher,
      body: { title: long, description: 'Text.', price: 0.001, prerequisites: [999_999], lessons: [{}] },
      fields: ['title', 'price', 'prerequisites', 'lessons.0.title'],
    },
    '/job-posts': {
      who: recruiter,
      body: {
        description: 'Work.',
        salary_min: 10,
        salary_max: 5,
        questions: [
          { id: 1, question: 'a' },
          { id: 1, question: 'b' },
        ],
      },
      fields: ['title', 'salary_max', 'questions'],
    },
    '/projects': {
      who: researcher,
      body: { title: long, start_date: '2027-01-02', end_date: '2027-01-01' },
      fields: ['title', 'end_date'],
    },
    '/coupons': {
      who: admin,
      body: { code: '?', percent_off: 10, amount_off: 5, plans: ['free', 'none'] },
      fields: ['code', 'percent_off', 'amount_off', 'plans.1'],
    },
    '/subscriptions/plans': {
      who: admin,
      body: { id: '?', name: 'Plan', price: 1.001, currency: 'XQQ', limits: {} },
      fields: ['id', 'price', 'currency', 'limits.job_postings', 'limits.candidate_searches', 'limits.team_members'],
    },
    '/subscriptions/subscribe': {
      who: researcher,
      body: { plan_id: 'none', payment_method_id: 999_999, coupon_code: 7 },
      fields: ['plan_id', 'payment_method_id', 'coupon_code'],
    },
    '/payment-methods': {
      who: researcher,
      body: { type: 'card', card_number: '1', expiry_month: 13, expiry_year: 2040, nickname: long },
      fields: ['card_number', 'expiry_month', 'cvv', 'nickname'],
    },
    '/auth/signup': {
      who: app.anonymous,
      body: { name: long, email: admin.email, password: 'short 1' },
      fields: ['name', 'email', 'password'],
    },
    '/auth/google/start': {
      who: app.anonymous,
      body: { action: 'steal', redirect_uri: 'https://evil.example/' },
      fields: ['action', 'redirect_uri'],
    },
    '/profile/upgrade': {
      who: learner,
      body: { headline: long, orcid: '0000-0000-0000-0000' },
      fields: ['headline', 'orcid'],
    },
  }
  for (const [path, { who, body, fields }] of Object.entries(cases))
    it(`name all of them: POST ${path}`, async () => assertFields(await who.post(path, body), fields))

  it('are refused for an invalid field before the rules of eligibility', async () => {
    assertFields(await learner.post('/profile/upgrade', { orcid: '0000-0000-0000-0000' }), ['orcid'])
  })

  it('name all of them: POST /job-applications', async () => {
    const form = {
      job_post_id: String(await createPost()),
      first_name: 'Ada',
      last_name: long,
      email: 'nobody',
      phone: '1',
      consent_data: 'true',
      resume: notPdf(),
      additional_answers: '[{"question_id":9,"answer":"x"}]',
    }
    const fields = ['last_name', 'email', 'resume', 'additional_answers.0']
    assertFields(await researcher.send('POST', '/job-applications', toForm(form)), fields)
    const valid = { ...form, last_name: 'Lovelace', email: 'ada@example.org' }
    assertFields(await researcher.send('POST', '/job-applications', toForm(valid)), ['resume', 'additional_answers.0'])
    assertFields(await researcher.send('POST', '/job-applications', toForm({ ...form, job_post_id: '999999' })), [
      'last_name',
      'email',
      'resume',
      'job_post_id',
    ])
  })

  it('are refused however long a list is, without its items', async () => {
    const questions = new Array(400_000).fill(1)

    const { status, errors } = await researcher.post('/exams', { title: long, questions })

    assert.equal(status, 422)
    assert.deepEqual(errors.questions, ['The questions may not have more than 1000 items.'])
  })

  it('are refused however deep a list of answers is', async () => {
    const depth = 60_000
    const deep = `[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]`
    const form = {
      job_post_id: String(await createPost()),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'nobody',
      phone: '1',
      consent_data: 'true',
      resume: new File([pdf], 'resume.pdf'),
      additional_answers: deep,
    }

    const reply = await researcher.send('POST', '/job-applications', toForm(form))

    assertFields(reply, ['email', 'additional_answers.0'])
  })

  it('name all of them: POST /projects/{id}/versions', async () => {
    const { data } = await researcher.post('/projects', { title: 'Project' })
    const path = `/projects/${data.id}/versions`

    assertFields(await researcher.send('POST', path, toForm({ notes: 'x' })), ['version_number', 'file'])
    assertFields(await researcher.send('POST', path, toForm({ file_id: '999999' })), ['version_number', 'file_id'])
    const both = { version_number: long, file_id: '1', file: new File([pdf], 'a.pdf') }
    assertFields(await researcher.send('POST', path, toForm(both)), ['version_number', 'file_id'])
  })

  it('name all of them: POST /upload', async () => {
    const form = { type: 'resume', folder: '../..', file: notPdf() }

    assertFields(await researcher.send('POST', '/upload', toForm(form)), ['folder', 'file'])
  })

  it('name all of them: POST /projects/{id}/collaborators', async () => {
    const { data } = await researcher.post('/projects', { title: 'Project' })
    const given = { user_id: 999_999, role: long }

    assertFields(await researcher.post(`/projects/${data.id}/collaborators`, given), ['user_id', 'role'])
  })
})

describe('PUT requests with several faults', () => {
  it('name all of them, with those that depend on what is stored', async () => {
    const exam = await createExam(researcher)
    const course = await createCourse(researcher)
    const post = await createPost()
    const project = (await researcher.post('/projects', { title: 'Project', start_date: '2027-01-01' })).data
    const [question] = exam.questions

    const faults: [who: Person, path: string, body: object, fields: string[]][] = [
      [
        researcher,
        `/exams/${exam.id}`,
        { title: '', available_until: '2020-01-01', questions: [{ ...question, id: 999_999 }] },
        ['title', 'available_until', 'questions.0.id'],
      ],
      [
        researcher,
        `/exams/${exam.id}/questions/${question.id}`,
        { points: 0, correct_answer: 'none' },
        ['points', 'correct_answer'],
      ],
      [
        researcher,
        `/courses/${course.id}`,
        { title: '', price: 0.1, prerequisites: [999_999], lessons: [{ id: 999_999 }, {}] },
        ['title', 'price', 'prerequisites', 'lessons.0.id', 'lessons.1.title'],
      ],
      [recruiter, `/job-posts/${post}`, { title: '', salary_max: 5 }, ['title', 'salary_max']],
      [researcher, `/projects/${project.id}`, { title: '', end_date: '2026-12-31' }, ['title', 'end_date']],
      [
        researcher,
        `/users/${researcher.id}`,
        { name: '', password: 'short 1' },
        ['name', 'password', 'current_password'],
      ],
      [researcher, '/researchers/me', { headline: long, orcid: '0000-0000-0000-0000' }, ['headline', 'orcid']],
    ]
    for (const [who, path, body, fields] of faults) assertFields(await who.put(path, body), fields)
  })

  it('name several faults that only the service finds', async () => {
    const course = await createCourse(researcher)
    const given = { prerequisites: [999_999], lessons: [{ id: 999_999 }] }

    assertFields(await researcher.put(`/courses/${course.id}`, given), ['prerequisites', 'lessons.0.id'])
  })

  it('tell a stranger nothing about what is stored', async () => {
    const stranger = await app.given.user({ role: 'researcher' })
    const project = (await researcher.post('/projects', { title: 'Project', start_date: '2027-01-01' })).data

    assertFields(await stranger.put(`/projects/${project.id}`, { title: '', end_date: '2026-12-31' }), ['title'])
    assert.equal((await stranger.put(`/projects/${project.id}`, { end_date: '2026-12-31' })).status, 403)
  })
})

describe('GET /auth/{provider}/redirect with several faults', () => {
  it('names all of them', async () => {
    const query = new URLSearchParams({ action: 'steal', redirect_uri: 'https://evil.example/' })

    assertFields(await app.anonymous.get(`/auth/google/redirect?${query}`), ['action', 'redirect_uri'])
  })
})

describe('a condition between two fields', () => {
  it('is validation, and leaves no trace', async () => {
    const email = createUniqueEmail()
    const faults = { name: 'Ada', email, password: 'long enough 1', password_confirmation: 'different' }
    assertFields(await app.anonymous.post('/auth/signup', faults), ['password_confirmation'])
    assert.equal((await app.anonymous.post('/auth/login', { email, password: 'long enough 1' })).status, 401)

    const chunk = { chunkIndex: '3', totalChunks: '2', fileName: 'a.bin', fileSize: '1', uploadId: 'two-fields' }
    const sent = toForm({ ...chunk, chunk: new File(['abc'], 'blob') })
    assertFields(await researcher.send('POST', '/upload/chunk', sent), ['chunkIndex', 'chunk'])
    assert.equal((await researcher.get('/upload/two-fields')).status, 404)
  })
})
