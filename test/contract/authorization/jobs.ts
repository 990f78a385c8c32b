/** Authorization of job posts and applications. */

import { addMember, createCompany } from '#test/support/companies.ts'
import { createForm } from '#test/support/forms.ts'
import { createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { addReviewer, createCompanyPost, day, receiveInCompany } from './company-posts.ts'
import { tagApplicants, writeNote } from './hiring.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, listMakers, ofRole, type TestObjects } from './world.ts'

/** An application with an interview. */
async function receiveApplication(recruiter: Asker, applicant: Asker, post: number): Promise<Ids> {
  const id = await createApplication(applicant, post)
  const reply = await recruiter.post(`/job-posts/${post}/schedule-interview`, { application_id: id, ...day })
  return { id, interview_id: reply.data.interview_id }
}

async function createPostScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: recruiters, settle } = await listMakers(world, 'recruiter')
  const applicants = await cast('applicants')
  const stranger = ofRole(await cast('strangers'), 'recruiter')
  const [recruiter = admin] = recruiters
  const [applicant = admin] = applicants
  const post = async (owner: Asker): Promise<Ids> => {
    const { id } = await createJobPost(owner)
    return { id, application_id: await createApplication(applicant, id) }
  }
  const shared = await post(recruiter)
  for (const one of applicants.slice(1)) await createApplication(one, Number(shared.id))
  const { application_id } = shared
  const reviewers = await cast('reviewers')
  const reviewing: Relation[] = []
  for (const who of reviewers)
    reviewing.push({ who, ids: { ...shared, ...(await addReviewer(recruiter, shared, who)) } })
  const draft = { id: (await createJobPost(recruiter, { status: 'draft' })).id, application_id }
  const closed = { id: (await createJobPost(recruiter, { status: 'closed' })).id, application_id }
  const owned: Relation[] = []
  const [reviewer = admin] = reviewers
  for (const who of recruiters) {
    const ids = await post(who)
    owned.push({ who, ids: { ...ids, ...(await addReviewer(who, ids, reviewer)) } })
  }
  const ofCompany = await createCompanyPost(world)
  await settle()
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    'stranger, draft': all([stranger], draft),
    'stranger, closed': all([stranger], closed),
    applicant: all(applicants, shared),
    reviewer: reviewing,
    recruiter: owned,
    'company: owner, admin, recruiter': ofCompany.owned,
    'company: interviewer': ofCompany.interviewing,
    administrator: all([admin], await post(recruiter)),
    'administrator, draft': all([admin], draft),
  }
}

async function createApplicationScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: recruiters, settle } = await listMakers(world, 'recruiter')
  const [recruiter = admin] = recruiters
  const { id: post } = await createJobPost(recruiter)
  const applying: Relation[] = []
  for (const who of await cast('applicants'))
    applying.push({ who, ids: await receiveApplication(recruiter, who, post) })
  const [rival = admin] = await cast('owners')
  const spare = await receiveApplication(recruiter, rival, post)
  const receiving: Relation[] = []
  for (const who of recruiters)
    receiving.push({ who, ids: await receiveApplication(who, rival, (await createJobPost(who)).id) })
  await settle()
  const [{ ids: shared } = { ids: {} }] = applying
  const reviewers = await cast('reviewers')
  for (const who of reviewers) await addReviewer(recruiter, { id: post }, who)
  const ofCompany = await receiveInCompany(world)
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    'other applicant': all([rival], shared),
    applicant: applying,
    reviewer: all(reviewers, spare),
    recruiter: receiving,
    ...ofCompany,
    administrator: all([admin], spare),
  }
}

/** A candidate of a blind post, who is not shortlisted. */
async function createBlindScene(world: TestObjects): Promise<Scene> {
  const { admin, createCast: cast } = world
  const recruiter = await world.newcomer('recruiter')
  const { id: post } = await createJobPost(recruiter, { blind: true })
  const [applicant = admin] = await cast('applicants')
  const ids = { id: await createApplication(applicant, post) }
  const reviewers = await cast('reviewers')
  for (const who of reviewers) await addReviewer(recruiter, { id: post }, who)
  const company = await createCompany(recruiter)
  const [colleague] = await cast('company members')
  if (colleague !== undefined) await addMember(recruiter, company.id, colleague, 'recruiter')
  await recruiter.put(`/job-posts/${post}`, { company_id: company.id })
  // The next day's batch brings it to its judges.
  world.app.clock.advance({ days: 1 })
  await world.app.settle()
  return {
    stranger: all(await cast('strangers'), ids),
    applicant: all([applicant], ids),
    reviewer: all(reviewers, ids),
    recruiter: all([recruiter], ids),
    'company: recruits': colleague === undefined ? [] : all([colleague], ids),
    administrator: all([admin], ids),
  }
}

/** Lets the administrator write about the application. */
async function receiveMessage({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> {
  const { data } = await admin.post(`/job-applications/${ids.id}/messages`, { body: 'Hello' })
  return { who, ids: { ...ids, message_id: data.id } }
}

/** Writes a scorecard, if the user may. */
async function score({ who, ids }: Relation): Promise<Relation> {
  const path = `/job-applications/${ids.id}/scorecards`
  await who.post(path, { recommendation: 'yes' })
  const { data, status } = await who.get(path)
  const own = status === 200 ? data.find(({ reviewer }: { reviewer: { id: number } }) => reviewer.id === who.id) : null
  return { who, ids: { ...ids, scorecard_id: own?.id } }
}

const createApplicationForm = ({ who, ids }: Relation) =>
  createForm({
    job_post_id: String(ids.id),
    first_name: 'Barbara',
    last_name: 'McClintock',
    email: who.email,
    phone: '+44 20 7946 0000',
    resume: createResume(),
    consent_data: 'true',
  })

export const jobs: Table[] = [
  {
    name: 'job posts',
    scene: byRole,
    questions: [{ asks: 'POST /job-posts', body: { title: 'Botanist', description: 'Plants.' } }],
  },
  {
    name: 'a job post',
    scene: createPostScene,
    questions: [
      { asks: 'GET /job-posts', query: '?limit=100', shows: lists },
      { asks: 'GET /job-posts/{id}' },
      {
        asks: 'GET /job-posts/{id}',
        part: 'number of applicants',
        shows: ({ applicants_count }) => applicants_count !== undefined,
      },
      { asks: 'PUT /job-posts/{id}', body: { title: 'Botanist' } },
      { asks: 'DELETE /job-posts/{id}', turn: 1 },
      { asks: 'POST /job-applications', form: createApplicationForm },
      { asks: 'GET /job-posts/{id}/applicants' },
      {
        asks: 'POST /job-posts/{id}/schedule-interview',
        body: ({ ids: { application_id } }) => ({ application_id, ...day }),
      },
      { asks: 'GET /job-posts/{id}/interviews' },
      { asks: 'GET /job-posts/{id}/match' },
      { asks: 'GET /job-posts/{id}/funnel' },
      {
        asks: 'POST /job-posts/{id}/applicants/bulk',
        body: { filter: {}, action: 'tag', tags: ['second round'] },
      },
      { asks: 'GET /job-posts/{id}/applicants/bulk' },
      { asks: 'POST /job-posts/{id}/applicants/bulk/{bulk_id}/undo', first: tagApplicants, body: {} },
      { asks: 'GET /job-posts/{id}/reviewers' },
      {
        asks: 'POST /job-posts/{id}/reviewers',
        body: ({ ids: { user_id } }) => ({ user_id }),
        first: async ({ who, ids }, world) => ({ who, ids: { ...ids, user_id: (await world.newcomer('learner')).id } }),
      },
      { asks: 'DELETE /job-posts/{id}/reviewers/{reviewer_id}', turn: 1 },
    ],
  },
  {
    name: 'an application',
    scene: createApplicationScene,
    questions: [
      { asks: 'GET /job-applications', query: '?limit=100', shows: lists },
      { asks: 'GET /job-applications/{id}' },
      { asks: 'PUT /job-applications/{id}/status', body: { status: 'reviewing' } },
      { asks: 'GET /job-applications/{id}/resume' },
      { asks: 'GET /job-applications/{id}/scorecards' },
      { asks: 'POST /job-applications/{id}/scorecards', body: { recommendation: 'yes' } },
      {
        asks: 'PUT /job-applications/{id}/scorecards/{scorecard_id}',
        part: 'one’s own',
        first: score,
        body: { recommendation: 'no' },
      },
      { asks: 'GET /job-applications/{id}/messages' },
      { asks: 'POST /job-applications/{id}/messages', body: { body: 'Could you come on Tuesday?' } },
      {
        asks: 'POST /reports',
        part: 'a message of the administrator',
        first: receiveMessage,
        body: ({ ids: { message_id } }) => ({ kind: 'message', id: message_id, reason: 'An insult' }),
        denies: 404,
      },
      { asks: 'PUT /job-applications/{id}/tags', body: { tags: ['second round'] } },
      { asks: 'GET /job-applications/{id}/notes' },
      { asks: 'POST /job-applications/{id}/notes', body: { text: 'Ask about the trial.' } },
      {
        asks: 'PUT /job-applications/{id}/notes/{note_id}',
        part: 'one’s own',
        first: writeNote,
        body: { text: 'Ask again.' },
      },
      { asks: 'DELETE /job-applications/{id}/notes/{note_id}', part: 'one’s own', first: writeNote },
      { asks: 'DELETE /job-applications/{id}', turn: 2 },
      { asks: 'GET /interviews', about: 'interview_id', query: '?limit=100', shows: lists },
      { asks: 'PUT /interviews/{id}', about: 'interview_id', body: { location: 'Room 2' } },
      { asks: 'POST /interviews/{id}/answer', about: 'interview_id', body: { answer: 'accepted' } },
      { asks: 'DELETE /interviews/{id}', about: 'interview_id', turn: 1 },
    ],
  },
  {
    name: 'a blind application',
    scene: createBlindScene,
    questions: [
      { asks: 'GET /job-applications/{id}', part: 'name', shows: ({ name }) => !name.startsWith('Candidate') },
      { asks: 'GET /job-applications/{id}/resume' },
      { asks: 'POST /job-applications/{id}/identity', body: { reason: 'A conflict of interest' } },
    ],
  },
]
