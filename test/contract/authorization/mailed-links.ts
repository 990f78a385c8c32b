/** Addresses that mails contain, for the matrix. */

import { addDuration } from '#core/time.ts'
import { createChoiceUrl } from '#features/jobs/slots/links.ts'
import { createInvitationUrl } from '#features/sourcing/candidates/links.ts'
import { createConsentUrl } from '#features/sourcing/pool/links.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { createImport } from './candidates.ts'
import type { Ids, Question, Relation } from './matrix.ts'
import type { TestObjects } from './world.ts'

/** The address at which an applicant answers an invitation to an interview. */
export async function inviteToInterview({ app, admin }: TestObjects): Promise<string> {
  const post = await createJobPost(admin)
  const applicant = await app.given.verifiedUser()
  const application_id = await createApplication(applicant, post.id)
  const day = { interview_date: '2036-12-01T10:00:00Z', interview_time: '10:00' }
  await admin.post(`/job-posts/${post.id}/schedule-interview`, { application_id, ...day })
  const [mail] = await app.listMails(applicant.email)
  return /http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** The address at which a person answers a request of a talent pool. */
export async function requestConsent({ app, admin, newcomer }: TestObjects): Promise<string> {
  const { id: user_id } = await newcomer('researcher')
  const { data } = await admin.post('/talent-pool', {
    user_id,
    consent_until: addDuration(app.clock.now(), { days: 9 }),
  })
  return createConsentUrl(app.platform, data)
}

/** The address at which an applicant who has chosen an interview slot changes and cancels the choice. */
export async function inviteToChoose({ app, admin, newcomer }: TestObjects): Promise<string> {
  const { id: job_post_id } = await createJobPost(admin)
  const applicant = await newcomer('learner')
  const application = `/job-applications/${await createApplication(applicant, job_post_id)}`
  const starts = [`${addDuration(app.clock.now(), { days: 400 }).slice(0, 16)}:00.000Z`]
  const [slot] = (await admin.post('/interview-slots', { job_post_id, minutes: 30, starts })).data
  const { data } = await admin.post(`${application}/slot-invitation`, {})
  await applicant.put(`${application}/interview-slot`, { slot_id: slot.id })
  return createChoiceUrl(app.platform, data)
}

/** The address at which an imported candidate answers an invitation. */
export async function inviteImported({ app, admin }: TestObjects): Promise<string> {
  const { id } = await createJobPost(admin)
  const { data } = await admin.post(`/job-posts/${id}/candidates/import`, createImport())
  const { data: candidate } = await admin.get(`/job-posts/${id}/candidates/${data.rows[0].candidate_id}`)
  return createInvitationUrl(app.platform, candidate)
}

/** The query of a signed address. */
export const signLink = (name: string) => (ids: Ids) => String(ids[`${name} signature`] ?? '')

/** The form of the page of a signed address, which repeats the signature. */
const fillForm =
  (name: string, fields: object) =>
  ({ ids }: Relation): object => ({
    ...fields,
    ...Object.fromEntries(new URLSearchParams(String(ids[`${name} signature`] ?? '').slice(1))),
  })

export const mailedQuestions: Question[] = [
  { asks: 'GET /interviews/{id}/invitation', about: 'interview', query: signLink('invitation') },
  {
    asks: 'POST /interviews/{id}/invitation',
    about: 'interview',
    body: fillForm('invitation', { answer: 'accepted' }),
  },
  { asks: 'GET /talent-pool/{id}/consent', about: 'entry', query: signLink('consent') },
  { asks: 'POST /talent-pool/{id}/consent', about: 'entry', body: fillForm('consent', { answer: 'consented' }) },
  { asks: 'GET /job-candidates/{id}/invitation', about: 'candidate', query: signLink('candidate') },
  {
    asks: 'POST /job-candidates/{id}/invitation',
    about: 'candidate',
    body: fillForm('candidate', { answer: 'declined' }),
  },
  { asks: 'GET /job-applications/{id}/choose-time', about: 'application', query: signLink('choice') },
  { asks: 'POST /job-applications/{id}/choose-time', about: 'application', body: fillForm('choice', { slot_id: '0' }) },
  { asks: 'GET /saved-searches/unsubscribe/{id}', about: 'user', query: signLink('unsubscription') },
  { asks: 'POST /saved-searches/unsubscribe/{id}', about: 'user', query: signLink('unsubscription'), body: {} },
  { asks: 'GET /announcements/unsubscribe/{id}', about: 'user', query: signLink('announcement') },
  { asks: 'POST /announcements/unsubscribe/{id}', about: 'user', query: signLink('announcement'), body: {} },
]
