/** Authorization of exams, attempts, bookings and certificates. */

import { createExam, getRightAnswers, questions, startAttempt } from '#test/support/exams.ts'
import { createForm } from '#test/support/forms.ts'
import { content } from '#test/support/projects.ts'
import { aGradedExam } from './grading.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, listMakers, ofRole, type TestObjects } from './world.ts'

const question = questions.truth
const seat = { date: '2026-12-01', time: '10:00', location: 'Hall 1' }
const reviewed = { review: { when: 'after_submit', shows: ['marks'] } }
const createQuestionFile = () => createForm({ file: content('The sun is a star. {T}', 'questions.gift') })
const createMaterial = () => createForm({ title: 'Notes', file: content('# Notes', 'notes.md') })

/** An exam with one object of each kind. */
export async function createExamWithParts(
  author: Asker,
  more: object = {},
  people: readonly Asker[] = [],
): Promise<Ids> {
  const { id } = await createExam(author, { questions: [question], ...more })
  const { data } = await author.get(`/exams/${id}/questions`)
  const added = await author.send('POST', `/exams/${id}/study-materials`, { body: createMaterial() })
  const [first, second] = people
  const made = await author.post(`/exams/${id}/accommodations`, { user_id: first?.id ?? 0, extra_minutes: 5 })
  const accommodation_id = made.data?.id
  await author.post(`/exams/${id}/roster`, { user_ids: [first?.id] })
  const entry_id = (await author.get(`/exams/${id}/roster`)).data?.[0]?.id
  return { id, entry_id, question_id: data[0].id, material_id: added.data.id, accommodation_id, user_id: second?.id }
}

async function createExamScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: authors, settle } = await listMakers(world, 'researcher')
  const [author = admin] = authors
  const people = await cast('learners')
  const hidden = { publication_status: 'draft' }
  const [ours, draft] = [
    await createExamWithParts(author, {}, people),
    await createExamWithParts(author, hidden, people),
  ]
  const owned: Relation[] = []
  for (const who of authors) owned.push({ who, ids: await createExamWithParts(who, {}, people) })
  await settle()
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    'stranger, draft': all([ofRole(await cast('strangers'), 'researcher')], draft),
    author: owned,
    administrator: all([admin], await createExamWithParts(author, {}, people)),
    'administrator, draft': all([admin], await createExamWithParts(author, hidden, people)),
  }
}

/** A user's open attempt, booking and certificate. */
async function createAttempt(who: Asker, open: number, passed: number): Promise<Ids> {
  const attempt = await startAttempt(who, passed)
  await who.post(`/exam-attempts/${attempt.id}/submit`, { answers: getRightAnswers(attempt.questions) })
  const [certificate] = (await who.get('/certificates')).data
  const { data: share } = await who.post(`/certificates/${certificate.id}/share`, {})
  const { id, questions: asked } = await startAttempt(who, open)
  const { booking } = (await who.post(`/exams/${open}/book`, seat)).data
  const standing = { id, over_id: attempt.id, exam_id: open, asked: asked[0].id, booking_id: booking.id }
  return { ...standing, certificate_id: certificate.id, share_id: share.id, user_id: who.id }
}

async function createAttemptScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: authors, settle } = await listMakers(world, 'researcher')
  const [author = admin] = authors
  const [open, passed] = [await createExamWithParts(author), await createExamWithParts(author, reviewed)]
  const candidates: Relation[] = []
  for (const who of await cast('candidates'))
    candidates.push({ who, ids: await createAttempt(who, Number(open.id), Number(passed.id)) })
  const [other = admin] = await cast('learners')
  const owned: Relation[] = []
  for (const who of authors) {
    const mine = [await createExamWithParts(who), await createExamWithParts(who, reviewed)].map(({ id }) => Number(id))
    owned.push({ who, ids: await createAttempt(other, mine[0] ?? 0, mine[1] ?? 0) })
  }
  await settle()
  const [{ ids } = { ids: {} }] = candidates
  return {
    'no token': all([nobody], ids),
    stranger: all(await cast('strangers'), ids),
    'other candidate': candidates.slice(1, 2).map(({ who }) => ({ who, ids })),
    candidate: candidates,
    author: owned,
    administrator: all([admin], ids),
  }
}

const receipt = { revision: 0, saved_at: '2026-11-21T09:00:00Z', answers_sha256: '0'.repeat(64), mac: 'x' }
const createAnswers = ({ ids: { asked = 0 } }: Relation) => ({ answers: { [asked]: true } })

const anExam: Table = {
  name: 'an exam',
  scene: createExamScene,
  questions: [
    { asks: 'GET /exams', query: '?limit=100', shows: lists },
    { asks: 'GET /exams/{id}' },
    { asks: 'PUT /exams/{id}', body: { title: 'Basics' } },
    { asks: 'DELETE /exams/{id}', turn: 2 },
    { asks: 'GET /exams/{id}/questions' },
    { asks: 'POST /exams/{id}/questions', body: question },
    { asks: 'PUT /exams/{id}/questions/{question_id}', body: { points: 2 } },
    { asks: 'DELETE /exams/{id}/questions/{question_id}', turn: 1 },
    { asks: 'POST /exams/{id}/start' },
    { asks: 'POST /exams/{id}/book', body: seat },
    { asks: 'GET /exams/{id}/accommodations', shows: (rows) => rows.length > 0 },
    { asks: 'POST /exams/{id}/accommodations', body: ({ ids }) => ({ user_id: ids.user_id }) },
    { asks: 'PUT /exams/{id}/accommodations/{accommodation_id}', body: { extra_minutes: 10 } },
    { asks: 'DELETE /exams/{id}/accommodations/{accommodation_id}', turn: 1 },
    { asks: 'GET /exams/{id}/roster' },
    { asks: 'GET /exams/{id}/results' },
    { asks: 'POST /exams/{id}/roster', body: ({ ids }) => ({ user_ids: [ids.user_id] }) },
    { asks: 'DELETE /exams/{id}/roster', query: ({ entry_id }) => `?entry_id=${entry_id}`, turn: 1 },
    { asks: 'POST /exams/{id}/extend', body: { minutes: 5, reason: 'A power cut' } },
    { asks: 'POST /exams/{id}/regrade', body: {} },
    { asks: 'GET /exams/{id}/attempts' },
    { asks: 'GET /exams/{id}/statistics' },
    { asks: 'GET /exams/{id}/study-materials' },
    { asks: 'POST /exams/{id}/study-materials', form: createMaterial },
    { asks: 'DELETE /exams/{id}/study-materials/{material_id}', turn: 1 },
  ],
}

const anAttempt: Table = {
  name: 'an attempt',
  scene: createAttemptScene,
  questions: [
    { asks: 'GET /exam-attempts', query: '?limit=100', shows: lists },
    { asks: 'GET /exam-attempts/{id}' },
    { asks: 'GET /exam-attempts/{id}/review', about: 'over_id' },
    { asks: 'PUT /exam-attempts/{id}/answers', body: createAnswers },
    { asks: 'GET /exam-attempts/{id}/events' },
    {
      asks: 'POST /exam-attempts/{id}/events',
      body: { events: [{ type: 'pasted', at: '2026-11-21T09:00:00Z' }] },
    },
    {
      asks: 'POST /exam-attempts/receipts/verify',
      body: ({ ids: { id } }) => ({ attempt_id: id, receipt }),
    },
    { asks: 'POST /exam-attempts/{id}/submit', body: createAnswers, turn: 1 },
    { asks: 'GET /exams/{id}/attempts', about: 'exam_id' },
    { asks: 'GET /exam-bookings', about: 'booking_id', query: '?limit=100', shows: lists },
    { asks: 'DELETE /exam-bookings/{id}', about: 'booking_id', turn: 1 },
    { asks: 'GET /certificates', about: 'certificate_id', shows: lists },
    {
      asks: 'GET /certificates',
      part: 'of a person',
      about: 'certificate_id',
      query: ({ user_id }) => `?user_id=${user_id}`,
      shows: lists,
    },
    { asks: 'GET /users/{id}/transcript', about: 'user_id', costly: true },
    { asks: 'GET /certificates/{id}', about: 'certificate_id' },
    { asks: 'GET /certificates/{id}/download', about: 'certificate_id', costly: true },
    { asks: 'GET /certificates/{id}/credential', about: 'certificate_id' },
    { asks: 'POST /certificates/{id}/share', about: 'certificate_id', body: {} },
    { asks: 'GET /certificates/{id}/shares', about: 'certificate_id' },
    { asks: 'DELETE /certificates/{id}/shares/{share_id}', about: 'certificate_id', turn: 1 },
    { asks: 'POST /certificates/{id}/revoke', about: 'certificate_id', body: {} },
  ],
}

async function createBankScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: authors, settle } = await listMakers(world, 'researcher')
  const [learner, other] = await cast('learners')
  const set = async (author: Asker): Promise<Ids> => {
    const { data: bank } = await author.post('/question-banks', { title: 'Planets' })
    const path = `/question-banks/${bank.id}`
    const { data: first } = await author.post(`${path}/questions`, question)
    const { data: editor } = await author.post(`${path}/editors`, { user_id: learner?.id })
    return { id: bank.id, question_id: first.id, editor_id: editor.id, user_id: other?.id }
  }
  const [author = admin] = authors
  const ours = await set(author)
  const owned: Relation[] = []
  for (const who of authors) owned.push({ who, ids: await set(who) })
  const edited = await set(author)
  await settle()
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    editor: learner === undefined ? [] : all([learner], edited),
    owner: owned,
    administrator: all([admin], await set(admin)),
  }
}

const aBank: Table = {
  name: 'a question bank',
  scene: createBankScene,
  questions: [
    { asks: 'GET /question-banks', query: '?limit=100', shows: lists },
    { asks: 'GET /question-banks/{id}' },
    { asks: 'PUT /question-banks/{id}', body: { title: 'Stars' } },
    { asks: 'DELETE /question-banks/{id}', turn: 2 },
    { asks: 'GET /question-banks/{id}/questions' },
    { asks: 'POST /question-banks/{id}/questions', body: question },
    { asks: 'PUT /question-banks/{id}/questions/{question_id}', body: { points: 2 } },
    { asks: 'DELETE /question-banks/{id}/questions/{question_id}', turn: 1 },
    { asks: 'POST /question-banks/{id}/import', form: createQuestionFile },
    { asks: 'GET /question-banks/{id}/export', query: '?format=json' },
    { asks: 'GET /question-banks/{id}/export/omissions', query: '?format=gift' },
    { asks: 'GET /question-banks/{id}/editors' },
    { asks: 'POST /question-banks/{id}/editors', body: ({ ids }) => ({ user_id: ids.user_id }) },
    { asks: 'DELETE /question-banks/{id}/editors/{editor_id}', turn: 3 },
  ],
}

export const exams: Table[] = [
  {
    name: 'exams',
    scene: byRole,
    questions: [
      { asks: 'POST /exams', body: { title: 'Basics', questions: [question] } },
      { asks: 'POST /question-banks', body: { title: 'Planets' } },
      { asks: 'GET /exams/grading' },
    ],
  },
  anExam,
  anAttempt,
  aGradedExam,
  aBank,
]
