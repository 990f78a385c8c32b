/** A company whose three members hire a person together. */

import { addDuration } from '#core/time.ts'
import type { CreatedRow, Person } from '../client.ts'
import type { Simulation } from '../simulation.ts'
import { apply } from './hiring.ts'
import type { DemoUsers } from './people.ts'

/** Invites a person, who accepts. */
async function addMember(company: number, inviter: Person, person: Person, role: string) {
  const { id } = await inviter.post(`/companies/${company}/members`, { user_id: person.id, role })
  await person.post(`/companies/${company}/members/${id}/accept`)
}

/** Creates the company of the recruiter, which hires a person for its job post. */
export async function createCompany(simulation: Simulation, cast: DemoUsers): Promise<void> {
  await completeHiring(simulation, cast, await createMembersAndPost(simulation, cast))
}

/** Adds a second recruiter and an interviewer. Returns the job post. */
async function createMembersAndPost(
  simulation: Simulation,
  { admin, recruiter, hannah, wanjiru, researcher, student }: DemoUsers,
): Promise<number> {
  const { id } = await recruiter.post('/companies', {
    name: 'Verdant Labs',
    description: 'We breed wheat that needs little water, and publish every trial, also those that failed.',
    website: 'https://verdant.example',
    country: 'PT',
    size: '51-200',
    industry: 'Plant breeding',
  })
  await admin.post(`/companies/${id}/verify`)
  await addMember(id, recruiter, hannah, 'recruiter')
  await addMember(id, recruiter, wanjiru, 'interviewer')
  // Found when the next post is opened.
  await student.post('/saved-searches', { kind: 'job_posts', query: 'data', frequency: 'daily' })
  const post = await hannah.post('/job-posts', {
    title: 'Data steward for seed trials',
    description: 'Keep the data of twenty years of trials usable, and help others to use it.',
    company_id: id,
    location: 'Lisbon, Portugal',
    skills: ['Data Management', 'R'],
    criteria: [{ name: 'Care with data' }],
  })
  // The words that both recruiters send.
  await hannah.post('/message-templates', {
    name: 'Thank you for your application',
    company_id: id,
    texts: [
      {
        language: 'en',
        body: 'Dear {{candidate.first_name}},\nthank you for applying to {{post.company}}. You hear from us within two weeks.\n{{sender.name}}',
      },
    ],
  })
  // What the owner wants to hear of.
  await hannah.post('/saved-searches', {
    kind: 'researchers',
    query: 'plant breeding',
    filters: { availability: 'available' },
    frequency: 'weekly',
  })
  // Its plan, which counts the posts and searches of all three.
  const [card] = await recruiter.get<{ id: number }[]>('/payment-methods')
  if (card !== undefined)
    await recruiter.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id: card.id,
      company_id: id,
    })
  await keepResearcher(simulation, { hannah, recruiter, researcher }, id)
  // An invitation that waits.
  await recruiter.post(`/companies/${id}/members`, { user_id: researcher.id, role: 'interviewer' })
  return post.id
}

/** A researcher agrees to be in the talent pool of the company, and has not answered its owner yet. */
async function keepResearcher(
  simulation: Simulation,
  { hannah, recruiter, researcher }: Pick<DemoUsers, 'hannah' | 'recruiter' | 'researcher'>,
  company_id: number,
): Promise<void> {
  const asked = { user_id: researcher.id, consent_until: addDuration(simulation.daysAgo(0), { days: 365 }) }
  const note = 'Wants to move to Lisbon next year.'
  const { id } = await hannah.post<CreatedRow>('/talent-pool', { ...asked, company_id, note })
  await researcher.post(`/talent-pool/${id}/answer`, { answer: 'consented' })
  await recruiter.post('/talent-pool', asked)
}

/** The interviewer meets an applicant of the second recruiter, and the owner hires. */
async function completeHiring(
  simulation: Simulation,
  { recruiter, hannah, wanjiru, minh }: DemoUsers,
  post: number,
): Promise<void> {
  const application = await apply(minh, post, 'I have kept the archive of my faculty for three years.')
  await hannah.put(`/job-applications/${application}/status`, { status: 'shortlisted' })
  const { interview_id } = await hannah.post<CreatedRow & { interview_id: number }>(
    `/job-posts/${post}/schedule-interview`,
    {
      application_id: application,
      interviewer_ids: [wanjiru.id],
      interview_date: `${simulation.daysAgo(10).slice(0, 10)}T00:00:00.000Z`,
      interview_time: '15:00',
      timezone: 'Europe/Lisbon',
      location: 'https://meet.example/verdant',
      interview_type: 'video',
    },
  )
  await minh.post(`/interviews/${interview_id}/answer`, { answer: 'accepted' })
  await wanjiru.post(`/job-applications/${application}/scorecards`, {
    recommendation: 'strong_yes',
    ratings: [{ criterion_id: 1, rating: 5, notes: 'Knew every file by heart.' }],
  })
  await recruiter.put(`/job-applications/${application}/status`, { status: 'hired' })
}
