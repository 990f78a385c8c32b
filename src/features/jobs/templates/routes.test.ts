import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

const texts = [
  { language: 'en', body: 'Dear {{candidate.first_name}}, {{post.title}} ends on {{post.deadline}}. {{sender.name}}' },
  { language: 'fr', body: 'Bonjour {{ candidate.name }}, fin le {{post.deadline}}.' },
]

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  return { ...app, recruiter }
}

describe('message templates', () => {
  it('are written, changed, listed and deleted by their owner alone', async () => {
    const { recruiter, given } = await createScene()
    const other = await given.user({ role: 'recruiter' })
    const admin = await given.admin()

    const made = await recruiter.post('/message-templates', { name: 'Thanks', texts })
    const path = `/message-templates/${made.data.id}`
    const renamed = await recruiter.put(path, { name: 'Many thanks' })

    assert.equal(made.status, 201, made.text)
    assert.deepEqual([renamed.data.name, renamed.data.texts], ['Many thanks', texts])
    assert.deepEqual((await recruiter.get('/message-templates')).data, [renamed.data])
    assert.deepEqual((await other.get('/message-templates')).data, [])
    for (const person of [other, admin])
      assertStatuses({
        reads: [await person.get(path), 403],
        changes: [await person.put(path, { name: 'Mine' }), 403],
        deletes: [await person.delete(path), 403],
        previews: [await person.post(`${path}/preview`, {}), 403],
      })
    assert.equal((await recruiter.delete(path)).status, 200)
    assert.equal((await recruiter.get(path)).status, 404)
  })

  it('are refused with unknown placeholders, half ones, and a language twice, all of them named', async () => {
    const { recruiter } = await createScene()
    const write = async (...some: object[]) =>
      (await recruiter.post('/message-templates', { name: 'x', texts: some })).errors

    assert.deepEqual(
      await write(
        { language: 'en', body: 'Hello {{candidate.email}}' },
        { language: 'en', body: 'Hello {{candidate.name}' },
      ),
      {
        'texts.0.body': [
          'The placeholder candidate.email is unknown. These are known: candidate.first_name, candidate.last_name, candidate.name, ' +
            'post.title, post.company, post.location, post.deadline, application.applied_at and sender.name.',
        ],
        'texts.1.body': ['A placeholder needs two braces before and after its name.'],
        'texts.1.language': ['Each language can have one text.'],
      },
    )
    for (const body of ['{{}}', '{{constructor}}', '{{candidate}}', '{{{{candidate.name}}}}', '}}'])
      assert.ok('texts.0.body' in (await write({ language: 'en', body })), body)
    assert.deepEqual(Object.keys(await write({ language: 'xx', body: 'Hello' })), ['texts.0.language'])
    assert.deepEqual(Object.keys(await write({ language: 'en' })), ['texts.0.body'])
    assert.deepEqual(Object.keys(await write()), ['texts'])
    assert.deepEqual((await recruiter.get('/message-templates')).data, [])
  })

  it('are previewed with examples, or with the values of an applicant in their language', async () => {
    const { recruiter, given } = await createScene()
    const post = await createJobPost(recruiter, { deadline: '2027-03-31T22:00:00Z' })
    const ada = await given.user()
    await ada.put(`/users/${ada.id}`, { locale: 'fr' })
    const application_id = await createApplication(ada, post.id)
    const stranger = await given.user({ role: 'recruiter' })
    const { data } = await recruiter.post('/message-templates', { name: 'Thanks', texts })
    const path = `/message-templates/${data.id}/preview`

    const example = await recruiter.post(path, {})
    const french = await recruiter.post(path, { application_id })
    const english = await recruiter.post(path, { application_id, language: 'en' })
    const absent = await recruiter.post(path, { application_id, language: 'ar' })
    const foreign = await stranger.post('/message-templates', { name: 'Thanks', texts })

    assert.match(example.data.body, /^Dear Ada, Biostatistician ends on 31 March 2027\. Rosalind Franklin$/)
    assert.deepEqual(french.data, { language: 'fr', body: 'Bonjour Barbara McClintock, fin le 31 mars 2027.' })
    assert.equal(english.data.body, 'Dear Barbara, Botanist ends on 31 March 2027. Rosalind')
    assert.equal(absent.data.language, 'en')
    assertStatuses({
      'an application of another recruiter': [
        await stranger.post(`/message-templates/${foreign.data.id}/preview`, { application_id }),
        403,
      ],
      'an unknown application': [await recruiter.post(path, { application_id: 999_999 }), 404],
    })
  })

  it('of others are not used in messages, nor too long values', async () => {
    const { recruiter, given } = await createScene()
    const post = await createJobPost(recruiter, { title: 'x'.repeat(150) })
    const id = await createApplication(await given.user(), post.id)
    const other = await given.user({ role: 'recruiter' })
    const { data: theirs } = await other.post('/message-templates', { name: 'x', texts })
    const { data: long } = await recruiter.post('/message-templates', {
      name: 'x',
      texts: [{ language: 'en', body: '{{post.title}}'.repeat(300) }],
    })
    const send = async (template_id: number) =>
      (await recruiter.post(`/job-applications/${id}/messages`, { template_id })).errors

    assert.deepEqual(await send(theirs.id), { template_id: ['The selected template is not one of yours.'] })
    assert.deepEqual(await send(999_999), { template_id: ['The selected template is not one of yours.'] })
    assert.deepEqual(await send(long.id), {
      template_id: ['The message would be too long with the values of this application.'],
    })
    assert.deepEqual((await recruiter.get(`/job-applications/${id}/messages`)).data, [])
  })

  it('are at most 200 a person, also when many are written at once, and erased with the account', async () => {
    const { recruiter } = await createScene()
    const write = () => recruiter.post('/message-templates', { name: 'x', texts: [{ language: 'en', body: 'x' }] })
    for (let count = 0; count < 195; count++) await write()

    const replies = await runConcurrently(10, write)

    assert.deepEqual(countByStatus(replies), { 201: 5, 422: 5 })
    const { data } = JSON.parse((await recruiter.get(`/users/${recruiter.id}/export`)).text)
    assert.equal(data.jobs.message_templates.length, 200)
  })
})

describe('message templates of a company', () => {
  async function createCompanyScene() {
    const scene = await createScene()
    const { given, recruiter: owner } = scene
    const [author, colleague, interviewer, stranger] = [
      await given.user({ name: 'Carla' }),
      await given.user(),
      await given.user(),
      await given.user({ role: 'recruiter' }),
    ]
    const company = await createCompany(owner)
    const membership = await addMember(owner, company.id, author)
    await addMember(owner, company.id, colleague)
    await addMember(owner, company.id, interviewer, 'interviewer')
    const write = (person = author) =>
      person.post('/message-templates', { name: 'Thanks', texts, company_id: company.id })
    const list = `/message-templates?company_id=${company.id}`
    return { ...scene, owner, author, colleague, interviewer, stranger, company, membership, write, list }
  }

  it('are read, changed and used by those who recruit for it, and by no others', async () => {
    const { given, owner, author, colleague, interviewer, stranger, company, write, list } = await createCompanyScene()
    const post = await createJobPost(owner, { company_id: company.id })
    const application = await createApplication(await given.user(), post.id)

    const { data, status, text } = await write()

    assert.equal(status, 201, text)
    const path = `/message-templates/${data.id}`
    for (const person of [owner, author, colleague]) {
      assert.deepEqual((await person.get(list)).data, [data])
      assert.deepEqual((await person.get('/message-templates')).data, [])
      assert.equal((await person.post(`${path}/preview`, { application_id: application })).data.language, 'en')
    }
    const sent = await colleague.post(`/job-applications/${application}/messages`, { template_id: data.id })
    assert.match(sent.data.body, /^Dear Barbara, Botanist ends on/)
    const theirs = await createJobPost(stranger)
    const other = await createApplication(await given.user(), theirs.id)
    for (const person of [interviewer, stranger, await given.admin()])
      assertStatuses({
        reads: [await person.get(path), 403],
        lists: [await person.get(list), 422],
        writes: [await write(person), 422],
        changes: [await person.put(path, { name: 'Mine' }), 403],
        deletes: [await person.delete(path), 403],
      })
    assertStatuses({
      'used by a stranger': [await stranger.post(`/job-applications/${other}/messages`, { template_id: data.id }), 422],
      'an unknown company': [await owner.get('/message-templates?company_id=999999'), 422],
      'changed by a colleague': [await colleague.put(path, { name: 'Many thanks' }), 200],
    })
    assert.deepEqual(
      (await owner.get(list)).data.map(({ name }: { name: string }) => name),
      ['Many thanks'],
    )
  })

  it('stay with the company when their author leaves or deletes the account, and go with the company', async () => {
    const { owner, author, colleague, company, membership, write, list } = await createCompanyScene()
    const { data } = await write()
    const { data: second } = await write(colleague)
    const path = `/message-templates/${data.id}`
    const cursor = (await author.get('/changes?since=now')).meta.next

    await author.delete(`/companies/${company.id}/members/${membership.id}`)
    await colleague.delete(`/users/${colleague.id}`)

    const told = (await author.get(`/changes?since=${cursor}&types=message_template`)).data
    assert.deepEqual(
      told.map(({ type, object }: { type: string; object: { id: number } }) => [type, object.id]).sort(),
      [
        ['message_template.deleted', data.id],
        ['message_template.deleted', second.id],
      ],
    )
    assertStatuses({
      'read by the former member': [await author.get(path), 403],
      'listed by the former member': [await author.get(list), 422],
      'changed by the former member': [await author.put(path, { name: 'Mine' }), 403],
    })
    assert.deepEqual(
      (await owner.get(list)).data.map(({ id }: { id: number }) => id),
      [second.id, data.id],
    )

    await owner.delete(`/companies/${company.id}`)
    assertStatuses({ 'read by the former owner': [await owner.get(path), 404] })
  })

  it('are at most 200 a company, also when several members write at the same time', async () => {
    const { owner, author, colleague, write } = await createCompanyScene()
    for (let count = 0; count < 195; count++) await write()

    const replies = await runConcurrently(10, (index) => write(index % 2 === 0 ? owner : colleague))

    assert.deepEqual(countByStatus(replies), { 201: 5, 422: 5 })
    const own = await author.post('/message-templates', { name: 'Mine', texts })
    assert.equal(own.status, 201, own.text)
  })
})
