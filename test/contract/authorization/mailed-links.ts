/** Addresses that mails contain, for the matrix. */

import { addDuration } from '#core/time.ts'
import { createConsentUrl } from '#features/jobs/pool/links.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
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
