/** Authorization of candidates whom those who manage a job post have imported. */

import { createUniqueEmail } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { addReviewer } from './company-posts.ts'
import { all, type Ids, type Relation, type Scene, type Table } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

/** An import of one candidate with a new address. */
export const createImport = () => ({
  csv: `name,email\nGrace Hopper,${createUniqueEmail()}`,
  source: 'Career day',
  consent: 'A signed form.',
})

async function importCandidate(who: Asker, id: number): Promise<Ids> {
  const { data } = await who.post(`/job-posts/${id}/candidates/import`, createImport())
  return { id, candidate_id: data.rows[0].candidate_id }
}

async function createScene({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const owner = await newcomer('recruiter')
  const company = await createCompany(owner)
  const { id: post } = await createJobPost(owner, { company_id: company.id })
  const [first, second, third] = await cast('company members')
  const members = [first, second, third].filter((who) => who !== undefined)
  for (const [index, who] of members.entries())
    await addMember(owner, company.id, who, ['admin', 'recruiter', 'interviewer'][index])
  const reviewers = await cast('reviewers')
  for (const who of reviewers) await addReviewer(owner, { id: post }, who)
  const applicants = await cast('applicants')
  for (const who of applicants) await createApplication(who, post)
  const shared = await importCandidate(owner, post)
  const recruiting: Relation[] = []
  for (const who of [owner, ...members.slice(0, 2)]) recruiting.push({ who, ids: await importCandidate(owner, post) })
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    applicant: all(applicants, shared),
    reviewer: all(reviewers, shared),
    'recruiter, company: recruits': recruiting,
    'company: interviews': all(members.slice(2), shared),
    administrator: all([admin], await importCandidate(owner, post)),
  }
}

export const candidates: Table[] = [
  {
    name: 'an imported candidate',
    scene: createScene,
    questions: [
      { asks: 'POST /job-posts/{id}/candidates/import', body: createImport },
      { asks: 'GET /job-posts/{id}/candidates' },
      { asks: 'GET /job-posts/{id}/candidates/{candidate_id}' },
      { asks: 'POST /job-posts/{id}/candidates/{candidate_id}/invite', body: {} },
      { asks: 'DELETE /job-posts/{id}/candidates/{candidate_id}', turn: 1 },
    ],
  },
]
