import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

const refused = { user_id: ['You can ask people who have applied to you, and researchers whose profile you see.'] }

/** A service of its own, whose sessions outlive the requests. */
const createLongApp = () => createApp({ TOKEN_TTL_DAYS: '365' })

async function createScene(open: () => Promise<TestApp> = testApp) {
  const app = await open()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  const ada = await app.given.verifiedUser({ name: 'Ada' })
  const post = await createJobPost(recruiter)
  await createApplication(ada, post.id)
  const until = (days: number) => addDuration(app.clock.now(), { days })
  const ask = (more: object = {}, who: Person = recruiter) =>
    who.post('/talent-pool', { user_id: ada.id, consent_until: until(300), ...more })
  const answer = (id: number, word: string, who: Person = ada) =>
    who.post(`/talent-pool/${id}/answer`, { answer: word })
  const listTitles = async (who: Person): Promise<string[]> =>
    (await who.get('/notifications?type=job_application')).data.map(({ title }: { title: string }) => title)
  const findLink = async (who: Person) => {
    const mails = await app.listMails(who.email)
    const text = mails.map((mail) => mail.text).find((body) => body.includes('/talent-pool/'))
    return /http:\/\/api\.test(\S*\/talent-pool\/\S+)/.exec(text ?? '')?.[1] ?? ''
  }
  return { ...app, recruiter, ada, post, until, ask, answer, listTitles, findLink }
}

describe('a talent pool', () => {
  it('has a person as pending, and with the address after the consent, which the person sees without the note', async () => {
    const { recruiter, ada, given, ask, answer, listTitles, until } = await createScene()
    const consent_until = until(300)

    const asked = await ask({ note: 'Knows every moss.', consent_until })
    const path = `/talent-pool/${asked.data.id}`
    const seen = await ada.get(path)
    const answered = await answer(asked.data.id, 'consented')

    assert.equal(asked.status, 201, asked.text)
    assert.deepEqual(asked.data, {
      id: asked.data.id,
      user_id: ada.id,
      user: { id: ada.id, name: 'Ada', email: '', profile_photo: null },
      keeper: { id: recruiter.id, name: 'Rosalind' },
      company_id: null,
      company: null,
      consent_until,
      note: 'Knows every moss.',
      status: 'pending',
      ends_at: addDuration(asked.data.created_at, { days: 30 }),
      consented_at: null,
      created_at: asked.data.created_at,
      updated_at: asked.data.created_at,
    })
    assert.deepEqual([seen.data.status, 'note' in seen.data, seen.data.user.email], ['pending', false, ada.email])
    assert.equal(answered.status, 200, answered.text)
    const [entry] = (await recruiter.get('/talent-pool?status=consented')).data
    assert.deepEqual(
      [entry.status, entry.user.email, entry.ends_at, entry.note],
      ['consented', ada.email, consent_until, 'Knows every moss.'],
    )
    assert.deepEqual((await recruiter.get('/talent-pool?status=pending')).data, [])
    assert.deepEqual((await ada.get('/talent-pool')).data, [])
    const [consent] = (await ada.get('/talent-pool/consents')).data
    assert.deepEqual([consent.keeper.name, 'note' in consent], ['Rosalind', false])
    assert.equal((await listTitles(ada)).includes('May we keep you in a talent pool?'), true)
    assert.equal((await listTitles(recruiter)).includes('In your talent pool'), true)
    const other = await given.user({ role: 'recruiter' })
    for (const person of [other, await given.admin()])
      assertStatuses({
        reads: [await person.get(path), 403],
        writes: [await person.put(path, { note: 'Mine' }), 403],
        deletes: [await person.delete(path), 403],
        answers: [await answer(asked.data.id, 'declined', person), 403],
      })
    assertStatuses({
      'the keeper answers': [await answer(asked.data.id, 'consented', recruiter), 403],
      'the person writes': [await ada.put(path, { note: 'Mine' }), 403],
      'the person deletes': [await ada.delete(path), 403],
      'the keeper writes': [await recruiter.put(path, { note: 'Call in May.' }), 200],
    })
    assert.equal((await recruiter.get(path)).data.note, 'Call in May.')
    assert.equal((await recruiter.delete(path)).status, 200)
    assert.equal((await ada.get(path)).status, 404)
  })

  it('lets at most fifty requests to one person wait, also when many ask at one moment', async () => {
    const { given, ask } = await createScene()
    const researcher = await given.user({ role: 'researcher' })
    const askAgain = async () => ask({ user_id: researcher.id }, await given.user({ role: 'recruiter' }))

    const replies = await runConcurrently(53, askAgain)

    assert.deepEqual(countByStatus(replies), { 201: 50, 422: 3 })
    const refusedOne = replies.find(({ status }) => status === 422)
    assert.deepEqual(refusedOne?.errors, {
      user_id: ['This person has too many open requests; please try again later.'],
    })
    assert.equal((await researcher.get('/talent-pool/consents')).meta.total, 50)
    const [first] = (await researcher.get('/talent-pool/consents')).data
    await researcher.post(`/talent-pool/${first.id}/answer`, { answer: 'consented' })
    assert.equal((await askAgain()).status, 201)
  })

  it('refuses an unknown person, a blind candidate, a private profile and oneself with the same words', async () => {
    const { recruiter, given, ask, answer, until } = await createScene()
    const [stranger, blind, hidden, open] = [
      await given.user(),
      await given.user(),
      await given.user({ role: 'researcher' }),
      await given.user({ role: 'researcher' }),
    ]
    const blindPost = await createJobPost(recruiter, { blind: true })
    await createApplication(blind, blindPost.id)
    await hidden.put('/researchers/me', { visibility: 'private' })

    for (const user_id of [stranger.id, blind.id, hidden.id, recruiter.id, 999_999])
      assert.deepEqual((await ask({ user_id })).errors, refused, String(user_id))
    assert.deepEqual((await ask({}, await given.user({ role: 'recruiter' }))).errors, refused)
    assert.equal((await ask({ user_id: open.id })).status, 201)
    for (const consent_until of [until(0), until(-1), until(800)])
      assert.deepEqual((await ask({ consent_until })).errors, {
        consent_until: ['The consent ends in the future, within two years.'],
      })
    const both = await ask({ user_id: stranger.id, company_id: 999_999 })
    assert.equal(both.status, 422)
    assertStatuses({
      'a learner': [await ask({ user_id: open.id }, stranger), 403],
      'an unknown entry': [await answer(999_999, 'consented', stranger), 404],
      'another word': [await answer(1, 'pending', stranger), 422],
    })
    assert.deepEqual((await stranger.get('/talent-pool/consents')).data, [])
    assert.equal((await recruiter.get('/talent-pool')).meta.total, 1)
  })

  it('asks a person once, also when many requests come at the same moment, and not again soon', async () => {
    const { recruiter, ada, ask, answer, clock, listTitles } = await createScene(createLongApp)

    const replies = await runConcurrently(20, () => ask())

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    const [{ id }] = (await recruiter.get('/talent-pool')).data
    await recruiter.delete(`/talent-pool/${id}`)
    const again = await ask()
    assert.equal(again.status, 429)
    assert.equal(again.message, 'This person was asked already. Please give them time before you ask again.')
    clock.advance({ days: 31 })
    const later = await ask()
    assert.equal(later.status, 201, later.text)
    await answer(later.data.id, 'declined')
    clock.advance({ days: 170 })
    assert.equal((await ask()).status, 429)
    clock.advance({ days: 11 })
    assert.equal((await ask()).status, 201)
    const titles = await listTitles(ada)
    assert.equal(titles.filter((title) => title === 'May we keep you in a talent pool?').length, 3)
  })

  it('is left by a refusal and by a withdrawal, each with its note, and the keeper is told', async () => {
    const { recruiter, ask, answer, listTitles } = await createScene()
    const { data } = await ask({ note: 'Secret.' })
    await answer(data.id, 'consented')

    const replies = await runConcurrently(10, () => answer(data.id, 'declined'))

    const counts = countByStatus(replies)
    assert.ok((counts[200] ?? 0) >= 1, JSON.stringify(counts))
    assert.equal((counts[200] ?? 0) + (counts[404] ?? 0), 10)
    assert.deepEqual((await recruiter.get('/talent-pool')).data, [])
    const titles = await listTitles(recruiter)
    assert.equal(titles.filter((title) => title === 'Not in your talent pool').length, 1)
  })

  it('forgets a person at the end of the consent, and a request without an answer after 30 days', async () => {
    const { recruiter, ada, given, ask, answer, clock, settle, until } = await createScene(createLongApp)
    const open = await given.user({ role: 'researcher' })
    const short = await ask({ consent_until: until(10) })
    await answer(short.data.id, 'consented')
    const long = await ask({ user_id: open.id })

    clock.advance({ days: 10 })

    assert.deepEqual(
      (await recruiter.get('/talent-pool')).data.map(({ id }: { id: number }) => id),
      [long.data.id],
    )
    assertStatuses({
      'the keeper reads': [await recruiter.get(`/talent-pool/${short.data.id}`), 404],
      'the person reads': [await ada.get(`/talent-pool/${short.data.id}`), 404],
    })
    assert.deepEqual((await ada.get('/talent-pool/consents')).data, [])
    clock.advance({ days: 21 })
    assert.equal((await answer(long.data.id, 'consented', open)).status, 404)
    await settle()
    const exported = JSON.parse((await recruiter.get(`/users/${recruiter.id}/export`)).text)
    assert.deepEqual(exported.data.jobs.talent_pool, [])
  })

  it('is answered by the link in the mail without a sign-in; to open the page changes nothing', async () => {
    const { recruiter, ada, anonymous, given, ask, findLink } = await createScene(createLongApp)
    const { data } = await ask({ note: 'Secret.' })
    const link = await findLink(ada)
    const [path = '', query = ''] = link.split('?')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (word: string, to = path) =>
      anonymous.send('POST', to, { body: `answer=${word}&${query}`, headers: form })
    const other = await given.user({ role: 'researcher' })
    const { data: theirs } = await ask({ user_id: other.id })

    const page = await anonymous.get(link, { accept: 'text/html' })
    const unsigned = await anonymous.get(path)
    const crossed = await send('consented', path.replace(String(data.id), String(theirs.id)))
    const pending = await recruiter.get(`/talent-pool/${data.id}`)
    const agreed = await send('consented')

    assertStatuses({
      page: [page, 200],
      unsigned: [unsigned, 403],
      crossed: [crossed, 403],
      'another word': [await send('maybe'), 422],
      agreed: [agreed, 200],
    })
    assert.match(page.text, /Rosalind.* asks to keep you in a personal talent pool until/)
    assert.doesNotMatch(page.text, /Secret/)
    assert.equal(pending.data.status, 'pending')
    assert.equal((await recruiter.get(`/talent-pool/${data.id}`)).data.status, 'consented')
    assert.match(agreed.text, /Withdraw my consent/)
    const withdrawn = await send('declined')
    assert.match(withdrawn.text, /You are not in this talent pool\./)
    assert.equal((await recruiter.get(`/talent-pool/${data.id}`)).status, 404)
    assert.equal((await send('consented')).status, 200)
    assert.deepEqual((await ada.get('/talent-pool/consents')).data, [])
  })

  it('of a company is kept by all who recruit for it, and by no others, and goes with it', async () => {
    const { recruiter, given, ask, answer, ada } = await createScene()
    const [colleague, interviewer, outsider] = [
      await given.user(),
      await given.user(),
      await given.user({ role: 'recruiter' }),
    ]
    const company = await createCompany(recruiter)
    await addMember(recruiter, company.id, colleague)
    await addMember(recruiter, company.id, interviewer, 'interviewer')
    const list = `/talent-pool?company_id=${company.id}`

    const { data, status, text } = await ask({ company_id: company.id })
    const path = `/talent-pool/${data.id}`

    assert.equal(status, 201, text)
    assert.deepEqual(data.company, { id: company.id, name: 'Kew Gardens' })
    const doubled = await ask({ company_id: company.id }, recruiter)
    assert.deepEqual(doubled.errors, { user_id: ['This person is in the talent pool, or was asked already.'] })
    assert.deepEqual(
      (await colleague.get(list)).data.map(({ id }: { id: number }) => id),
      [data.id],
    )
    assert.equal((await colleague.put(path, { note: 'Call.' })).data.note, 'Call.')
    assert.deepEqual((await recruiter.get('/talent-pool')).data, [])
    for (const person of [interviewer, outsider])
      assertStatuses({
        lists: [await person.get(list), 422],
        reads: [await person.get(path), 403],
        writes: [await person.put(path, { note: 'Mine' }), 403],
        asks: [await ask({ company_id: company.id }, person), 422],
      })
    await answer(data.id, 'consented')
    assert.equal((await recruiter.delete(`/companies/${company.id}`)).status, 200)
    assert.deepEqual((await ada.get('/talent-pool/consents')).data, [])
  })

  it('is in the exports of both, and goes with the account of either', async () => {
    const { recruiter, ada, given, ask, answer } = await createScene()
    const { data } = await ask({ note: 'Knows every moss.' })
    await answer(data.id, 'consented')
    const readJobs = async (who: Person) => JSON.parse((await who.get(`/users/${who.id}/export`)).text).data.jobs
    const open = await given.user({ role: 'researcher' })
    await ask({ user_id: open.id })

    const kept = (await readJobs(recruiter)).talent_pool.find(({ id }: { id: number }) => id === data.id)
    const [consent] = (await readJobs(ada)).talent_pool_consents

    assert.deepEqual([kept.name, kept.note, 'user' in kept], ['Ada', 'Knows every moss.', false])
    assert.deepEqual([consent.keeper.name, consent.status, 'note' in consent], ['Rosalind', 'consented', false])
    await ada.delete(`/users/${ada.id}`)
    assert.equal((await recruiter.get('/talent-pool')).meta.total, 1)
    await recruiter.delete(`/users/${recruiter.id}`)
    assert.deepEqual((await open.get('/talent-pool/consents')).data, [])
  })
})
