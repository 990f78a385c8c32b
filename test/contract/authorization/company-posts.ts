/** Job posts and applications of companies, and the members who are asked about. */

import { addMember, createCompany } from '#test/support/companies.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { all, type Ids, type Relation, type Scene } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

export const day = { interview_date: '2026-12-01T10:00:00Z', interview_time: '10:00' }

/** Adds a reviewer to the post. */
export async function addReviewer(owner: Asker, { id }: Ids, { id: user_id }: Asker): Promise<Ids> {
  const reply = await owner.post(`/job-posts/${id}/reviewers`, { user_id })
  return { reviewer_id: reply.data.id }
}

/** Posts of companies with an application each, one for each member who recruits, and one with an interviewer. */
export async function createCompanyPost({ createCast: cast, newcomer }: TestObjects) {
  const owner = await newcomer('recruiter')
  const company = await createCompany(owner)
  const post = async (): Promise<Ids> => {
    const { id } = await createJobPost(owner, { company_id: company.id })
    const application_id = await createApplication(await newcomer('learner'), id)
    return { id, application_id, ...(await addReviewer(owner, { id }, await newcomer('learner'))) }
  }
  const members = await cast('company members')
  const roles = ['owner', 'admin', 'recruiter', 'interviewer']
  for (const [index, who] of members.entries()) await addMember(owner, company.id, who, roles[index])
  const owned: Relation[] = []
  for (const who of members.slice(0, 3)) owned.push({ who, ids: await post() })
  const interviewing = all(members.slice(3), await post())
  return { owned, interviewing }
}

/** Applications for posts of a company, with the members who recruit, an assigned interviewer and another one. */
export async function receiveInCompany({ createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const owner = await newcomer('recruiter')
  const company = await createCompany(owner)
  const { id: post } = await createJobPost(owner, { company_id: company.id })
  const [first, second, third, fourth] = await cast('company members')
  const members = [first, second, third, fourth].filter((who) => who !== undefined)
  const roles = ['admin', 'recruiter', 'interviewer', 'interviewer']
  for (const [index, who] of members.entries()) await addMember(owner, company.id, who, roles[index])
  const receive = async (interviewers?: number[]): Promise<Ids> => {
    const id = await createApplication(await newcomer('learner'), post)
    const body = { application_id: id, ...day, ...(interviewers && { interviewer_ids: interviewers }) }
    const reply = await owner.post(`/job-posts/${post}/schedule-interview`, body)
    return { id, interview_id: reply.data.interview_id }
  }
  const receiving: Relation[] = []
  for (const who of members.slice(0, 2)) receiving.push({ who, ids: await receive() })
  const [assigned, other] = members.slice(2)
  return {
    'company: recruits': receiving,
    'company: interviews': assigned === undefined ? [] : [{ who: assigned, ids: await receive([assigned.id]) }],
    'company: other interviewer': other === undefined ? [] : [{ who: other, ids: await receive() }],
  }
}
