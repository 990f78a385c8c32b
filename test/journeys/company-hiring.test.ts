/** A company of three recruits one person: by the API, and in the hosted pages. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { assertUntold } from '#test/support/secrets.ts'
import { createApp, type Person, password, type TestApp } from '../support/app.ts'
import { addMember, createCompany } from '../support/companies.ts'
import { createApplication, createJobPost } from '../support/jobs.ts'
import { createVisitor } from '../support/visitor.ts'

/** A company with an owner, a recruiter and an interviewer, and an open post of the recruiter. */
async function createScene() {
  const app = await createApp({ FRONTEND_URL: '' })
  const [owner, recruiter, interviewer] = [
    await app.given.verifiedUser({ role: 'recruiter', name: 'Olga Owner' }),
    await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind Recruiter' }),
    await app.given.verifiedUser({ name: 'Irene Interviewer' }),
  ]
  const company = await createCompany(owner)
  await addMember(owner, company.id, recruiter, 'recruiter')
  await addMember(owner, company.id, interviewer, 'interviewer')
  const post = await createJobPost(recruiter, { company_id: company.id, title: 'Bryologist' })
  const starts = [1, 2].map((days) => `${addDuration(app.clock.now(), { days }).slice(0, 16)}:00.000Z`)
  return { ...app, owner, recruiter, interviewer, company, post, starts }
}

async function openAs(app: TestApp, { email }: Person) {
  const browser = createVisitor(app)
  await browser.send('/app/sign-in', { email, password })
  return browser
}

describe('a company of three', () => {
  it('recruits one of three people by the API', async () => {
    const app = await createScene()
    const { owner, recruiter, interviewer, company, post, starts } = app
    const [ada, bea, grace] = [
      await app.given.verifiedUser({ name: 'Ada' }),
      await app.given.verifiedUser({ name: 'Bea' }),
      await app.given.verifiedUser({ name: 'Grace Hopper' }),
    ]

    // Two apply; the third is a visitor of a career day, who accepts the invitation by the link in the mail.
    const first = await createApplication(ada, post.id)
    const second = await createApplication(bea, post.id)
    await recruiter.post(`/job-posts/${post.id}/candidates/import`, {
      csv: `name,email,tags\nGrace Hopper,${grace.email},career day`,
      source: 'Career day',
      consent: 'A signed form.',
      invite: true,
    })
    const mail = (await app.listMails(grace.email)).find(({ text }) => text.includes('/job-candidates/'))
    const url = new URL(/http\S+\/job-candidates\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await app.anonymous.post(url.pathname, { answer: 'accepted', ...Object.fromEntries(url.searchParams) })
    const applicants = (await owner.get(`/job-posts/${post.id}/applicants`)).data
    const third: number = applicants.find(({ name }: { name: string }) => name === 'Grace Hopper')?.id

    // The owner rejects one, the recruiter writes to the others and invites them to an interview of the interviewer.
    const bulk = `/job-posts/${post.id}/applicants/bulk`
    await owner.post(bulk, { application_ids: [second], action: 'reject', letter: 'Please write again.' })
    const template = await recruiter.post('/message-templates', {
      name: 'Next step',
      company_id: company.id,
      texts: [{ language: 'en', body: 'Dear {{candidate.first_name}}, please choose a time.' }],
    })
    const both = { application_ids: [first, third] }
    const written = await recruiter.post(bulk, { ...both, action: 'message', template_id: template.data.id })
    const offer = { job_post_id: post.id, minutes: 30, starts, interviewers: [interviewer.id] }
    const slots = await recruiter.post('/interview-slots', offer)
    const invited = await recruiter.post(bulk, { ...both, action: 'slot_invitation' })
    const choose = (who: Person, application: number) =>
      who.put(`/job-applications/${application}/interview-slot`, { slot_id: slots.data[0].id })
    const chosen = [await choose(grace, third), await choose(ada, first)]

    // The interviewer sees the one who is interviewed alone, and scores; the owner decides.
    const seen = [
      await interviewer.get(`/job-applications/${third}`),
      await interviewer.get(`/job-applications/${first}`),
    ]
    const card = { recommendation: 'strong_yes', ratings: [], notes: 'Knows every moss.' }
    const scored = await interviewer.post(`/job-applications/${third}/scorecards`, card)
    await owner.put(`/job-applications/${third}/status`, { status: 'hired' })
    app.clock.advance({ minutes: 11 })
    await app.settle()

    assert.deepEqual(
      [template.status, written.status, slots.status, invited.status],
      [201, 200, 201, 200],
      written.text,
    )
    const verdicts = [written, invited].map(({ data }) =>
      data.results.map(({ verdict }: { verdict: string }) => verdict),
    )
    assert.deepEqual(verdicts, [
      ['done', 'done'],
      ['done', 'done'],
    ])
    assert.deepEqual(
      [...chosen, ...seen, scored].map(({ status }) => status),
      [200, 422, 200, 403, 201],
    )
    const states = async (who: Person) =>
      (await who.get('/job-applications')).data.map(({ status }: { status: string }) => status)
    assert.deepEqual(
      [await states(ada), await states(bea), await states(grace)],
      [['applied'], ['rejected'], ['hired']],
    )
    assert.ok((await app.listMails(grace.email)).some(({ text }) => text.includes('you are hired')))
    assert.ok((await app.listMails(bea.email)).some(({ text }) => text.includes('Please write again.')))
  })

  it('recruits a person in the hosted pages', async () => {
    const app = await createScene()
    const { owner, recruiter, interviewer, post, starts } = app
    const ada = await app.given.verifiedUser({ name: 'Ada' })
    const id = await createApplication(ada, post.id)
    const path = `/app/job-applications/${id}`
    await recruiter.post('/interview-slots', {
      job_post_id: post.id,
      minutes: 30,
      starts,
      interviewers: [interviewer.id],
    })
    const [managing, applying, foreign] = [
      await openAs(app, owner),
      await openAs(app, ada),
      await openAs(app, await app.given.user({ role: 'recruiter' })),
    ]

    const posts = await managing.open('/app/my-job-posts')
    const applicants = await managing.open(`/app/job-posts/${post.id}/applicants`)
    const noted = await managing.send(path, { act: 'note', text: 'Ask about <b>mosses</b>.' })
    const written = await managing.send(path, { act: 'message', body: 'Please choose a time.' })
    const invited = await managing.send(path, { act: 'slots' })
    const own = await applying.open(path)
    const mail = (await app.listMails(ada.email)).find(({ text }) => text.includes('/choose-time'))
    const decided = await managing.send(path, { act: 'status', status: 'hired', letter: '' })

    // One's own post of a company is listed once.
    assert.equal(posts.html.split(`href="/app/job-posts/${post.id}/applicants"><bdi>Bryologist`).length, 2)
    assert.match(applicants.html, new RegExp(`href="${path}"`))
    assert.match(noted.html, /Ask about &lt;b&gt;mosses&lt;\/b&gt;\./)
    assert.match(written.html, /Please choose a time\./)
    assert.deepEqual(
      [noted, written, invited, decided].map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.ok(mail)
    assert.match(own.html, /Please choose a time\./)
    assertUntold(own.html, ['mosses', 'name="act" value="status"', 'name="act" value="note"'])
    assert.equal((await ada.get(`/job-applications/${id}`)).data.status, 'hired')
    const refused = [
      await foreign.open(path),
      await foreign.send(path, { act: 'status', status: 'rejected' }),
      await applying.send(path, { act: 'status', status: 'rejected' }),
      await managing.send(path, { act: 'status', status: 'rejected' }, { origin: 'https://evil.example' }),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403, 403],
    )
    const wrong = await managing.send(path, { act: 'note', text: '' })
    assert.deepEqual([wrong.status, /role="alert"|class="error"/.test(wrong.html)], [422, true])
    assert.equal((await ada.get(`/job-applications/${id}`)).data.status, 'hired')
  })

  it('acts on many applicants in the hosted pages, and undoes it', async () => {
    const app = await createScene()
    const { owner, interviewer, company, post } = app
    const [ada, bea] = [await app.given.verifiedUser({ name: 'Ada' }), await app.given.verifiedUser({ name: 'Bea' })]
    const ids = [await createApplication(ada, post.id), await createApplication(bea, post.id)]
    const path = `/app/job-posts/${post.id}/applicants`
    const managing = await openAs(app, owner)
    const choose = (fields: Record<string, string>): [string, string][] => [
      ...ids.map((id): [string, string] => ['application_ids', String(id)]),
      ...Object.entries(fields),
    ]

    const texts = [{ language: 'en', body: 'Dear {{candidate.first_name}}' }]
    const template = await owner.post('/message-templates', { name: 'Greeting', company_id: company.id, texts })
    const template_id = String(template.data.id)

    const opened = await managing.open(path)
    const greeted = await managing.send(path, choose({ action: 'message', body: '', template_id }))
    const both = await managing.send(path, choose({ action: 'message', body: 'Hello', template_id }))
    const written = await managing.send(path, choose({ action: 'message', body: 'Please be patient.' }))
    const rejected = await managing.send(path, choose({ action: 'rejected', body: 'Not this time.' }))
    const bulkId = /name="bulk_id" value="(\d+)"/.exec(rejected.html)?.[1] ?? ''
    const early = await ada.get(`/job-applications/${ids[0]}`)
    const undone = await managing.send(path, { bulk_id: bulkId })
    const late = await managing.send(path, { bulk_id: bulkId })
    const unable = await managing.send(path, choose({ action: 'slots', body: '' }))
    const wrong = await managing.send(path, choose({ action: 'reviewing', body: 'Lost words' }))
    const none = await managing.send(path, { action: 'reviewing', body: '' })
    const refused = [
      await (await openAs(app, interviewer)).send(path, choose({ action: 'rejected', body: '' })),
      await (await openAs(app, ada)).send(path, choose({ action: 'rejected', body: '' })),
      await managing.send(path, choose({ action: 'rejected', body: '' }), { origin: 'https://evil.example' }),
    ]

    assert.match(opened.html, new RegExp(`<option value="${template_id}">Greeting`))
    assert.match(greeted.html, /Done for 2 applicants\./)
    assert.deepEqual([both.status, /Send either a body or a template id, not both\./.test(both.html)], [422, true])
    assert.match(written.html, /Done for 2 applicants\./)
    assert.doesNotMatch(written.html, /name="bulk_id"/)
    for (const [index, person] of [ada, bea].entries())
      assert.deepEqual(
        (await person.get(`/job-applications/${ids[index]}/messages`)).data.map(({ body }: { body: string }) => body),
        ['Please be patient.', 'Dear Barbara'],
      )
    assert.match(rejected.html, /Done for 2 applicants\./)
    assert.equal(early.data.status, 'rejected')
    assert.match(undone.html, /Undone for 2 applicants\./)
    assert.deepEqual([late.status, /This has been undone already\./.test(late.html)], [422, true])
    assert.match(
      unable.html,
      /Done for 0 applicants\.[\s\S]*Barbara McClintock<\/bdi>: This job post has no free slots\./,
    )
    assert.deepEqual([wrong.status, /Lost words/.test(wrong.html)], [422, true])
    assert.deepEqual([none.status, /role="alert"/.test(none.html)], [422, true])
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403],
    )
    assert.equal((await ada.get(`/job-applications/${ids[0]}`)).data.status, 'applied')
  })

  it('offers times, and sends a file with a message, in the hosted pages', async () => {
    const app = await createScene()
    const { owner, interviewer, post } = app
    const ada = await app.given.verifiedUser({ name: 'Ada' })
    const id = await createApplication(ada, post.id)
    const [managing, applying] = [await openAs(app, owner), await openAs(app, ada)]
    const slots = `/app/job-posts/${post.id}/slots`
    const day = addDuration(app.clock.now(), { days: 3 }).slice(0, 10)
    const times = {
      day,
      from: '09:00',
      to: '10:00',
      minutes: '30',
      interviewers: String(interviewer.id),
      location: 'Hut',
    }

    const offered = await managing.send(slots, times)
    const again = await managing.send(slots, times)
    const wrong = await managing.send(slots, { ...times, day: 'soon', minutes: '0' })
    const [slot] = (await owner.get(`/interview-slots?job_post_id=${post.id}`)).data
    const deleted = await managing.send(slots, { slot_id: String(slot.id) })
    const foreign = [await applying.open(slots), await applying.send(slots, times)]
    const sendFile = (name: string, content: string) => {
      const form = new FormData()
      form.append('body', 'The programme.')
      form.append('file', new File([content], name))
      return managing.sendForm(`/app/job-applications/${id}`, form)
    }
    const sent = await sendFile('programme.txt', 'Mosses at nine.')
    const refused = await sendFile('programme.exe', 'MZ')
    const read = await applying.open(`/app/job-applications/${id}`)

    assert.deepEqual([offered.status, again.status, wrong.status, deleted.status], [200, 422, 422, 200])
    assert.match(offered.html, /0 of 1 taken[\s\S]*Irene Interviewer[\s\S]*Hut/)
    assert.match(again.html, /The interviewers are not free in this time\./)
    assert.equal((await owner.get(`/interview-slots?job_post_id=${post.id}`)).meta.total, 1)
    assert.deepEqual(
      foreign.map(({ status }) => status),
      [403, 403],
    )
    assert.match(sent.html, /programme\.txt/)
    assert.equal(refused.status, 422)
    assert.match(refused.html, /The programme\./)
    assert.match(read.html, /programme\.txt/)
    assert.equal((await owner.get(`/job-applications/${id}/messages`)).meta.total, 1)
  })

  it('shows the talent pools of a member, and who keeps a person, in the hosted pages', async () => {
    const app = await createScene()
    const { owner, recruiter, interviewer, company, post } = app
    const ada = await app.given.verifiedUser({ name: 'Ada Lovelace' })
    await createApplication(ada, post.id)
    const consent_until = addDuration(app.clock.now(), { days: 90 })
    const asked = await recruiter.post('/talent-pool', { user_id: ada.id, company_id: company.id, consent_until })
    assert.equal(asked.status, 201, asked.text)

    const pages = await Promise.all(
      [owner, ada, interviewer].map(async (person) => (await openAs(app, person)).open('/app/talent-pool')),
    )

    const [managed = '', own = '', foreign = ''] = pages.map(({ html }) => html)
    assert.match(managed, /Kew Gardens[\s\S]*Ada Lovelace[\s\S]*Not answered yet/)
    assert.match(own, /Who keeps you[\s\S]*Kew Gardens/)
    assert.doesNotMatch(foreign, /Ada Lovelace|Who keeps you/)
  })
})
