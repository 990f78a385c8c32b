import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { pdf } from '#test/support/samples.ts'
import { assertUntold } from '#test/support/secrets.ts'

async function createScene(more: object = {}, settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const admin = await app.given.admin()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, more)
  const ada = await app.given.verifiedUser({ name: 'Wilhelmina Quastel' })
  const application = await createApplication(ada, post.id)
  const path = `/job-applications/${application}/messages`
  const write = async (person: Person, body: string, files: number[] = []): Promise<number> => {
    const reply = await person.post(path, { body, files })
    assert.equal(reply.status, 201, reply.text)
    return reply.data.id
  }
  const report = (person: Person, id: number) => person.post('/reports', { kind: 'message', id, reason: 'An insult' })
  const hide = (id: number) => admin.post(`/admin/content/message/${id}/hide`, { reason: 'It insults.' })
  const restore = (id: number) => admin.post(`/admin/content/message/${id}/restore`, {})
  return { ...app, admin, recruiter, post, ada, path, write, report, hide, restore }
}

async function upload(person: Person): Promise<number> {
  const reply = await person.send('POST', '/upload', {
    body: createForm({ type: 'document', file: new File([Uint8Array.from(pdf)], 'plan.pdf') }),
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.file.id
}

describe('a report of a message', () => {
  it('is for those who take part in the correspondence, and not of their own', async () => {
    const { given, ada, recruiter, post, write, report } = await createScene()
    const id = await write(ada, 'You are a fool.')
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })

    const strangers = [
      await report(await given.user(), id),
      await report(reviewer, id),
      await report(recruiter, 999_999),
    ]

    for (const reply of strangers) assert.deepEqual([reply.status, reply.message], [404, 'Resource Not Found'])
    assert.deepEqual((await report(ada, id)).errors, { id: ['This is your own.'] })
    const replies = await Promise.all([report(recruiter, id), report(recruiter, id)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422])
  })

  it('shows administrators the text, the files and the sender, and names no blind candidate to the recruiter', async () => {
    const { admin, ada, recruiter, path, clock, settle, write, report } = await createScene({ blind: true })
    clock.advance({ days: 1 })
    await settle()
    const body = 'I am Wilhelmina Quastel,\nand you are a fool.'
    const id = await write(ada, body, [await upload(ada)])

    const receipt = await report(recruiter, id)

    assert.equal(receipt.status, 201, receipt.text)
    const [queued] = (await admin.get('/admin/reports?state=open')).data
    assert.deepEqual(
      [queued.kind, queued.content_id, queued.title, queued.owner_id],
      ['message', id, 'I am Wilhelmina Quastel, and you are a fool.', ada.id],
    )
    const { data: detail } = await admin.get(`/admin/content/message/${id}`)
    assert.deepEqual([detail.text, detail.owner_id, detail.files[0].filename], [body, ada.id, 'plan.pdf'])
    await admin.post(`/admin/reports/${queued.id}/decide`, { decision: 'hidden', reason: 'It insults.' })
    await settle()
    const read = [
      receipt.text,
      (await recruiter.get(path)).text,
      (await recruiter.get(`/users/${recruiter.id}/export`)).text,
      (await recruiter.get('/notifications')).text,
    ].join('\n')
    assertUntold(read, ['quastel', 'wilhelmina', ada.email])
  })

  it('leaves no text of a candidate whose account is deleted', async () => {
    const { admin, ada, recruiter, write, report } = await createScene()
    await report(recruiter, await write(ada, 'I am Xanthippe.'))
    await report(ada, await write(recruiter, 'Xanthippe, no.'))
    const list = async () => (await admin.get('/admin/reports?state=open&limit=100')).text
    assert.equal((await list()).split('Xanthippe').length, 3)

    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    assert.ok(!(await list()).includes('Xanthippe'))
  })
})

describe('a hidden message', () => {
  it('keeps its place without text and files for the other side, and is seen by its author with the reason', async () => {
    const { anonymous, ada, recruiter, admin, path, write, hide, restore, listMails } = await createScene()
    const id = await write(ada, 'You are a fool.', [await upload(ada)])
    const before = (await recruiter.get(path)).data[0]
    const address = getPath(before.files[0].url)
    assert.equal((await anonymous.get(address)).status, 200)

    const hidden = await hide(id)

    assert.equal(hidden.status, 200, hidden.text)
    const [shown] = (await recruiter.get(path)).data
    assert.deepEqual(
      [shown.id, shown.body, shown.files, shown.hidden_reason, shown.hidden_at === null],
      [id, 'An administrator has removed this message.', [], '', false],
    )
    assert.equal((await anonymous.get(address)).status, 404)
    assert.equal((await anonymous.get(`${address}&hidden=1`)).status, 403)
    const french = await recruiter.send('GET', path, { headers: { 'accept-language': 'fr' } })
    assert.equal(french.data[0].body, 'Un administrateur a retiré ce message.')
    for (const person of [ada, admin]) {
      const [own] = (await person.get(path)).data
      assert.deepEqual([own.body, own.hidden_reason], ['You are a fool.', 'It insults.'])
      assert.equal((await anonymous.get(getPath(own.files[0].url))).status, 200)
    }
    assert.ok(!(await recruiter.get(`/users/${recruiter.id}/export`)).text.includes('fool'))
    assert.ok((await ada.get(`/users/${ada.id}/export`)).text.includes('fool'))
    assert.match((await listMails(ada.email))[0]?.text ?? '', /It insults\./)

    await restore(id)

    const [again] = (await recruiter.get(path)).data
    assert.deepEqual([again.body, again.files[0].filename, again.hidden_at], [before.body, 'plan.pdf', null])
    assert.equal((await anonymous.get(address)).status, 200)
  })

  it('is not mailed any more, when its mail was not sent yet', async () => {
    const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'us@example.org' }
    const { admin, ada, recruiter, write, hide, listMails } = await createScene({}, unreachable)
    const id = await write(ada, 'You are a fool.')
    const findMail = async () => (await listMails(recruiter.email)).find(({ subject }) => /wrote to you/.test(subject))
    assert.match((await findMail())?.text ?? '', /You are a fool/)

    await hide(id)

    assert.equal((await findMail())?.text, '')
    const { data } = await admin.get('/admin/mails?state=canceled')
    assert.deepEqual(
      data.map(({ to }: { to: string }) => to),
      [recruiter.email],
    )
  })

  it('is hidden once, and reported no more', async () => {
    const { admin, ada, recruiter, write, hide, report } = await createScene()
    const id = await write(ada, 'Zymurgy fool')

    const replies = await Promise.all([hide(id), hide(id), hide(id)])

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422, 422])
    assert.equal((await report(recruiter, id)).status, 404)
    const { data } = await admin.get(`/admin/content?kind=message&hidden=true&search=zymurgy&owner_id=${ada.id}`)
    assert.deepEqual([data.length, data[0].id, data[0].title], [1, id, 'Zymurgy fool'])
    assert.equal((await admin.post('/admin/content/message/999999/hide', { reason: 'x' })).status, 404)
  })

  it('is told in the change feed as a change of the messages', async () => {
    const { ada, recruiter, settle, write, hide } = await createScene()
    const id = await write(ada, 'You are a fool.')
    await settle()
    const first = await recruiter.get('/changes')

    await hide(id)
    await settle()

    const { data, text } = await recruiter.get(`/changes?since=${first.meta.next}`)
    assert.ok(
      data.some(({ type }: { type: string }) => type === 'job_application.updated'),
      text,
    )
    assert.ok(!text.includes('fool'))
  })
})
