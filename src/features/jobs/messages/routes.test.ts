import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'
import { pdf } from '#test/support/samples.ts'
import { assertUntold } from '#test/support/secrets.ts'

async function createScene(more: object = {}) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, more)
  const ada = await app.given.verifiedUser({ name: 'Wilhelmina Quastel' })
  const id = await createApplication(ada, post.id)
  return { ...app, recruiter, post, ada, id, path: `/job-applications/${id}/messages` }
}

async function upload(person: Person, name = 'plan.pdf'): Promise<number> {
  const reply = await person.send('POST', '/upload', {
    body: createForm({ type: 'document', file: new File([Uint8Array.from(pdf)], name) }),
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.file.id
}

describe('messages about an application', () => {
  it('go both ways, notify and mail the other side, and are listed for both', async () => {
    const { recruiter, ada, path, listMails, settle } = await createScene()

    const asked = await recruiter.post(path, { body: 'Could you come on Tuesday?\nOr on Friday?' })
    const answered = await ada.post(path, { body: 'Tuesday is fine.' })
    await settle()

    assert.deepEqual([asked.status, answered.status], [201, 201], asked.text + answered.text)
    for (const person of [recruiter, ada])
      assert.deepEqual(
        (await person.get(path)).data.map((row: { sender: string; body: string; author: { name: string } }) => [
          row.sender,
          row.author.name,
          row.body,
        ]),
        [
          ['candidate', 'Barbara McClintock', 'Tuesday is fine.'],
          ['recruiter', 'Rosalind', 'Could you come on Tuesday?\nOr on Friday?'],
        ],
      )
    assert.match((await ada.get('/notifications')).data[0].message, /^Rosalind wrote to you about Botanist\.$/)
    assert.match((await recruiter.get('/notifications')).data[0].message, /^Barbara McClintock wrote to you about Bota/)
    const toAda = (await listMails(ada.email)).find(({ subject }) => subject === 'Rosalind wrote to you about Botanist')
    assert.match(toAda?.text ?? '', /Could you come on Tuesday\?\nOr on Friday\?/)
    const toRecruiter = (await listMails(recruiter.email)).map(({ subject }) => subject)
    assert.ok(toRecruiter.includes('Barbara McClintock wrote to you about Botanist'), toRecruiter.join())
  })

  it('are for the applicant and those who manage the post alone, and told to them alone', async () => {
    const { recruiter, ada, given, post, path, settle } = await createScene()
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })
    const rival = await given.user()
    await createApplication(rival, post.id)
    await settle()
    const cursor = async (person: Person) => (await person.get('/changes?since=now')).meta.next
    const since = new Map<Person, string>()
    for (const person of [reviewer, rival, ada, recruiter]) since.set(person, await cursor(person))

    await recruiter.post(path, { body: 'Hello' })
    await settle()

    for (const person of [reviewer, rival, await given.user({ role: 'recruiter' })])
      assertStatuses({
        'a stranger reads': [await person.get(path), 403],
        'a stranger writes': [await person.post(path, { body: 'Hello' }), 403],
      })
    const told = async (person: Person) =>
      (await person.get(`/changes?since=${since.get(person)}&types=job_application`)).data.length
    assert.deepEqual([await told(reviewer), await told(rival), await told(ada), await told(recruiter)], [0, 0, 1, 1])
    assertStatuses({ 'an unknown application': [await recruiter.get('/job-applications/999999/messages'), 404] })
  })

  it('have files, which are moved from the uploads of the sender and readable by both sides', async () => {
    const { recruiter, ada, path, id, anonymous } = await createScene()
    const file = await upload(recruiter)

    const sent = await recruiter.post(path, { body: 'The plan.', files: [file] })
    const again = await recruiter.post(path, { body: 'The plan.', files: [file] })
    const foreign = await ada.post(path, { body: 'Yours', files: [await upload(recruiter, 'other.pdf')] })

    assert.equal(sent.status, 201, sent.text)
    assert.deepEqual(
      [sent.data.files.map((one: { filename: string }) => one.filename), sent.data.withheld_files],
      [['plan.pdf'], 0],
    )
    const refused = { files: ['One of the selected files is not one of your uploads.'] }
    assert.deepEqual([again.status, again.errors], [422, refused])
    assert.deepEqual([foreign.status, foreign.errors], [422, refused])
    const [{ files }] = (await ada.get(path)).data
    assert.equal((await anonymous.get(getPath(files[0].url))).status, 200)
    assert.deepEqual(
      (await recruiter.get('/files')).data.map((one: { filename: string }) => one.filename),
      ['other.pdf'],
    )
    assert.equal((await recruiter.get(path)).data.length, 1)

    await ada.delete(`/job-applications/${id}`)
    assert.equal((await anonymous.get(getPath(files[0].url))).status, 404)
  })

  it('take one upload once, also when two are sent at the same time', async () => {
    const { recruiter, path } = await createScene()
    const file = await upload(recruiter)

    const replies = await runConcurrently(5, () => recruiter.post(path, { body: 'The plan.', files: [file] }))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 4 })
    assert.equal((await recruiter.get(path)).data.length, 1)
  })

  it('are refused without a text, with two, too long ones, and leave no trace', async () => {
    const { recruiter, path } = await createScene()
    const template = await recruiter.post('/message-templates', {
      name: 'Hello',
      texts: [{ language: 'en', body: 'Hello' }],
    })
    const { id: template_id } = template.data

    const none = await recruiter.post(path, {})
    const both = await recruiter.post(path, { body: 'x', template_id })
    const long = await recruiter.post(path, { body: 'x'.repeat(5_001) })
    const many = await recruiter.post(path, { body: 'x', files: [1, 2, 3, 4, 5, 6] })

    assert.deepEqual(none.errors, { body: ['The body field is required.'] })
    assert.deepEqual(both.errors, { template_id: ['Send either a body or a template id, not both.'] })
    assert.deepEqual([long.status, many.status], [422, 422])
    assert.deepEqual((await recruiter.get(path)).data, [])
  })

  it('of an applicant are at most 30 in 24 hours, also at once', async () => {
    const { ada, path, clock } = await createScene()
    for (let count = 0; count < 25; count++) await ada.post(path, { body: 'Please' })

    const replies = await runConcurrently(10, () => ada.post(path, { body: 'Please' }))

    assert.deepEqual(countByStatus(replies), { 201: 5, 429: 5 })
    clock.advance({ days: 1, minutes: 1 })
    assert.equal((await ada.post(path, { body: 'Please' })).status, 201)
  })

  it('are exported to their author and to the applicant, and erased with the account of the applicant', async () => {
    const { recruiter, ada, path, anonymous } = await createScene()
    await recruiter.post(path, { body: 'Gooseberry', files: [await upload(recruiter)] })
    await ada.post(path, { body: 'Elderflower', files: [await upload(ada)] })
    const bodies = async (person: Person) =>
      JSON.parse((await person.get(`/users/${person.id}/export`)).text).data.jobs.application_messages.map(
        (row: { body: string; own: boolean }) => [row.body, row.own],
      )

    assert.deepEqual(await bodies(recruiter), [['Gooseberry', true]])
    assert.deepEqual(await bodies(ada), [
      ['Gooseberry', false],
      ['Elderflower', true],
    ])
    const links: string[] = (await recruiter.get(path)).data.flatMap((row: { files: { url: string }[] }) =>
      row.files.map(({ url }) => url),
    )
    await ada.delete(`/users/${ada.id}`)
    assert.deepEqual((await recruiter.get(path)).data, [])
    assert.equal((await recruiter.post(path, { body: 'Are you there?' })).status, 201)
    assert.equal(links.length, 2)
    for (const url of links) assert.equal((await anonymous.get(getPath(url))).status, 404)
  })
})

describe('messages about an application to a company', () => {
  async function createCompanyScene(more: object = {}) {
    const app = await testApp()
    const { given } = app
    const owner = await given.verifiedUser({ role: 'recruiter', name: 'Olga' })
    const [recruiter, colleague, silent, interviewer, ada] = [
      await given.verifiedUser({ role: 'recruiter', name: 'Rafael' }),
      await given.verifiedUser({ name: 'Carla' }),
      await given.verifiedUser({ name: 'Silvia' }),
      await given.verifiedUser({ name: 'Ivo' }),
      await given.verifiedUser({ name: 'Wilhelmina Quastel' }),
    ]
    const company = await createCompany(owner)
    await addMember(owner, company.id, recruiter)
    const membership = await addMember(owner, company.id, colleague)
    await addMember(owner, company.id, silent)
    await addMember(owner, company.id, interviewer, 'interviewer')
    const post = await createJobPost(recruiter, { company_id: company.id, ...more })
    const id = await createApplication(ada, post.id)
    const leave = () => colleague.delete(`/companies/${company.id}/members/${membership.id}`)
    const path = `/job-applications/${id}/messages`
    return { ...app, owner, recruiter, colleague, silent, interviewer, ada, post, id, path, leave }
  }

  const countNotices = async (person: Person) =>
    (await person.get('/notifications?limit=100')).data.filter((row: { title: string }) => row.title === 'New message')
      .length

  it('are read and written by those who recruit for it, with their files, and by no interviewer', async () => {
    const { owner, recruiter, colleague, interviewer, ada, path, anonymous } = await createCompanyScene()

    const sent = await colleague.post(path, { body: 'The plan.', files: [await upload(colleague)] })

    assert.equal(sent.status, 201, sent.text)
    for (const person of [owner, recruiter, colleague, ada]) {
      const [message] = (await person.get(path)).data
      assert.deepEqual([message.author.name, message.sender, message.files.length], ['Carla', 'recruiter', 1])
      assert.equal((await anonymous.get(getPath(message.files[0].url))).status, 200)
    }
    assertStatuses({
      'an interviewer reads': [await interviewer.get(path), 403],
      'an interviewer writes': [await interviewer.post(path, { body: 'Hello' }), 403],
    })
  })

  it('reach the recruiter and the colleagues who have written, while they recruit', async () => {
    const { recruiter, colleague, silent, interviewer, owner, ada, path, leave, settle, listMails } =
      await createCompanyScene()
    await colleague.post(path, { body: 'Could you come?' })

    await ada.post(path, { body: 'Yes.' })
    await settle()

    const counts = async () => [await countNotices(recruiter), await countNotices(colleague), await countNotices(ada)]
    assert.deepEqual(await counts(), [1, 1, 1])
    for (const person of [silent, interviewer, owner]) assert.equal(await countNotices(person), 0)
    for (const person of [recruiter, colleague])
      assert.ok((await listMails(person.email)).some(({ subject }) => subject.includes('wrote to you about Botanist')))

    await leave()
    assert.equal((await colleague.get(path)).status, 403)
    await ada.post(path, { body: 'Hello?' })
    assert.deepEqual(await counts(), [2, 1, 1])
  })

  it('name no blind candidate to any member before the shortlist', async () => {
    const { recruiter, colleague, ada, path, clock, settle, listMails } = await createCompanyScene({ blind: true })
    clock.advance({ days: 1 })
    await settle()
    await colleague.post(path, { body: 'Could you come?' })

    const body = `I am Wilhelmina Quastel, Barbara McClintock, ${ada.email}.`
    assert.equal((await ada.post(path, { body, files: [await upload(ada, 'quastel.pdf')] })).status, 201)
    await settle()

    for (const person of [recruiter, colleague]) {
      const read = [
        (await person.get(path)).text,
        (await person.get('/notifications')).text,
        JSON.stringify(await listMails(person.email)),
      ]
      assertUntold(read.join(), ['quastel', 'wilhelmina', 'mcclintock', 'barbara', ada.email])
      assert.match(read.join(), /Candidate 1 wrote to you about Botanist/)
    }
  })
})

describe('messages of a blind candidate', () => {
  it('name nobody before the shortlist: no text, file, moment, mail or notification', async () => {
    const app = await createScene({ blind: true })
    const { recruiter, ada, path, id, clock, settle, listMails } = app
    const early = await ada.post(path, { body: 'Hello' })
    const hidden = await recruiter.get(path)
    clock.advance({ days: 1 })
    await settle()

    const body = `I am Wilhelmina Quastel, Barbara McClintock, ${ada.email}, +44 20 7946 0000.`
    const sent = await ada.post(path, { body, files: [await upload(ada, 'quastel.pdf')] })
    await recruiter.post(path, { body: 'Thank you.' })
    await settle()

    assert.deepEqual([early.status, hidden.status], [422, 404])
    assert.equal(sent.data.body, body)
    const [, shown] = (await recruiter.get(path)).data
    assert.deepEqual(
      [shown.author, shown.body, shown.files, shown.withheld_files, shown.created_at.slice(10)],
      [{ id: null, name: 'Candidate 1' }, 'I am …, …, …, ….', [], 1, 'T00:00:00.000Z'],
    )
    const read = [
      (await recruiter.get(path)).text,
      (await recruiter.get('/notifications')).text,
      (await recruiter.get(`/users/${recruiter.id}/export`)).text,
      JSON.stringify(await listMails(recruiter.email)),
    ].join('\n')
    assertUntold(read, ['quastel', 'wilhelmina', 'mcclintock', 'barbara', '7946', ada.email])
    assert.match(read, /Candidate 1 wrote to you about Botanist/)

    await recruiter.put(`/job-applications/${id}/status`, { status: 'shortlisted' })
    const [, known] = (await recruiter.get(path)).data
    assert.deepEqual([known.author.id, known.body, known.files[0].filename], [ada.id, body, 'quastel.pdf'])
  })

  it('are addressed by their number in templates, in the language of the sender', async () => {
    const { recruiter, ada, path, clock, settle } = await createScene({ blind: true })
    await ada.put(`/users/${ada.id}`, { locale: 'sw' })
    clock.advance({ days: 1 })
    await settle()
    const { data: template } = await recruiter.post('/message-templates', {
      name: 'Hello',
      texts: [
        { language: 'sw', body: 'Habari {{candidate.first_name}} {{candidate.last_name}}' },
        { language: 'en', body: 'Hello {{candidate.first_name}}, {{ candidate.name }}' },
      ],
    })

    const preview = await recruiter.post(`/message-templates/${template.id}/preview`, {
      application_id: Number(path.split('/')[2]),
    })
    const sent = await recruiter.post(path, { template_id: template.id })

    assert.deepEqual(preview.data, { language: 'en', body: 'Hello Candidate 1, Candidate 1' })
    assert.equal(sent.data.body, 'Hello Candidate 1, Candidate 1')
    assert.equal((await ada.get(path)).data[0].body, sent.data.body)
  })
})
