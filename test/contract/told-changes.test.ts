/** Each field that people write is told by the change feed when it changes, and so are the rows that belong to an object. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type Person, testApp } from '../support/app.ts'
import { createCourse, createLessons } from '../support/courses.ts'
import { allQuestions, createExam } from '../support/exams.ts'
import { createApplication, createJobPost } from '../support/jobs.ts'
import { addCard } from '../support/payments.ts'
import { milestone, project } from '../support/projects.ts'
import { descriptionFile } from './description.ts'
import { listTypes, type Schema } from './samples.ts'

const { given } = await testApp()
const description = JSON.parse(await readFile(descriptionFile, 'utf8'))

/** Returns the properties of the body of `PUT path`. */
function listProperties(path: string): [string, Schema][] {
  const { schema } = description.paths[path].put.requestBody.content['application/json']
  const { schemas } = description.components
  const nameOf = ({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1) ?? ''
  return Object.entries<Schema & { $ref?: string }>(schemas[nameOf(schema)].properties).map(([field, own]) => [
    field,
    schemas[nameOf(own)] ?? own,
  ])
}

/** Values of fields whose schema does not say which others are valid. */
const values: Record<string, unknown> = {
  currency: 'EUR',
  deadline: '2099-12-31',
  start_date: '2030-01-01',
  end_date: '2031-01-01',
  due_date: '2031-01-01',
  interview_date: '2099-02-03',
  interview_time: '11:30',
  available_from: '2026-01-01T00:00:00.000Z',
  available_until: '2099-01-01T00:00:00.000Z',
  timezone: 'Africa/Nairobi',
  locale: 'fr',
  country: 'KE',
  orcid: '0000-0002-1825-0097',
  institution_ror: 'https://ror.org/02y9nww90',
  links: { website: 'https://example.org/' },
  billing_address: { name: 'Ada', address: ['1 Street'], country: 'KE' },
  phone: '+44 20 7946 0999',
  website: 'https://example.org/',
  logo: 'https://example.org/logo.png',
  thumbnail: 'https://example.org/picture.png',
  profile_photo: 'https://example.org/picture.png',
  video_url: 'https://example.org/video',
  content_url: 'https://example.org/content',
  skills: ['Botany'],
  languages: ['fr'],
  price: 12,
  prices: [{ currency: 'EUR', price: 10 }],
  outcome: 'passed',
  salary_max: 90_000,
  filters: { remote: true },
  texts: [{ language: 'en', subject: 'Other', body: 'Other' }],
  completion: { rule: 'marked' },
  factor: 1.5,
  review: { when: 'never', shows: [] },
  marking: { wrong_answer_percent: 25 },
  requirements: [{ skill: 'Botany' }],
  criteria: [{ name: 'Care' }],
  rejection_reasons: ['Another was chosen'],
  questions: ['Why?'],
  education: [{ institution: 'Makerere', degree: 'BSc', from_year: 2010 }],
  employment: [{ organization: 'KARI', title: 'Botanist', from_year: 2012 }],
  publications: [{ title: 'On ferns', year: 2020 }],
}

/** Returns a valid value other than the present one. */
function changeValue(name: string, schema: Schema, present: unknown): unknown {
  if (schema.enum) return schema.enum.find((value) => value !== present && value !== null)
  if (name in values) return values[name]
  const [type] = listTypes(schema)
  if (type === 'boolean') return present !== true
  if (type === 'integer' || type === 'number') return Number(present ?? schema.minimum ?? 1) + 1
  return type === 'array' ? ['Other'] : 'Other'
}

/** What a reader was told since the cursor, such as `job_post.updated 7`. */
async function listTold(reader: Person, since: string): Promise<string[]> {
  const { data, text } = await reader.get(`/changes?since=${since}&limit=100`)
  assert.ok(data, text)
  return data.map(({ type, object }: { type: string; object: { id: number | string } }) => `${type} ${object.id}`)
}

const getCursor = async (reader: Person): Promise<string> => (await reader.get('/changes?since=now')).meta.next

interface Changed {
  kind: string
  /** The path of the operation that changes it. */
  operation: string
  path: string
  /** Where it is read, if elsewhere. */
  read?: string
  id: number
  owner: Person
  /** Fields of other objects, and those that need more than one request. */
  without?: readonly string[]
}

/** Counts, and the time of the change itself. */
const withoutTimes = (body: unknown) =>
  JSON.stringify(body, (key, value) => (/^(updated_at|token|.*_count)$/.test(key) ? undefined : value))

/** Some objects are pages for browsers, too. */
const json = { accept: 'application/json' }

/** Changes each field by a request of its own. Returns those whose change was seen and not told, and how many were seen. */
async function changeFields({ kind, operation, path, read = path, id, owner, without = [] }: Changed) {
  const untold: string[] = []
  const seen: string[] = []
  for (const [name, schema] of listProperties(operation)) {
    if (without.includes(name)) continue
    const before = await owner.get(read, json)
    const since = await getCursor(owner)
    await owner.put(path, { [name]: changeValue(name, schema, before.data?.[name]) })
    const after = await owner.get(read, json)
    if (withoutTimes(after.data) === withoutTimes(before.data)) continue
    seen.push(name)
    if (!(await listTold(owner, since)).includes(`${kind}.updated ${id}`)) untold.push(name)
  }
  return { untold, seen }
}

const recruiter = await given.verifiedUser({ role: 'recruiter' })
const researcher = await given.verifiedUser({ role: 'researcher' })
const learner = await given.verifiedUser()
const admin = await given.admin()

const idOf = async (reply: ReturnType<Person['post']>) => {
  const { status, data, text } = await reply
  assert.ok(status < 300, text)
  return Number(data.id)
}

const post = await createJobPost(recruiter, { status: 'open' })
const course = await createCourse(researcher, { lessons: createLessons(2), status: 'published' })
const exam = await createExam(researcher)
const owned = await project(researcher, { visibility: 'public' })
const step = await milestone(researcher, owned.id)
const companyId = await idOf(recruiter.post('/companies', { name: 'Fern' }))
const bankId = await idOf(researcher.post('/question-banks', { title: 'Ferns' }))
const searchId = await idOf(recruiter.post('/saved-searches', { kind: 'job_posts', query: 'fern', frequency: 'daily' }))
const templateId = await idOf(
  recruiter.post('/message-templates', {
    name: 'Thanks',
    texts: [{ language: 'en', subject: 'Hello', body: 'Hello' }],
  }),
)
const accommodationId = await idOf(
  researcher.post(`/exams/${exam.id}/accommodations`, { user_id: learner.id, extra_minutes: 10 }),
)
const { data: profile } = await researcher.get('/researchers/me')
const lesson = (await researcher.get(`/courses/${course.id}`)).data.lessons[0]
const applicationId = await createApplication(learner, post.id)
const applicant = await given.verifiedUser()
const invitedId = await createApplication(applicant, post.id)
const { data: meeting } = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
  application_id: applicationId,
  interview_date: '2099-01-01',
  interview_time: '10:00',
})

const { data: offered } = await recruiter.post('/interview-slots', {
  job_post_id: post.id,
  minutes: 30,
  starts: ['2099-03-01T10:00:00.000Z', '2099-03-02T10:00:00.000Z'],
})
await idOf(recruiter.post(`/job-applications/${invitedId}/slot-invitation`, {}))
const [early, late]: number[] = offered.map(({ id }: { id: number }) => id)
const chooseSlot = (slot_id: number | undefined) =>
  applicant.put(`/job-applications/${invitedId}/interview-slot`, { slot_id })

const objects: (Changed & { least: number })[] = [
  {
    kind: 'job_post',
    operation: '/job-posts/{id}',
    path: `/job-posts/${post.id}`,
    id: post.id,
    owner: recruiter,
    least: 15,
  },
  {
    kind: 'company',
    operation: '/companies/{id}',
    path: `/companies/${companyId}`,
    id: companyId,
    owner: recruiter,
    least: 6,
  },
  {
    kind: 'course',
    operation: '/courses/{id}',
    path: `/courses/${course.id}`,
    id: course.id,
    owner: researcher,
    least: 10,
  },
  {
    kind: 'course',
    operation: '/courses/{id}/lessons/{lesson_id}',
    path: `/courses/${course.id}/lessons/${lesson.id}`,
    read: `/courses/${course.id}/lessons/${lesson.id}`,
    id: course.id,
    owner: researcher,
    least: 6,
  },
  { kind: 'exam', operation: '/exams/{id}', path: `/exams/${exam.id}`, id: exam.id, owner: researcher, least: 15 },
  {
    kind: 'project',
    operation: '/projects/{id}',
    path: `/projects/${owned.id}`,
    id: owned.id,
    owner: researcher,
    least: 6,
  },
  {
    kind: 'milestone',
    operation: '/projects/{id}/milestones/{milestone_id}',
    path: `/projects/${owned.id}/milestones/${step.id}`,
    id: step.id,
    owner: researcher,
    // A line of the history, which is a log.
    without: ['notes'],
    least: 5,
  },
  {
    kind: 'user',
    operation: '/users/{id}',
    path: `/users/${learner.id}`,
    id: learner.id,
    owner: learner,
    without: ['password', 'password_confirmation', 'current_password', 'role', 'email'],
    least: 8,
  },
  {
    kind: 'researcher',
    operation: '/researchers/me',
    path: '/researchers/me',
    id: profile.id,
    owner: researcher,
    least: 13,
  },
  {
    kind: 'question_bank',
    operation: '/question-banks/{id}',
    path: `/question-banks/${bankId}`,
    id: bankId,
    owner: researcher,
    least: 3,
  },
  {
    kind: 'saved_search',
    operation: '/saved-searches/{id}',
    path: `/saved-searches/${searchId}`,
    id: searchId,
    owner: recruiter,
    least: 3,
  },
  {
    kind: 'message_template',
    operation: '/message-templates/{id}',
    path: `/message-templates/${templateId}`,
    id: templateId,
    owner: recruiter,
    least: 2,
  },
  {
    kind: 'exam_accommodation',
    operation: '/exams/{id}/accommodations/{accommodation_id}',
    path: `/exams/${exam.id}/accommodations/${accommodationId}`,
    read: `/exams/${exam.id}/accommodations`,
    id: accommodationId,
    owner: researcher,
    least: 4,
  },
  {
    kind: 'interview',
    operation: '/interviews/{id}',
    path: `/interviews/${meeting.interview_id}`,
    read: `/job-posts/${post.id}/interviews`,
    id: meeting.interview_id,
    owner: recruiter,
    least: 6,
  },
]

describe('each field that is changed', () => {
  for (const { least, ...object } of objects)
    it(`of ${object.operation} is told as ${object.kind}.updated`, async () => {
      const { untold, seen } = await changeFields(object)

      assert.deepEqual(untold, [])
      assert.ok(seen.length >= least, `only ${seen.join(', ')} changed`)
    })
})

/** Acts, and what is told of them to a reader; `#` stands for any id. */
const acts: Record<string, { act: () => Promise<{ status: number; text: string }>; reader?: Person; told: string }> = {
  'a lesson is added': {
    act: () => researcher.post(`/courses/${course.id}/lessons`, { title: 'Spores', duration_minutes: 3 }),
    told: `course.updated ${course.id}`,
  },
  'a question is added': {
    act: () => researcher.post(`/exams/${exam.id}/questions`, allQuestions[0]),
    told: `exam.updated ${exam.id}`,
  },
  'a question of a bank is added': {
    act: () => researcher.post(`/question-banks/${bankId}/questions`, allQuestions[0]),
    told: `question_bank.updated ${bankId}`,
  },
  'a collaborator is added': {
    act: () => researcher.post(`/projects/${owned.id}/collaborators`, { user_id: learner.id }),
    told: `project.updated ${owned.id}`,
  },
  'a publication is added': {
    act: () => researcher.post(`/researchers/${profile.id}/publications`, { title: 'On mosses', year: 2021 }),
    told: `researcher.updated ${profile.id}`,
  },
  'a note about an application is written': {
    act: () => recruiter.post(`/job-applications/${applicationId}/notes`, { text: 'Good' }),
    reader: recruiter,
    told: `job_application.updated ${applicationId}`,
  },
  'a message about an application is sent': {
    act: () => recruiter.post(`/job-applications/${applicationId}/messages`, { body: 'Hello' }),
    reader: learner,
    told: `job_application.updated ${applicationId}`,
  },
  'an application is tagged': {
    act: () => recruiter.put(`/job-applications/${applicationId}/tags`, { tags: ['fast'] }),
    reader: recruiter,
    told: `job_application.updated ${applicationId}`,
  },
  'an application gets another status': {
    act: () => recruiter.put(`/job-applications/${applicationId}/status`, { status: 'shortlisted' }),
    reader: learner,
    told: `job_application.updated ${applicationId}`,
  },
  'a member is invited to a company': {
    act: () => recruiter.post(`/companies/${companyId}/members`, { user_id: researcher.id, role: 'recruiter' }),
    reader: recruiter,
    told: `company.updated ${companyId}`,
  },
  'a slot for interviews is offered': {
    act: () =>
      recruiter.post('/interview-slots', {
        job_post_id: post.id,
        minutes: 30,
        starts: ['2099-01-01T10:00:00.000Z'],
      }),
    reader: recruiter,
    told: 'interview_slot.created #',
  },
  'a slot for interviews is chosen': {
    act: () => chooseSlot(early),
    reader: recruiter,
    told: `interview_slot.updated ${early}`,
  },
  'another slot is chosen, so that the former one is free': {
    act: () => chooseSlot(late),
    reader: recruiter,
    told: `interview_slot.updated ${early}`,
  },
  'a card is added': {
    act: async () => ({ status: (await addCard(learner)) > 0 ? 201 : 500, text: '' }),
    reader: learner,
    told: 'payment_method.created #',
  },
  'a plan is changed': {
    act: () => admin.put('/subscriptions/plans/free', { description: 'Another' }),
    reader: learner,
    told: 'plan.updated free',
  },
}

describe('what belongs to an object', () => {
  for (const [name, { act, reader = researcher, told }] of Object.entries(acts))
    it(`is told when ${name}`, async () => {
      const since = await getCursor(reader)

      const { status, text } = await act()

      assert.ok(status < 300, text)
      const list = (await listTold(reader, since)).map((one) => (told.endsWith('#') ? one.replace(/\S+$/, '#') : one))
      assert.ok(list.includes(told), `${list.join(', ')} without ${told}`)
    })
})
