/** Values that no schema describes: ids of existing objects, and fields that depend on each other. */

import { adminEmail, createUniqueEmail, password } from '../support/app.ts'
import { allQuestions } from '../support/exams.ts'
import { pdf, png } from '../support/samples.ts'
import { always, type Make, oneOf, weighted } from './random.ts'

/** A placeholder for the id of an existing object, chosen by the number when the request is sent. */
const chooseId =
  (name: string): Make<string> =>
  (chance) =>
    `{{${name}:${chance.below(200)}}}`
export const standIn = /"?\{\{(\w+):(\d+)\}\}"?/g
export const isStandIn = (value: unknown): value is string =>
  typeof value === 'string' && /^\{\{\w+:\d+\}\}$/.test(value)

const createNumbered: Make<string> = (chance) => String(chance.below(10_000))
const image = await png()
const file = oneOf<Buffer | string>([pdf, image, '%PDF-1.7 not really', 'GIF89a', 'PK', '', 'x'.repeat(50_000)])
const often = <T>(usual: T, rare: T) => weighted([9, always(usual)], [1, always(rare)])

/** By the name of the field. */
export const knownValues: Readonly<Record<string, Make<unknown>>> = {
  ...Object.fromEntries(
    'user_id job_post_id application_id researcher_id exam_id file_id lesson_id lesson_ids payment_method_id upload_id answers mail_token'
      .split(' ')
      .map((name) => [name, chooseId(name)]),
  ),
  recruiter_id: chooseId('user_id'),
  instructor_id: chooseId('user_id'),
  prerequisites: (chance) => chance.some(2, chooseId('course_id')),
  // So that logins succeed and no account is locked.
  password: often(password, 'another password'),
  password_confirmation: often(password, 'another password'),
  current_password: often(password, 'another password'),
  email: weighted<unknown>(
    [1, createUniqueEmail],
    [1, chooseId('email')],
    [1, oneOf([adminEmail, 'Victim@Example.org '])],
  ),
  token: chooseId('mail_token'),
  consent_data: often(true, false),
  additional_answers: oneOf<unknown>([[], ['Yes.'], [{ question_id: 1, answer: 'Yes.' }]]),
  // Most posts accept all users.
  requirements: oneOf<unknown>([[], [], [{ skill: 'R', required: false }], [{ skill: 'R' }]]),
  pending_requirements: often(true, false),
  criteria: oneOf<unknown>([[], [{ name: 'Care' }]]),
  ratings: oneOf<unknown>([[], [], [{ criterion_id: 1, rating: 3 }]]),
  interviewer_ids: always([]),
  coupon_code: oneOf<unknown>(['SPRING', 'SUMMER', 'AUTUMN', null, null, null]),
  plan_id: oneOf<unknown>(['professional', 'enterprise', 'professional_yearly', 'free']),
  redirect_uri: always('http://localhost:5173/callback'),
  orcid: oneOf<unknown>(['0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097']),
  currency: always('USD'),
  timezone: oneOf<unknown>(['UTC', 'Europe/Vienna', 'America/New_York']),
  deadline: oneOf<unknown>(['2027-01-01T00:00:00.000Z', null]),
  available_from: oneOf<unknown>(['2026-01-01T00:00:00.000Z', '2026-11-21T00:00:00+02:00']),
  available_until: oneOf<unknown>(['2030-01-01T00:00:00.000Z', null]),
  question_count: oneOf<unknown>([null, 1]),
  questions: (chance) => allQuestions.slice(chance.below(allQuestions.length)),
  file_type: oneOf<unknown>(['project_file', 'document']),
  resume: always(pdf),
  chunk: always('12345'),
  avatar: weighted<unknown>([1, always(image)], [1, file]),
  file,
}

/** Generates each field on its own. */
const record =
  (fields: Record<string, Make<unknown>>): Make<object> =>
  (chance) =>
    Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make(chance)]))
const either = (...ways: Make<object>[]) => weighted(...ways.map((way): [number, Make<object>] => [1, way]))

const card = (card_number: string) => ({
  type: 'card',
  card_number,
  expiry_month: 12,
  expiry_year: 2060,
  cvv: '123',
})
const cards = '4242424242424242 5555555555554444 4000000000000341 4000000000000119'.split(' ').map(card)
const phones = '+254700000000 +254700000001 +254700000002'
  .split(' ')
  .map((phone) => ({ type: 'mobile_money', provider: 'mpesa', phone }))
const pictures = either(
  ...['avatar', 'photo', 'file'].map((name) => record({ [name]: weighted<unknown>([2, always(image)], [1, file]) })),
)

/** Bodies whose fields depend on each other, by route. */
export const knownBodies: Readonly<Record<string, Make<object>>> = {
  'POST /auth/login': record({ email: chooseId('email'), password: always(password) }),
  'POST /auth/reset-password': record({
    token: chooseId('mail_token'),
    email: chooseId('mail_email'),
    password: always(password),
    password_confirmation: always(password),
  }),
  'POST /payment-methods': (chance) => ({
    ...chance.of<object>(chance.oneIn(3) ? [...cards, ...phones] : cards.slice(0, 2)),
    is_default: chance.oneIn(2),
  }),
  'POST /coupons': record({
    code: oneOf<unknown>(['SPRING', 'SUMMER', 'AUTUMN']),
    percent_off: (chance) => chance.between(1, 100),
  }),
  'POST /subscriptions/plans': record({
    id: oneOf(['basic', 'team', 'lab_2026']),
    name: always('Basic'),
    price: oneOf([0, 9.5]),
    limits: always({ job_postings: 5, candidate_searches: -1, team_members: 3 }),
  }),
  'POST /subscriptions/subscribe': record({
    plan_id: oneOf(['professional', 'enterprise', 'professional_yearly']),
    payment_method_id: chooseId('payment_method_id'),
  }),
  'POST /subscriptions/cancel': record({ cancel_immediately: oneOf([true, false, false]) }),
  'POST /job-posts': record({
    title: oneOf(['Botanist', 'Head of <b>data</b>', 'Ἀστρονόμος']),
    description: always('Plants.'),
    status: oneOf(['open', 'open', 'open', 'draft', 'closed']),
    skills: oneOf<unknown>([[], ['R'], ['R', 'Botany']]),
    blind: often(false, true),
    criteria: oneOf<unknown>([[], [{ name: 'Care' }]]),
    requirements: oneOf<unknown>([[], [], [{ skill: 'R', required: false }]]),
  }),
  'POST /job-posts/:id/reviewers': record({ user_id: chooseId('user_id') }),
  'POST /job-applications/:id/scorecards': record({ recommendation: oneOf(['yes', 'strong_no']) }),
  'PUT /job-applications/:id/scorecards/:scorecard_id': record({ recommendation: oneOf(['yes', 'strong_no']) }),
  'PUT /job-applications/:id/status': record({
    status: oneOf(['applied', 'reviewing', 'shortlisted', 'rejected', 'hired']),
  }),
  'POST /exams': record({
    title: always('Basics'),
    questions: (chance) => allQuestions.slice(chance.below(allQuestions.length)),
    max_attempts: (chance) => chance.between(1, 100),
    passing_score: oneOf<unknown>([0, 50, 100]),
    duration_minutes: oneOf<unknown>([1, 60, 600]),
  }),
  'POST /exams/:id/questions': oneOf<object>(allQuestions),
  'PUT /exams/:id/questions/:question_id': oneOf<object>(allQuestions),
  'POST /exams/:id/book': record({
    date: oneOf<unknown>(['2026-12-24', '2027-01-07']),
    time: oneOf<unknown>(['09:00', '10:30:00']),
    location: oneOf<unknown>(['Vienna', 'Graz']),
    exam_type: always('written'),
  }),
  'POST /job-posts/:id/schedule-interview': record({
    application_id: chooseId('application_id'),
    interview_date: always('2026-12-24T00:00:00.000Z'),
    interview_time: always('10:00'),
    location: always('Vienna'),
    interview_type: always('video'),
  }),
  'POST /courses/:id/enroll': either(always({}), record({ payment_method_id: chooseId('payment_method_id') })),
  'POST /courses': record({
    title: always('Botany'),
    description: always('Plants.'),
    price: oneOf<unknown>([0, 0, 19.5]),
    sequential: oneOf([true, false]),
    lessons: (chance) => chance.some(3, always({ title: 'Lesson', duration_minutes: 10, content: '# Roots' })),
  }),
  'POST /upload': either(
    always({ type: 'image', folder: 'a/b', file: image }),
    record({ type: oneOf<unknown>(['document', 'resume', 'project_file']), file: always(pdf) }),
  ),
  'POST /upload/chunk': record({
    chunkIndex: always(0),
    totalChunks: always(1),
    fileName: always('data.bin'),
    fileSize: always(5),
    uploadId: createNumbered,
    chunk: always('12345'),
  }),
  'POST /upload/chunk/complete': record({
    upload_id: chooseId('upload_id'),
    file_type: always('project_file'),
  }),
  'POST /projects/:id/versions': either(
    record({ version_number: createNumbered, file }),
    record({ version_number: createNumbered, file_id: chooseId('file_id') }),
  ),
  'POST /projects/:id/scope-document': record({
    document_type: always('proposal'),
    file: always(pdf),
  }),
  'POST /exams/:id/study-materials': record({
    title: always('Notes'),
    file: oneOf<unknown>([pdf, image]),
  }),
  'POST /users/:id': pictures,
  'POST /users/:id/upload-avatar': pictures,
  'POST /auth/update-profile-picture': pictures,
}
