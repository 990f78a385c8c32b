/** Authorization of interview slots and of the invitations to choose one. */

import { addDuration } from '#core/time.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { addReviewer } from './company-posts.ts'
import { all, type Ids, type Relation, type Scene, type Table } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

let hours = 0

/** A whole hour that no other slot has. */
function findHour({ app }: TestObjects): string {
  hours++
  return `${addDuration(app.clock.now(), { days: 1, hours }).slice(0, 13)}:00:00.000Z`
}

/** An invited applicant, and a slot that is free. */
async function inviteApplicant(world: TestObjects, owner: Asker, post: number, applicant?: Asker): Promise<Ids> {
  const id = await createApplication(applicant ?? (await world.newcomer('learner')), post)
  const body = { job_post_id: post, minutes: 30, starts: [findHour(world)] }
  const [slot] = (await owner.post('/interview-slots', body)).data
  await owner.post(`/job-applications/${id}/slot-invitation`, {})
  return { id, post, slot: slot.id }
}

async function createSlotScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast, newcomer } = world
  const owner = await newcomer('recruiter')
  const company = await createCompany(owner)
  const { id: post } = await createJobPost(owner, { company_id: company.id })
  const [first, second, third] = await cast('company members')
  const members = [first, second, third].filter((who) => who !== undefined)
  for (const [index, who] of members.entries())
    await addMember(owner, company.id, who, ['admin', 'recruiter', 'interviewer'][index])
  const reviewers = await cast('reviewers')
  for (const who of reviewers) await addReviewer(owner, { id: post }, who)
  const invite = (applicant?: Asker) => inviteApplicant(world, owner, post, applicant)
  const shared = await invite()
  const applying: Relation[] = []
  for (const who of await cast('applicants')) applying.push({ who, ids: await invite(who) })
  const recruiting: Relation[] = []
  for (const who of [owner, ...members.slice(0, 2)]) recruiting.push({ who, ids: await invite() })
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    'other applicant': all(await cast('owners'), shared),
    applicant: applying,
    reviewer: all(reviewers, shared),
    'recruiter, company: recruits': recruiting,
    'company: interviews': all(members.slice(2), shared),
    administrator: all([admin], await invite()),
  }
}

/** A slot of another hour. */
const chooseHour = async ({ who, ids }: Relation, world: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, hour: findHour(world) },
})

export const slots: Table[] = [
  {
    name: 'an interview slot',
    scene: createSlotScene,
    questions: [
      { asks: 'GET /interview-slots', query: ({ post }) => `?job_post_id=${post}` },
      {
        asks: 'POST /interview-slots',
        first: chooseHour,
        body: ({ ids }) => ({ job_post_id: ids.post, minutes: 30, starts: [ids.hour] }),
      },
      { asks: 'GET /interview-slots/{id}', about: 'slot' },
      { asks: 'POST /job-applications/{id}/slot-invitation', body: {} },
      { asks: 'GET /job-applications/{id}/slot-invitation' },
      { asks: 'GET /job-applications/{id}/interview-slots' },
      { asks: 'PUT /job-applications/{id}/interview-slot', body: ({ ids }) => ({ slot_id: ids.slot }) },
      { asks: 'DELETE /job-applications/{id}/interview-slot' },
      { asks: 'DELETE /job-applications/{id}/slot-invitation', turn: 1 },
      { asks: 'DELETE /interview-slots/{id}', about: 'slot', turn: 2 },
    ],
  },
]
