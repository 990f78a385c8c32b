import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

it('an applicant answers an invitation in a browser, by the link in the mail', { skip: noBrowser }, async (t) => {
  const app = await createApp()
  const recruiter = await app.given.user({ role: 'recruiter' })
  const ada = await app.given.verifiedUser()
  const post = await createJobPost(recruiter)
  const application_id = await createApplication(ada, post.id)
  await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
    ...{ application_id, interview_date: '2036-12-01T00:00:00Z', interview_time: '10:00', location: 'Room 5' },
    ...{ interview_type: 'on-site', notes: 'Bring a pencil.' },
  })
  const [mail] = await app.listMails(ada.email)
  const link = /http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const browser = await openBrowser({ 'api.test': app.address })
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 360, height: 900 } })
  const wrong: string[] = []
  page.on('console', (message) => /Content Security|Refused/.test(message.text()) && wrong.push(message.text()))

  await page.goto(link)
  await page.getByLabel('Message').fill('Gladly')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You have accepted this invitation.').waitFor()
  const accepted = (await recruiter.get('/interviews')).data[0]
  await page.getByLabel('Time 1').fill('2036-12-02T09:30')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByText('You have proposed other times.').waitFor()

  const proposed = (await recruiter.get('/interviews')).data[0]
  const scrolls = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  assert.deepEqual([accepted.answer, accepted.answer_message], ['accepted', 'Gladly'])
  assert.deepEqual([proposed.answer, proposed.proposed_times], ['proposed', ['2036-12-02T09:30:00.000Z']])
  assert.deepEqual([scrolls, wrong], [false, []])
})
