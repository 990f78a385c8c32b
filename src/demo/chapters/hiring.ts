/** Job posts, applications in every state, and interviews. */

import type { CreatedRow, Person } from '../client.ts'
import { getResume } from '../content/files.ts'
import { posts } from '../content/jobs.ts'
import type { Simulation } from '../simulation.ts'
import type { Exams } from './exams.ts'
import type { DemoUsers } from './people.ts'

/** The posts of the recruiter, in the order of `posts`. */
export async function createJobPosts(
  simulation: Simulation,
  { recruiter, hannah }: DemoUsers,
  exams: Exams,
): Promise<number[]> {
  const ids: number[] = []
  for (const { by, closesIn, needsEthics = false, ...post } of posts) {
    const deadline = closesIn === null ? null : `${simulation.daysAgo(-closesIn).slice(0, 10)}T23:59:00.000Z`
    const person = by === 'hannah' ? hannah : recruiter
    const requirements = needsEthics ? [{ exam_id: exams.ethics }] : []
    const { id } = await person.post('/job-posts', { ...post, currency: 'USD', deadline, requirements })
    ids.push(id)
  }
  // The careers page of the employer lists the posts by this key, which is made after a new sign-in.
  const signedIn = await simulation.signIn(recruiter.email)
  await signedIn.post('/auth/api-keys', { name: 'Careers page', scopes: ['jobs:read'], expires_at: null })
  // So did its calendar, until the address was given up.
  const webhook = await recruiter.post('/webhooks', {
    url: 'https://hooks.example.org/interviews',
    types: ['interview'],
    description: 'Calendar of the laboratory',
  })
  await recruiter.post(`/webhooks/${webhook.id}/test`, {})
  await recruiter.put(`/webhooks/${webhook.id}`, { enabled: false })
  return ids
}

interface Application {
  person: Person
  post: number
  letter: string
  status: 'applied' | 'reviewing' | 'shortlisted' | 'rejected' | 'hired'
}

export async function applyForJobs(cast: DemoUsers, jobs: readonly number[]): Promise<number[]> {
  const made: number[] = []
  for (const { person, post, letter, status } of listApplications(cast)) {
    const id = await apply(person, jobs[post] ?? 0, letter)
    made.push(id)
    const owner = posts[post]?.by === 'hannah' ? cast.hannah : cast.recruiter
    for (const step of ladder[status])
      await owner.put(`/job-applications/${id}/status`, { status: step, ...letters[step] })
  }
  return made
}

/** What a rejection says, to the figures and to the applicant. */
const letters = {
  reviewing: {},
  shortlisted: {},
  hired: {},
  rejected: {
    reason: 'Too little statistics',
    letter: 'You write about data with joy. Learn a little more about trials, and please write to us again next year.',
  },
} as const

/** Places at the blind post, which become applications when the exam in ethics is passed. */
export async function createReservedPlaces(
  { student, amara, learner, asha, recruiter, researcher, wanjiru }: DemoUsers,
  jobs: readonly number[],
) {
  const post = jobs.at(-1) ?? 0
  for (const { id: user_id } of [researcher, wanjiru]) await recruiter.post(`/job-posts/${post}/reviewers`, { user_id })
  for (const person of [student, amara, learner, asha])
    await apply(person, post, 'I would rather be asked than trusted.', { pending_requirements: 'true' })
}

/** The reviewers judge the first two candidates, whose names they do not know. */
export async function createScorecards({ recruiter, researcher, wanjiru }: DemoUsers, jobs: readonly number[]) {
  const post = jobs.at(-1) ?? 0
  const candidates = await recruiter.get<CreatedRow[]>(`/job-posts/${post}/applicants?sort=evidence`)
  for (const [index, { id }] of candidates.slice(0, 2).entries())
    for (const person of [researcher, wanjiru])
      await person.post(`/job-applications/${id}/scorecards`, {
        recommendation: index === 0 ? 'strong_yes' : 'yes',
        ratings: [
          { criterion_id: 1, rating: 5 - index, notes: 'Asks before answering.' },
          { criterion_id: 2, rating: 4 },
        ],
      })
}

const ladder = {
  applied: [],
  reviewing: ['reviewing'],
  shortlisted: ['reviewing', 'shortlisted'],
  rejected: ['reviewing', 'rejected'],
  hired: ['reviewing', 'shortlisted', 'hired'],
} as const

const listApplications = ({
  student,
  learner,
  researcher,
  asha,
  omar,
  amara,
  diego,
  minh,
}: DemoUsers): Application[] => [
  {
    person: student,
    post: 0,
    letter: 'Your field trials are why I chose statistics.',
    status: 'shortlisted',
  },
  {
    person: amara,
    post: 0,
    letter: 'I grew up on a farm and now I count its plants.',
    status: 'shortlisted',
  },
  { person: minh, post: 0, letter: 'I would like to learn from your team.', status: 'reviewing' },
  { person: diego, post: 0, letter: 'Data has been my hobby; let it be my work.', status: 'rejected' },
  {
    person: learner,
    post: 1,
    letter: 'Ten years on a ward taught me to write things down.',
    status: 'applied',
  },
  { person: amara, post: 1, letter: 'I transcribe interviews in three languages.', status: 'hired' },
  { person: researcher, post: 2, letter: 'I can come two days a week.', status: 'reviewing' },
  { person: student, post: 4, letter: 'I know the archive from my thesis.', status: 'applied' },
  { person: learner, post: 4, letter: 'I am free in the summer.', status: 'reviewing' },
  { person: asha, post: 0, letter: 'Nimefanya tafiti za afya vijijini kwa miaka mitatu.', status: 'shortlisted' },
  { person: omar, post: 0, letter: 'أحب أن أتعلم من فريقكم.', status: 'shortlisted' },
]

export async function apply(person: Person, post: number, cover_letter: string, more: object = {}): Promise<number> {
  const [first_name = '', last_name = ''] = person.name.split(' ')
  const resume = await getResume(person, last_name)
  const { id } = await person.send<CreatedRow>('/job-applications', {
    job_post_id: String(post),
    first_name,
    last_name,
    email: person.email,
    phone: '+44 20 7946 0182',
    cover_letter,
    experience_level: 'entry',
    notice_period: 'One month',
    remote_interested: 'true',
    consent_data: 'true',
    resume,
    ...more,
  })
  return id
}

/** What the recruiter notes about the applicants of the first post, for herself. */
export async function addNotes({ recruiter }: DemoUsers, jobs: readonly number[], applications: readonly number[]) {
  const tags = [['second round', 'statistics'], ['second round'], ['languages']]
  for (const [index, some] of tags.entries())
    await recruiter.put(`/job-applications/${applications[index]}/tags`, { tags: some })
  await recruiter.post(`/job-posts/${jobs[0]}/applicants/bulk`, { filter: {}, action: 'tag', tags: ['spring'] })
  const [first] = applications
  await recruiter.post(`/job-applications/${first}/notes`, { text: 'Ask how the plots were drawn by lot.' })
  await recruiter.post(`/job-applications/${first}/notes`, { text: 'Could begin in March, if the grant comes.' })
}

/** The words of the recruiter for many applicants, and an exchange with the first one. */
export async function writeMessages({ recruiter, student }: DemoUsers, [first = 0]: readonly number[]) {
  const invitation = await recruiter.post('/message-templates', {
    name: 'Before the interview',
    texts: [
      {
        language: 'en',
        body: 'Dear {{candidate.first_name}},\nthank you for your application for {{post.title}}. Please bring an analysis you are proud of.\n{{sender.name}}',
      },
      {
        language: 'sw',
        body: 'Habari {{candidate.first_name}},\nasante kwa ombi lako la {{post.title}}. Tafadhali leta uchambuzi unaojivunia.\n{{sender.name}}',
      },
    ],
  })
  await recruiter.post(`/job-applications/${first}/messages`, { template_id: invitation.id })
  await student.post(`/job-applications/${first}/messages`, {
    body: 'Thank you, I will bring the trial of the terraces. May I also show the plots?',
  })
}

/** Visitors of a career day, one of whom is invited to apply. */
export const importCandidates = ({ recruiter }: DemoUsers, [post]: readonly number[]) =>
  recruiter.post(`/job-posts/${post}/candidates/import`, {
    csv: [
      'name,email,phone,location,tags,note',
      'Farai Moyo,farai.moyo@example.org,+263 77 210 0181,Harare,career day,Asked about the trial of the terraces.',
      'Ines Duarte,ines.duarte@example.org,,Lisbon,career day|languages,',
    ].join('\n'),
    source: 'Career day of the faculty of agriculture',
    consent: 'Each of them signed the form at our table.',
    invite: true,
  })

/** The post whose position is filled. */
export const closePost = ({ recruiter }: DemoUsers, [, filled]: readonly number[]) =>
  recruiter.put(`/job-posts/${filled}`, { status: 'closed' })

/** Invites the applicants on the short list to interviews in the coming days. */
export async function scheduleInterviews(
  simulation: Simulation,
  { recruiter }: DemoUsers,
  [post = 0]: readonly number[],
  applications: readonly number[],
) {
  const invite = (application_id: number, days: number, interview_time: string) =>
    recruiter.post(`/job-posts/${post}/schedule-interview`, {
      application_id,
      interview_date: `${simulation.daysAgo(-days).slice(0, 10)}T00:00:00.000Z`,
      interview_time,
      timezone: 'Europe/Lisbon',
      duration_minutes: 45,
      location: 'https://meet.example/verdant',
      interview_type: 'video',
      notes: 'Please bring an analysis you are proud of.',
    })
  const [first = 0, second = 0] = applications
  await invite(first, 4, '10:00')
  await invite(second, 5, '14:30')
  // Those who do not read English.
  const [third = 0, fourth = 0] = applications.slice(-2)
  await invite(third, 6, '09:00')
  await invite(fourth, 6, '11:00')
  // The first chooses a time for the second round.
  const day = simulation.daysAgo(-8).slice(0, 10)
  await recruiter.post('/interview-slots', {
    job_post_id: post,
    minutes: 45,
    timezone: 'Europe/Lisbon',
    location: 'https://meet.example/verdant',
    interview_type: 'video',
    free: [{ from: `${day}T13:00:00.000Z`, to: `${day}T16:00:00.000Z` }],
  })
  await recruiter.post(`/job-applications/${first}/slot-invitation`, {})
}
