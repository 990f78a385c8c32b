import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ask } from '#test/contract/empty-database.ts'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'

const hash = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'
const at = '2024-05-06T07:08:09.000Z'
const users = [
  { id: 1_007, name: 'Ada Lovelace', email: 'ada.l@example.org', password: hash, role: 'researcher' },
  { id: 1_008, name: 'Bob Noyce', email: 'bob.n@example.org', password: hash },
  { id: 1_009, name: 'Cleo Ray', email: 'cleo.r@example.org', password: hash },
]
const [ada, bob, cleo] = [1_007, 1_008, 1_009]
const exams = [
  { id: 170, user_id: ada, title: 'Reefs', duration_minutes: 30, passing_score: 60, max_attempts: 9 },
  { id: 171, user_id: ada, title: 'Wrecks', duration_minutes: 30, passing_score: 60 },
]
const choice = { type: 'single_choice', question: '1 + 1?', options: ['1', '2', '3'], correct_answer: '2' }
const questions = [
  { id: 180, exam_id: 170, ...choice },
  { id: 181, exam_id: 170, type: 'numeric', question: '2 + 2?', correct_answer: 4 },
  { id: 182, exam_id: 171, ...choice },
]

type App = Awaited<ReturnType<typeof createApp>>

async function logIn(app: App, email: string) {
  const { data } = await app.anonymous.post('/auth/login', { email, password: 'password' })
  return app.withToken(data.token)
}

describe('an imported attempt', () => {
  const attempt = { exam_id: 170, user_id: bob, started_at: at, submitted_at: at, score: 50, passed: false }

  it('shows its questions, answers, result and review', async () => {
    const app = await createApp()
    const rows = [
      {
        ...attempt,
        id: 190,
        number: 1,
        questions: [{ question_id: 181 }, { question_id: 180, options: [2, 0, 1] }],
        answers: { 180: '2', 181: 5 },
      },
    ]
    const folder = await createImportFolder({ users, exams, exam_questions: questions, exam_attempts: rows })

    const { code, stdout } = await importInto(app, folder)

    assert.equal(code, 0, stdout)
    const asBob = await logIn(app, 'bob.n@example.org')
    const { data } = await asBob.get('/exam-attempts/190')
    assert.deepEqual(
      data.questions.map(({ id, options }: { id: number; options: string[] }) => [id, options]),
      [
        [181, []],
        [180, ['3', '1', '2']],
      ],
    )
    assert.deepEqual(data.answers, { 180: '2', 181: 5 })
    const { total_questions, questions_answered, correct_answers, score } = data.result
    assert.deepEqual([total_questions, questions_answered, correct_answers, score], [2, 2, 1, 50])
    const asAda = await logIn(app, 'ada.l@example.org')
    const review = await asAda.get('/exam-attempts/190/review')
    assert.deepEqual(
      review.data.questions.map((row: Record<string, unknown>) => [row.id, row.your_answer, row.correct]),
      [
        [181, 5, false],
        [180, '2', true],
      ],
    )
    assert.equal((await (await logIn(app, 'cleo.r@example.org')).get('/exam-attempts/190')).status, 403)
  })

  it('is refused with a question or an answer that its exam cannot have, and leaves nothing', async () => {
    const app = await createApp()
    const asked = [{ question_id: 180 }, { question_id: 181 }]
    const bad = [
      { questions: [{ question_id: 182 }] },
      { questions: [{ question_id: 999 }] },
      { questions: [...asked, { question_id: 180 }] },
      { questions: [{ question_id: 180, options: [0, 1, 1] }] },
      { questions: [{ question_id: 180, options: [0, 1, 3] }] },
      { questions: asked, answers: { 180: '7' } },
      { questions: asked, answers: { 181: 'four' } },
      { answers: { 180: '2' } },
      { questions: asked, answers: { x: '2' } },
    ]
    const rows = bad.map((more, index) => ({ ...attempt, id: 200 + index, number: index + 1, ...more }))
    const good = { ...attempt, id: 300, number: 20 }
    const folder = await createImportFolder({ users, exams, exam_questions: questions, exam_attempts: [...rows, good] })

    const trial = await importInto(app, folder, '--dry-run')
    const { stdout } = await importInto(app, folder)

    const refused = [
      'The answer to the question x is not accepted: The attempt has no such question.',
      'The question 182 is no question of the exam 170.',
      'The column "questions" has the question_id 999, which is no id of exam_questions or bank_questions.',
      'The question 180 is in the attempt twice.',
      'The "options" of the question 180 must have each of its 3 options once.',
      'The "options" of the question 180 are counted from 0 to 2.',
      'The answer to the question 180 is not accepted: The answer must be one of the options.',
      'The answer to the question 181 is not accepted: The answer must be a number.',
      'The answer to the question 180 is not accepted: The attempt has no such question.',
    ]
    assert.match(trial.stdout, /exam_attempts\.ndjson: 1 imported, 0 kept, 9 refused/)
    assert.match(stdout, /exam_attempts\.ndjson: 1 imported, 0 kept, 9 refused/)
    assert.deepEqual((await readRefused(folder, 'exam_attempts')).sort(), refused.sort())
    const { config } = app.platform
    const sheets = await ask(config, 'select attempt_id from exam_answer_sheets')
    assert.deepEqual(
      sheets.map(({ attempt_id }) => Number(attempt_id)),
      [300],
    )
    const { data } = await (await logIn(app, 'bob.n@example.org')).get('/exams/170')
    assert.equal(data.attempts_used, 1)
  })
})

describe('imported bookings', () => {
  it('share the slots of their exam, time and place, and their seats count', async () => {
    const app = await createApp({ EXAM_SLOT_CAPACITY: '3' })
    const seat = { exam_id: 170, date: '2099-01-01', time: '09:00', location: 'Nairobi' }
    const folder = await createImportFolder({
      users,
      exams,
      exam_bookings: [
        { id: 400, user_id: bob, ...seat, exam_type: 'on-site' },
        { id: 401, user_id: cleo, ...seat, time: '09:00:00', location: 'NAIROBI' },
        { id: 402, user_id: bob, ...seat, location: ' nairobi' },
        { id: 403, user_id: bob, ...seat, time: '25:00' },
        { id: 404, user_id: 9, ...seat },
        { id: 405, user_id: bob, ...seat, date: '2020-01-01' },
      ],
    })

    const { stdout, stderr } = await importInto(app, folder)

    assert.match(stdout, /exam_bookings\.ndjson: 3 imported, 0 kept, 3 refused/, stderr)
    const asBob = await logIn(app, 'bob.n@example.org')
    const { data } = await asBob.get('/exam-bookings?upcoming=true')
    assert.deepEqual(
      data.map(({ id, starts_at, location }: Record<string, unknown>) => [id, starts_at, location]),
      [[400, '2099-01-01T09:00:00.000Z', 'Nairobi']],
    )
    const counts = await ask(app.platform.config, 'select taken from exam_slots order by taken')
    assert.deepEqual(
      counts.map(({ taken }) => Number(taken)),
      [1, 2],
    )
    const asAda = await logIn(app, 'ada.l@example.org')
    const admin = await app.given.admin()
    assert.equal((await asAda.post('/exams/170/book', seat)).status, 201)
    assert.equal((await admin.post('/exams/170/book', seat)).status, 422)
    assert.equal((await asBob.delete('/exam-bookings/400')).status, 200)
    assert.equal((await admin.post('/exams/170/book', seat)).status, 201)
  })
})

describe('imported study materials', () => {
  it('are listed with their exam and can be downloaded', async () => {
    const app = await createApp()
    const files = [{ path: 'reefs.pdf', user_id: ada, purpose: 'study_material' }]
    const rows = [
      { id: 500, exam_id: 170, file: 'reefs.pdf', title: 'About reefs', download_count: 7 },
      { id: 501, exam_id: 170, file: 'missing.pdf', title: 'Missing' },
    ]
    const folder = await createImportFolder({ users, files, exams, study_materials: rows })
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/reefs.pdf'), '%PDF-1.4\n% reefs\n%%EOF\n')

    await importInto(app, folder)

    const { data } = await (await logIn(app, 'bob.n@example.org')).get('/exams/170/study-materials')
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row.id, row.title, row.type, row.download_count]),
      [[500, 'About reefs', 'document', 7]],
    )
    const file = await fetch(data[0].file_url.replace('http://api.test', app.address))
    assert.match(await file.text(), /% reefs/)
    assert.deepEqual(await readRefused(folder, 'study_materials'), [
      'The column "file" is "missing.pdf", which is no path of files.ndjson.',
    ])
  })
})

describe('imported interviews', () => {
  const post = { id: 60, user_id: ada, title: 'Reef modeller' }
  const application = {
    id: 70,
    job_post_id: 60,
    user_id: bob,
    first_name: 'Bob',
    last_name: 'Noyce',
    email: 'bob.n@example.org',
  }
  const interview = { application_id: 70, interview_date: '2099-03-01', interview_time: '10:00' }

  it('are in the lists of the applicant, the owner of the post and the interviewers, and invite no one', async () => {
    const app = await createApp()
    const folder = await createImportFolder({
      users,
      job_posts: [post],
      job_applications: [application],
      interviews: [
        {
          ...interview,
          id: 600,
          timezone: 'Africa/Nairobi',
          interviewer_ids: [cleo],
          answer: 'proposed',
          answered_at: at,
          proposed_times: ['2099-03-02 10:00:00'],
        },
        { ...interview, id: 601, interview_date: '2020-03-01', outcome: 'passed', outcome_notes: 'Dives well.' },
        { ...interview, id: 602, application_id: 71 },
        { ...interview, id: 603, interviewer_ids: [cleo, 9] },
        { ...interview, id: 604, timezone: 'Africa/Atlantis' },
      ],
    })

    const { stdout, stderr } = await importInto(app, folder)

    assert.match(stdout, /interviews\.ndjson: 2 imported, 0 kept, 3 refused/, stderr)
    assert.deepEqual((await readRefused(folder, 'interviews')).sort(), [
      'The column "application_id" is 71, which is no id of job_applications.',
      'The column "interviewer_ids" has 9, which is no id of users.',
      'The column "timezone" must be an IANA time zone like "Africa/Nairobi".',
    ])
    const listIds = async (email: string) =>
      (await (await logIn(app, email)).get('/interviews')).data.map(({ id }: { id: number }) => id)
    assert.deepEqual(await listIds('bob.n@example.org'), [601, 600])
    assert.deepEqual(await listIds('ada.l@example.org'), [601, 600])
    assert.deepEqual(await listIds('cleo.r@example.org'), [600])
    const [past, next] = (await (await logIn(app, 'ada.l@example.org')).get('/job-posts/60/interviews')).data
    assert.deepEqual([past.outcome, past.outcome_notes, past.interviewers[0].id], ['passed', 'Dives well.', ada])
    assert.equal(next.starts_at, '2099-03-01T07:00:00.000Z')
    assert.deepEqual([next.answer, next.proposed_times], ['proposed', ['2099-03-02T10:00:00.000Z']])
    assert.deepEqual(await app.listMails('bob.n@example.org'), [])
  })

  it('are tried with --dry-run beside an application that is imported already', async () => {
    const app = await createApp()
    await importInto(app, await createImportFolder({ users, job_posts: [post] }))
    const folder = await createImportFolder({
      job_applications: [application],
      interviews: [{ ...interview, id: 600 }],
      exams,
      exam_bookings: [{ id: 400, exam_id: 170, user_id: bob, date: '2099-01-01', time: '09:00', location: 'Nairobi' }],
    })

    const { code, stdout, stderr } = await importInto(app, folder, '--dry-run')

    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /interviews\.ndjson: 1 imported.*exam_bookings\.ndjson: 1 imported/s)
    assert.deepEqual(await ask(app.platform.config, 'select id from exam_slots'), [])
  })
})
