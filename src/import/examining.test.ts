import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { lowestRandomId } from '#database/query/bulk.ts'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'

const hash = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'
const at = '2024-05-06T07:08:09.000Z'
const [ada, bob, cleo] = [1_007, 1_008, 1_009]
const verified = { password: hash, email_verified_at: at }
const users = [
  { id: ada, name: 'Ada Lovelace', email: 'ada.l@example.org', role: 'researcher', ...verified },
  { id: bob, name: 'Bob Noyce', email: 'bob.n@example.org', ...verified },
  { id: cleo, name: 'Cleo Ray', email: 'cleo.r@example.org', role: 'researcher', ...verified },
]
const [first, second] = [lowestRandomId + 1, lowestRandomId + 2]
const grade = lowestRandomId + 9
const banks = [{ id: 20, user_id: ada, title: 'Planets' }]
const exam = {
  id: 30,
  user_id: ada,
  title: 'Skies',
  duration_minutes: 60,
  passing_score: 50,
  timezone: 'Africa/Nairobi',
}
const truth = { type: 'true_false', question: 'Ice floats.', correct_answer: true }
const essay = { id: 48, exam_id: 30, type: 'essay', question: 'Discuss.', points: 10, order: 8 }
const attempt = { exam_id: 30, user_id: bob, number: 1, started_at: at, submitted_at: at }

const pairs = [
  { left: 'Io', right: 'Jupiter' },
  { left: 'Titan', right: 'Saturn' },
]
/** A question of each type that is not in the older tests. */
const questions = [
  {
    id: 45,
    exam_id: 30,
    type: 'ordering',
    question: 'Sort.',
    options: ['a', 'b', 'c'],
    correct_answer: ['c', 'a', 'b'],
  },
  {
    id: 46,
    exam_id: 30,
    type: 'matching',
    question: 'Match.',
    pairs,
  },
  { id: 47, exam_id: 30, type: 'cloze', question: 'The sky is {{1:blue|azure}}.' },
  essay,
  { id: 49, exam_id: 30, type: 'file_upload', question: 'Upload.', points: 5, order: 9 },
]

type App = Awaited<ReturnType<typeof createApp>>

async function logIn(app: App, email: string) {
  const { data } = await app.anonymous.post('/auth/login', { email, password: 'password' })
  return app.withToken(data.token)
}

async function createFolder(tables: Record<string, readonly unknown[]>) {
  const folder = await createImportFolder(tables)
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files/work.pdf'), '%PDF-1.4\n% work\n%%EOF\n')
  return folder
}

describe('imported examinations', () => {
  it('have banks, sections, all types of questions, grades, graders and accommodations', async () => {
    const app = await createApp()
    const folder = await createFolder({
      users,
      files: [{ path: 'work.pdf', user_id: bob, purpose: 'exam_answer' }],
      question_banks: banks,
      bank_editors: [{ id: 21, bank_id: 20, user_id: cleo }],
      bank_questions: [
        { id: first, bank_id: 20, ...truth, tags: ['ice'], difficulty: 2 },
        { id: second, bank_id: 20, ...truth, question: 'Iron floats.', correct_answer: false },
      ],
      exams: [
        exam,
        {
          ...exam,
          id: 31,
          title: 'Drawn',
          sections: [{ title: 'All', source: { bank_id: 20, tags_any: ['ice'] }, draw: 1 }],
        },
      ],
      exam_questions: questions,
      exam_graders: [{ id: 50, exam_id: 30, user_id: cleo }],
      exam_accommodations: [{ id: 51, exam_id: 30, user_id: bob, extra_minutes: 10, factor: 1.25, note: 'Asked.' }],
      user_accommodations: [{ user_id: bob, factor: 1.5 }],
      exam_attempts: [
        {
          ...attempt,
          id: 60,
          score: 80,
          passed: true,
          questions: questions.map(({ id }) => ({ question_id: id })),
          answers: {
            45: ['c', 'a', 'b'],
            46: { Io: 'Jupiter' },
            47: { 1: 'blue' },
            48: 'It is large.',
            49: ['work.pdf'],
          },
          grades: [
            {
              question_id: 48,
              id: grade,
              points: 7.5,
              comment: 'Good.',
              grader_id: cleo,
              graded_at: '2024-05-07 00:00:00',
            },
            { question_id: 49, points: 5 },
          ],
        },
        {
          ...attempt,
          id: 61,
          number: 2,
          grading: 'pending',
          questions: [{ question_id: 48 }],
          answers: { 48: 'It is small.' },
        },
        {
          ...attempt,
          id: 62,
          exam_id: 31,
          score: 100,
          passed: true,
          questions: [{ question_id: first, points: 2 }],
          answers: { [first]: true },
        },
      ],
    })

    const { code, stdout, stderr } = await importInto(app, folder)

    assert.equal(code, 0, stdout + stderr)
    const asAda = await logIn(app, 'ada.l@example.org')
    const asBob = await logIn(app, 'bob.n@example.org')
    const asCleo = await logIn(app, 'cleo.r@example.org')
    const bank = await asCleo.get('/question-banks/20/questions')
    assert.deepEqual(
      bank.data.map(({ id, tags, difficulty }: Record<string, unknown>) => [id, tags, difficulty]),
      [
        [first, ['ice'], 2],
        [second, [], null],
      ],
    )
    assert.equal((await asBob.get('/question-banks/20/questions')).status, 404)
    const { data: drawn } = await asAda.get('/exams/31')
    assert.deepEqual([drawn.timezone, drawn.sections[0].source.bank_id], ['Africa/Nairobi', 20])
    const own = (await asAda.get('/exams/30/questions')).data
    assert.deepEqual(
      own.map(({ type }: { type: string }) => type),
      ['ordering', 'matching', 'cloze', 'essay', 'file_upload'],
    )
    assert.deepEqual(own[0].correct_answer, ['c', 'a', 'b'])
    assert.deepEqual(own[1].pairs, pairs)
    assert.equal((await asAda.get('/exams/30/graders')).data[0].user.id, cleo)
    const [extra] = (await asAda.get('/exams/30/accommodations')).data
    assert.deepEqual([extra.extra_minutes, extra.factor, extra.note], [10, 1.25, 'Asked.'])
    const admin = await app.given.admin()
    assert.equal((await admin.get(`/users/${bob}/accommodations`)).data.factor, 1.5)
    const open = (await asCleo.get('/exams/30/grading')).data
    assert.deepEqual(
      open.map((one: { attempt_id: number; question: { id: number } }) => one.attempt_id),
      [61],
    )
    const waiting = (await asBob.get('/exam-attempts/61')).data
    assert.deepEqual([waiting.status, waiting.score, waiting.passed], ['submitted', null, null])
    const done = (await asCleo.get('/exam-attempts/60/grades/48')).data
    assert.deepEqual([done.id, done.grade.points, done.grade.comment, done.released], [grade, 7.5, 'Good.', true])
    assert.equal(done.grade.graded_at, '2024-05-07T00:00:00.000Z')
    const { data: added } = await asAda.post('/exams/30/graders', { user_id: 1_008 })
    assert.equal(added.id, 51)
  })

  it('are refused with people, ids, banks and answers that could not be, each with its reason', async () => {
    const app = await createApp()
    const graded = { ...attempt, questions: [{ question_id: 48 }], answers: { 48: 'It is large.' } }
    const withGrade = (id: number, more: object) => ({
      ...graded,
      id,
      number: id,
      grades: [{ question_id: 48, points: 1, ...more }],
    })
    const folder = await createFolder({
      users,
      question_banks: [...banks, { id: 22, user_id: 9, title: 'Whose?' }],
      bank_editors: [
        { id: 21, bank_id: 20, user_id: ada },
        { id: 22, bank_id: 20, user_id: cleo },
        { id: 23, bank_id: 20, user_id: cleo },
      ],
      bank_questions: [
        { id: 5, bank_id: 20, ...truth },
        { id: first, bank_id: 20, ...truth, correct_answer: 'perhaps' },
        { id: second, bank_id: 29, ...truth },
      ],
      exams: [
        exam,
        { ...exam, id: 31, timezone: 'Mars/Olympus' },
        { ...exam, id: 32, sections: [{ title: 'All', source: { bank_id: 29 } }] },
        {
          ...exam,
          id: 33,
          sections: [
            { id: 1, title: 'A', source: 'own' },
            { id: 1, title: 'B', source: 'own' },
          ],
        },
      ],
      exam_questions: [essay, { ...essay, id: 49, type: 'cloze', question: 'Without blanks.' }],
      exam_graders: [
        { id: 50, exam_id: 30, user_id: ada },
        { id: 51, exam_id: 39, user_id: cleo },
      ],
      exam_accommodations: [
        { id: 51, exam_id: 30, user_id: bob, factor: 9 },
        { id: 52, exam_id: 30, user_id: bob, available_from: at, available_until: at },
      ],
      user_accommodations: [{ user_id: 9, factor: 1.5 }],
      exam_attempts: [
        withGrade(1, { grader_id: 9 }),
        withGrade(2, { id: grade }),
        withGrade(3, { id: grade }),
        withGrade(4, { points: 11 }),
        withGrade(5, { question_id: 49 }),
        withGrade(8, { points: null }),
        { ...graded, id: 6, number: 6, grading: 'pending', score: 3 },
        { ...graded, id: 7, number: 7, grading: 'pending', answers: {} },
      ],
    })

    const trial = await importInto(app, folder, '--dry-run')
    const { code, stderr } = await importInto(app, folder)

    assert.deepEqual([trial.code, code, stderr], [1, 1, ''])
    const expected: Record<string, string[]> = {
      question_banks: ['The column "user_id" is 9, which is no id of users.'],
      bank_editors: [
        'The user 1007 is the owner of the question bank 20.',
        'Another row has the same bank_id and user_id already.',
      ],
      bank_questions: [
        `The column "id" must be >= ${lowestRandomId}.`,
        'The correct answer must be true or false.',
        'The column "bank_id" is 29, which is no id of question_banks.',
      ],
      exams: [
        'The column "timezone" must be an IANA time zone like "Africa/Nairobi".',
        'The column "sections" has the bank_id 29, which is no id of question_banks.',
        'The column "sections" has an id twice.',
      ],
      exam_questions: ['The text needs one to fifty blanks, each with its own name and at least one accepted text.'],
      exam_graders: [
        'The user 1007 is the owner of the exam 30.',
        'The column "exam_id" is 39, which is no id of exams.',
      ],
      exam_accommodations: [
        'The column "factor" must be <= 4.',
        'The column "available_until" must be after "available_from".',
      ],
      user_accommodations: ['The column "user_id" is 9, which is no id of users.'],
      exam_attempts: [
        'The column "grades" has the grader_id 9, which is no id of users.',
        `The column "grades" has the id ${grade}, which another grade has.`,
        'The answer to the question 48 can earn at most 10 points.',
        'The question 49 has no answer in the attempt that people grade.',
        'The grade of the question 48 has no points, and "grading" is not pending.',
        'The columns "score" and "passed" must be null while "grading" is pending.',
        'The column "grading" is pending, and the attempt has no answer that people grade.',
      ],
    }
    for (const [name, reasons] of Object.entries(expected))
      for (const list of ['refused', 'refused-dry-run'])
        assert.deepEqual((await readRefused(folder, name, list)).toSorted(), reasons.toSorted(), `${name}, ${list}`)
  })
})

describe('imported cohorts', () => {
  it('have their learners, and only those of their course', async () => {
    const app = await createApp()
    const folder = await createImportFolder({
      users,
      courses: [
        { id: 80, user_id: ada, title: 'Statistics' },
        { id: 81, user_id: ada, title: 'Reefs' },
      ],
      course_cohorts: [
        { id: 90, course_id: 80, title: 'May', starts_at: at, capacity: 5 },
        { id: 91, course_id: 80, title: 'Never', starts_at: at, ends_at: at },
        { id: 92, course_id: 89, title: 'Nowhere', starts_at: at },
      ],
      enrollments: [
        { id: 1, course_id: 80, user_id: bob, cohort_id: 90 },
        { id: 2, course_id: 81, user_id: bob, cohort_id: 90 },
        { id: 3, course_id: 80, user_id: cleo, cohort_id: 99 },
      ],
    })

    await importInto(app, folder)

    assert.deepEqual((await readRefused(folder, 'course_cohorts')).toSorted(), [
      'The column "course_id" is 89, which is no id of courses.',
      'The column "ends_at" must be after "starts_at".',
    ])
    assert.deepEqual((await readRefused(folder, 'enrollments')).toSorted(), [
      'The cohort 90 is none of the course 81.',
      'The column "cohort_id" is 99, which is no id of course_cohorts.',
    ])
    const asAda = await logIn(app, 'ada.l@example.org')
    const cohorts = (await asAda.get('/courses/80')).data.cohorts
    assert.deepEqual(
      cohorts.map(({ id, title, capacity }: Record<string, unknown>) => [id, title, capacity]),
      [[90, 'May', 5]],
    )
  })
})

describe('imported lists', () => {
  it('have no more rows of an object than the API permits', async () => {
    const app = await createApp()
    const crowd = Array.from({ length: 102 }, (_, n) => ({
      id: 2_000 + n,
      name: `Person ${n}`,
      email: `p${n}@example.org`,
    }))
    const folder = await createImportFolder({
      users: [...users, ...crowd],
      question_banks: banks,
      exams: [exam],
      exam_graders: crowd.map(({ id }) => ({ id, exam_id: 30, user_id: id })),
    })
    const templates = Array.from({ length: 201 }, (_, n) => ({
      id: n + 1,
      user_id: ada,
      name: `T ${n}`,
      texts: [{ language: 'en', body: 'Hello' }],
    }))
    const later = await createImportFolder({
      message_templates: templates,
      exam_graders: [{ id: 3_000, exam_id: 30, user_id: bob }],
    })

    await importInto(app, folder)
    const trial = await importInto(app, later, '--dry-run')
    const { stdout } = await importInto(app, later)

    const full = 'There are 100 rows with the exam_id 30 already, and there can be no more.'
    assert.deepEqual(await readRefused(folder, 'exam_graders'), [full, full])
    for (const list of ['refused', 'refused-dry-run']) {
      assert.deepEqual(await readRefused(later, 'exam_graders', list), [full])
      assert.deepEqual(await readRefused(later, 'message_templates', list), [
        'There are 200 rows with the user_id 1007 already, and there can be no more.',
      ])
    }
    assert.match(stdout, /message_templates\.ndjson: 200 imported, 0 kept, 1 refused/)
    assert.equal(trial.code, 1)
  })
})
