import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import type { Client } from '#test/support/client.ts'
import { changeSignature } from '#test/support/forged-links.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertUntold } from '#test/support/secrets.ts'

const day = '2036-12-01T00:00:00Z'

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter)
  const [grace, emmy] = [await app.given.user({ name: 'Grace' }), await app.given.user({ name: 'Emmy' })]
  for (const { id } of [grace, emmy]) await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: id })
  const ada = await app.given.verifiedUser({ name: 'Ada' })
  const application_id = await createApplication(ada, post.id)
  const invite = (more: object = {}) =>
    recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id,
      interview_date: day,
      interview_time: '10:00',
      ...more,
    })
  const getLink = async () => {
    const mails = await app.listMails(ada.email)
    const [, path = ''] = /http:\/\/api\.test(\/interviews\/\d+\/invitation\?\S+)/.exec(mails[0]?.text ?? '') ?? []
    assert.notEqual(path, '')
    return path
  }
  return { ...app, recruiter, post, grace, emmy, ada, application_id, invite, getLink }
}

/** Sends the form of the page, which repeats the signature of the link. */
function sendForm(client: Client, link: string, fields: Record<string, string>) {
  const [path = '', query = ''] = link.split('?')
  return client.send('POST', path, {
    body: new URLSearchParams([...new URLSearchParams(query), ...Object.entries(fields)]).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
}

describe('interviewers', () => {
  it('are told, and have the interview in their lists and calendars', async () => {
    const { invite, recruiter, grace, emmy, anonymous } = await createScene()

    const { data } = await invite({ interviewer_ids: [recruiter.id, grace.id] })
    const address = (await grace.post('/calendar')).data.url.replace('http://api.test', '')

    const [shown] = (await grace.get('/interviews')).data
    assert.deepEqual(
      shown.interviewers.map(({ name }: { name: string }) => name),
      ['Rosalind', 'Grace'],
    )
    assert.match((await grace.get('/notifications')).data[0].message, /You interview Barbara McClintock for Botanist/)
    assert.match((await anonymous.get(address)).text, /SUMMARY:Interview with Barbara McClintock/)
    assert.deepEqual((await emmy.get('/interviews')).data, [])
    await recruiter.put(`/interviews/${data.interview_id}`, { interviewer_ids: [emmy.id] })
    assert.deepEqual((await grace.get('/interviews')).data, [])
    assert.equal((await emmy.get('/interviews')).data.length, 1)
    assert.equal((await recruiter.get('/interviews')).data.length, 1)
  })

  it('are the owner or reviewers of the post', async () => {
    const { invite, given, recruiter, ada } = await createScene()
    const stranger = await given.user()
    const refused = {
      interviewer_ids: ['Interviewers must be the owner of the job post, its reviewers or members of its company.'],
    }

    assert.deepEqual((await invite({ interviewer_ids: [stranger.id] })).errors, refused)
    assert.deepEqual((await invite({ interviewer_ids: [ada.id] })).errors, refused)
    assert.deepEqual((await recruiter.get('/interviews')).data, [])
  })

  it('are warned of when they hold another interview at the same time', async () => {
    const { invite, recruiter, grace, given, post } = await createScene()
    const first = (await invite({ interviewer_ids: [grace.id], duration_minutes: 60 })).data
    const other = await createApplication(await given.user(), post.id)
    const at = (interview_time: string) =>
      invite({ application_id: other, interviewer_ids: [grace.id, recruiter.id], interview_time })

    const touching = (await at('11:00')).data
    const within = (await at('10:30')).data
    await recruiter.delete(`/interviews/${touching.interview_id}`)
    const moved = await recruiter.put(`/interviews/${within.interview_id}`, { interview_time: '12:00' })

    assert.deepEqual(first.overlaps, [])
    assert.deepEqual(touching.overlaps, [])
    assert.deepEqual(
      within.overlaps.map(({ interview_id, interviewer }: { interview_id: number; interviewer: { name: string } }) => [
        interview_id,
        interviewer.name,
      ]),
      [
        [first.interview_id, 'Grace'],
        [touching.interview_id, 'Rosalind'],
        [touching.interview_id, 'Grace'],
      ],
    )
    assert.deepEqual(moved.data.overlaps, [])
  })
})

const listNews = async (person: Person, since = 0) =>
  (await person.get('/notifications')).data
    .map(({ message, data }: { message: string; data: { url: string } }) => `${message} ${data.url}`)
    .toReversed()
    .slice(since)

describe('interviewers of an interview that changes', () => {
  it('are told of another time, and those who are new of that time alone', async () => {
    const { invite, recruiter, grace, emmy, application_id } = await createScene()
    const { data } = await invite({ interviewer_ids: [recruiter.id, grace.id] })
    const known = (await listNews(grace)).length
    const own = (await listNews(recruiter)).length

    await recruiter.put(`/interviews/${data.interview_id}`, {
      interview_time: '12:00',
      interviewer_ids: [recruiter.id, grace.id, emmy.id],
    })

    const when = 'Monday, 1 December 2036 at 12:00 (UTC)'
    const moved = `The interview of Barbara McClintock for Botanist has changed. It is on ${when}.`
    assert.deepEqual(await listNews(grace, known), [`${moved} /job-applications/${application_id}`])
    assert.deepEqual(
      (await listNews(emmy)).filter((one: string) => one.includes('interview')),
      [`You interview Barbara McClintock for Botanist on ${when}. /job-applications/${application_id}`],
    )
    assert.deepEqual(await listNews(recruiter, own), [])
  })

  it('are told that another holds it, or that it is canceled', async () => {
    const { invite, recruiter, grace, emmy } = await createScene()
    const { data } = await invite({ interviewer_ids: [grace.id] })
    const known = (await listNews(grace)).length

    await recruiter.put(`/interviews/${data.interview_id}`, { interviewer_ids: [emmy.id] })
    await recruiter.delete(`/interviews/${data.interview_id}`)

    const when = 'Monday, 1 December 2036 at 10:00 (UTC)'
    assert.deepEqual(await listNews(grace, known), [
      `You no longer interview Barbara McClintock for Botanist on ${when}. /job-applications`,
    ])
    const canceled = `The interview of Barbara McClintock for Botanist on ${when} will not take place. /job-applications`
    assert.equal((await listNews(emmy)).at(-1), canceled)
    assert.ok(!(await listNews(grace)).includes(canceled))
  })

  it('are told when the applicant withdraws, or deletes the account, and have it in no list', async () => {
    for (const end of ['application', 'account'] as const) {
      const { invite, recruiter, grace, ada, application_id } = await createScene()
      await invite({ interviewer_ids: [grace.id] })

      const ended = await ada.delete(end === 'account' ? `/users/${ada.id}` : `/job-applications/${application_id}`)

      assert.equal(ended.status, 200, ended.text)
      const [last = ''] = (await listNews(grace)).slice(-1)
      assert.match(last, /^The interview of .* for Botanist on Monday, 1 December 2036.* will not take place\./)
      assert.equal(last.includes('McClintock'), end === 'application', last)
      for (const person of [grace, recruiter]) assert.deepEqual((await person.get('/interviews')).data, [])
      const told = (await listNews(recruiter)).filter((one: string) => /will not take place|withdrew/.test(one))
      assert.equal(told.length, 1, told.join())
    }
  })

  it('learn of a blind candidate the number alone', async () => {
    const app = await testApp()
    const recruiter = await app.given.user({ role: 'recruiter' })
    const post = await createJobPost(recruiter, { blind: true })
    const grace = await app.given.user({ name: 'Grace' })
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: grace.id })
    const application_id = await createApplication(await app.given.verifiedUser({ name: 'Ada' }), post.id)
    app.clock.advance({ days: 1 })
    await app.settle()
    const terms = { application_id, interview_date: day, interview_time: '10:00', interviewer_ids: [grace.id] }
    const { data } = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, terms)

    await recruiter.put(`/interviews/${data.interview_id}`, { interview_time: '11:00' })
    await recruiter.delete(`/interviews/${data.interview_id}`)

    const news = (await listNews(grace)).slice(-2)
    for (const one of news) assert.match(one, /^The interview of Candidate 1 for Botanist/)
    assertUntold(news.join(), ['Barbara', 'McClintock', 'Ada'])
  })
})

describe('the outcome of an interview', () => {
  it('is for those who judge, and sends no mail', async () => {
    const { invite, recruiter, grace, ada, listMails } = await createScene()
    const { interview_id } = (await invite()).data
    const mails = (await listMails(ada.email)).length

    const { data } = await recruiter.put(`/interviews/${interview_id}`, { outcome: 'passed', outcome_notes: 'Sharp.' })

    assert.deepEqual([data.outcome, data.outcome_notes], ['passed', 'Sharp.'])
    const [own] = (await ada.get('/interviews')).data
    assert.deepEqual([own.outcome, own.outcome_notes], [undefined, undefined])
    assert.doesNotMatch((await ada.get(`/users/${ada.id}/export`)).text, /Sharp\./)
    assert.equal((await listMails(ada.email)).length, mails)
    assert.equal((await grace.put(`/interviews/${interview_id}`, { outcome: 'failed' })).status, 403)
    assert.equal((await recruiter.put(`/interviews/${interview_id}`, { outcome: 'maybe' })).status, 422)
    assert.equal((await recruiter.put(`/interviews/${interview_id}`, { outcome: null })).data.outcome, null)
  })
})

describe('the link of an invitation', () => {
  it('shows a page, and accepts without a sign-in', async () => {
    const { invite, getLink, anonymous, recruiter } = await createScene()
    await invite({ location: 'Room 5', timezone: 'Africa/Nairobi' })
    const link = await getLink()

    const page = await anonymous.get(link)
    const unanswered = (await recruiter.get('/interviews')).data[0].answer
    const sent = await sendForm(anonymous, link, { answer: 'accepted', message: 'Gladly' })

    assert.equal(page.status, 200)
    assert.match(page.text, /Interview: .*Botanist/)
    assert.match(page.text, /Room 5/)
    assert.equal(unanswered, null)
    assert.match(sent.text, /You have accepted this invitation\./)
    const [interview] = (await recruiter.get('/interviews')).data
    assert.deepEqual([interview.answer, interview.answer_message], ['accepted', 'Gladly'])
    assert.match((await recruiter.get('/notifications')).data[0].message, /Barbara McClintock accepts the interview/)
  })

  it('proposes other times in the time zone of the page, and says what is wrong', async () => {
    const { invite, getLink, anonymous, recruiter, ada } = await createScene()
    await ada.put(`/users/${ada.id}`, { timezone: 'Africa/Nairobi' })
    await invite()
    const link = await getLink()
    const send = (fields: Record<string, string>) => sendForm(anonymous, link, fields)

    const empty = await send({ answer: 'proposed', time_1: '', time_2: 'soon' })
    const past = await send({ answer: 'proposed', time_1: '2001-01-01T10:00' })
    const good = await send({ answer: 'proposed', time_1: '2036-12-02T09:30' })

    assert.deepEqual([empty.status, past.status, good.status], [422, 422, 200])
    assert.match(empty.text, /Propose at least one time\./)
    assert.match(past.text, /The proposed times must be in the future\./)
    assert.match(good.text, /You have proposed other times\./)
    assert.deepEqual((await recruiter.get('/interviews')).data[0].proposed_times, ['2036-12-02T06:30:00.000Z'])
  })

  it('shows nothing of a post that was hidden, and takes no answer until it is shown again', async () => {
    const { invite, getLink, anonymous, given, recruiter, post } = await createScene()
    await invite({ location: 'Room 5' })
    const link = await getLink()
    const admin = await given.admin()
    await admin.post(`/admin/content/job_post/${post.id}/hide`, { reason: 'Fraud' })

    const page = await anonymous.get(link)
    const sent = await sendForm(anonymous, link, { answer: 'accepted' })
    await admin.post(`/admin/content/job_post/${post.id}/restore`, {})

    assert.deepEqual([page.status, sent.status], [404, 404])
    assert.doesNotMatch(page.text + sent.text, /Botanist|Room 5/)
    assert.equal((await recruiter.get('/interviews')).data[0].answer, null)
    assert.equal((await sendForm(anonymous, link, { answer: 'accepted' })).status, 200)
  })

  it('is refused when it is forged, for another interview, or after the beginning', async () => {
    const { invite, getLink, anonymous, recruiter, clock } = await createScene()
    await invite()
    const link = await getLink()
    const { data } = await invite({ interview_time: '15:00' })
    const forged = [
      changeSignature(link),
      link.replace(/interviews\/\d+/, `interviews/${data.interview_id}`),
      link.replace(/expires=\d+/, 'expires=99999999999'),
      link.replace(/\?.*/, ''),
    ]

    for (const path of forged) {
      assert.equal((await anonymous.get(path)).status, 403)
      assert.equal((await sendForm(anonymous, path, { answer: 'declined' })).status, 403)
    }
    const answers = (await recruiter.get('/interviews')).data.map(({ answer }: { answer: unknown }) => answer)
    assert.deepEqual(answers, [null, null])
    clock.advance({ days: 365 * 11 })
    assert.equal((await sendForm(anonymous, link, { answer: 'declined' })).status, 403)
  })
})
