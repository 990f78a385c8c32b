import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import type { MailTransport, OutgoingMail } from '#adapters/mail/transport.ts'
import { createApp, type Person } from '../support/app.ts'
import type { Reply } from '../support/client.ts'
import { apply, createApplication, createJobPost, createResume } from '../support/jobs.ts'
import { docx } from '../support/samples.ts'

/** Copies every mail, because the mailbox does not show the content of attachments. */
function copyFields() {
  const sent: OutgoingMail[] = []
  const mail: MailTransport = {
    kind: 'mailbox',
    async deliver(one) {
      sent.push(one)
    },
    check: async () => undefined,
    close: () => undefined,
  }
  return { mail, sent }
}

const listStatuses = (replies: Reply[]) => replies.map(({ status }) => status)
const extractIds = ({ data }: Reply) => data.map(({ id }: { id: number }) => id)

/** Checks that a user without access can read or change nothing of the post. */
async function assertRefused(person: Person, post: number, application: number) {
  const [applicants, path] = [`/job-posts/${post}/applicants`, `/job-applications/${application}`]
  assert.deepEqual(
    listStatuses([
      await person.put(`/job-posts/${post}`, { title: 'Mine now' }),
      await person.delete(`/job-posts/${post}`),
      await person.get(applicants),
      await person.get(path),
      await person.get(`${path}/resume`),
      await person.put(`${path}/status`, { status: 'hired' }),
      await person.delete(path),
      await person.get(`/job-posts/${post}/interviews`),
      await person.post(`/job-posts/${post}/schedule-interview`, {
        application_id: application,
        interview_date: '2026-12-01T00:00:00Z',
        interview_time: '10:00',
      }),
    ]),
    new Array(9).fill(403),
  )
}

describe('hiring', () => {
  it('proceeds from a post to an interview, and refuses all users without permission', async () => {
    const { mail, sent } = copyFields()
    const { given, listMails: mailsTo, settle } = await createApp({}, { mail })
    const [rosalind, rival] = [
      await given.user({ role: 'recruiter', name: 'Rosalind' }),
      await given.user({ role: 'recruiter', name: 'Rival' }),
    ]
    const [ada, grace, emmy, stranger] = [
      await given.user({ name: 'Ada' }),
      await given.verifiedUser({ name: 'Grace' }),
      await given.user({ name: 'Emmy' }),
      await given.user({ name: 'Stranger' }),
    ]

    // A draft that other users cannot see, then an open post.
    const { id: post } = await createJobPost(rosalind, {
      title: 'Crystallographer',
      location: 'London',
      status: 'draft',
      questions: [{ question: 'Have you seen Photo 51?', required: true }],
    })
    assert.deepEqual(
      listStatuses([await ada.get(`/job-posts/${post}`), await rival.get(`/job-posts/${post}`)]),
      [404, 404],
    )
    assert.equal((await apply(ada, post)).status, 422)
    await rosalind.put(`/job-posts/${post}`, { status: 'open' })
    assert.deepEqual(extractIds(await ada.get('/job-posts?search=crystal&location=lond')), [post])

    // Three users apply, one of them with a Word document.
    const additional_answers = 'Of course.'
    const unanswered = await apply(ada, post)
    assert.deepEqual(unanswered.errors, { additional_answers: ['Please answer: Have you seen Photo 51?'] })
    const first = await createApplication(ada, post, {
      first_name: 'Ada',
      last_name: 'Lovelace',
      additional_answers,
    })
    const second = await createApplication(grace, post, {
      first_name: 'Grace',
      last_name: 'Hopper',
      additional_answers,
      resume: createResume(await docx(), 'Grace Hopper.docx'),
    })
    const third = await createApplication(emmy, post, {
      first_name: 'Emmy',
      last_name: 'Noether',
      additional_answers,
    })
    assert.equal((await rosalind.get('/notifications/unread-count')).data.count, 3)
    for (const person of [stranger, rival, emmy]) await assertRefused(person, post, first)

    // The recruiter lists, reads and decides.
    const list = `/job-posts/${post}/applicants`
    assert.deepEqual(extractIds(await rosalind.get(list)), [third, second, first])
    assert.deepEqual(extractIds(await rosalind.get(`${list}?search=hopper`)), [second])
    const file = await rosalind.get(`/job-applications/${second}/resume`)
    assert.match(file.headers.get('content-disposition') ?? '', /filename="Grace Hopper\.docx"/)
    await rosalind.put(`/job-applications/${second}/status`, { status: 'shortlisted' })
    await rosalind.put(`/job-applications/${third}/status`, { status: 'rejected' })
    assert.deepEqual(extractIds(await rosalind.get(`${list}?status=shortlisted`)), [second])
    assert.equal((await grace.get(`/job-applications/${second}`)).data.status, 'shortlisted')

    // The calendar event has the time that the recruiter meant.
    const meant = {
      interview_date: '2026-12-01T00:00:00Z',
      interview_time: '09:30',
      timezone: 'America/New_York',
    }
    const scheduled = await rosalind.post(`/job-posts/${post}/schedule-interview`, {
      application_id: second,
      ...meant,
    })
    assert.equal(scheduled.status, 201)
    const { interview_id } = scheduled.data
    await settle()
    const [attachment] = sent.findLast(({ to }) => to === grace.email)?.attachments ?? []
    const calendar = new ICAL.Component(ICAL.parse(attachment?.content.toString() ?? ''))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? assert.fail())
    assert.equal(event.startDate.toJSDate().toISOString(), '2026-12-01T14:30:00.000Z')
    const [invitation] = await mailsTo(grace.email)
    assert.deepEqual(invitation?.attachments, [
      { filename: 'invitation.ics', content_type: 'text/calendar; charset=utf-8; method=REQUEST' },
    ])
    assert.deepEqual(extractIds(await grace.get('/interviews')), [interview_id])
    for (const person of [stranger, rival, ada]) {
      assert.deepEqual(extractIds(await person.get('/interviews')), [])
      const path = `/interviews/${interview_id}`
      assert.deepEqual(listStatuses([await person.put(path, { notes: 'x' }), await person.delete(path)]), [403, 403])
    }

    // One applicant withdraws; the post is closed, not deleted, and accepts no more applications.
    assert.equal((await ada.delete(`/job-applications/${first}`)).status, 200)
    assert.deepEqual(extractIds(await rosalind.get(list)), [third, second])
    assert.equal((await rosalind.delete(`/job-posts/${post}`)).status, 200)
    const closed = (await rosalind.get(`/job-posts/${post}`)).data
    assert.deepEqual([closed.status, closed.applicants_count], ['closed', 2])
    assert.equal((await apply(stranger, post, { additional_answers })).status, 422)
    await rosalind.put(`/job-applications/${second}/status`, { status: 'hired' })
    const { status_history } = (await grace.get(`/job-applications/${second}`)).data
    assert.deepEqual(
      status_history.map(({ to }: { to: string }) => to),
      ['shortlisted', 'hired'],
    )
  })
})
