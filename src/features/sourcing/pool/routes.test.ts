import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { addDuration } from '#core/time.ts'
import { castInteger, castTimestamp, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
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
      requested_until: null,
      requester: null,
      request_ends_at: null,
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

  it('lets at most fifty requests to one person wait, also when many ask at one moment, and those for a later end count', async () => {
    const { recruiter, given, ask, answer, until } = await createScene()
    const researcher = await given.user({ role: 'researcher' })
    const kept = (await ask({ user_id: researcher.id })).data
    await answer(kept.id, 'consented', researcher)
    const extend = () => recruiter.post(`/talent-pool/${kept.id}/extension`, { consent_until: until(600) })
    const askAgain = async () => ask({ user_id: researcher.id }, await given.user({ role: 'recruiter' }))

    const replies = await runConcurrently(53, askAgain)

    assert.deepEqual(countByStatus(replies), { 201: 50, 422: 3 })
    const refusedOne = replies.find(({ status }) => status === 422)
    assert.deepEqual(refusedOne?.errors, {
      user_id: ['This person has too many open requests; please try again later.'],
    })
    assert.deepEqual((await extend()).errors, refusedOne?.errors)
    assert.equal((await researcher.get('/talent-pool/consents')).meta.total, 51)
    const [first] = (await researcher.get('/talent-pool/consents')).data
    await researcher.post(`/talent-pool/${first.id}/answer`, { answer: 'consented' })
    assert.equal((await askAgain()).status, 201)
    const [next] = (await researcher.get('/talent-pool/consents')).data
    await answer(next.id, 'declined', researcher)
    assert.equal((await extend()).status, 200)
    assert.equal((await askAgain()).status, 422)
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

  it('holds at most 5,000 people, also when many are asked at one moment', async () => {
    const { platform, recruiter, given, ask } = await createScene()
    await ask()
    await fillPool(platform, recruiter.id, 4_997)
    const people: Person[] = []
    for (let number = 0; number < 4; number++) people.push(await given.user({ role: 'researcher' }))

    const replies = await runConcurrently(4, (index) => ask({ user_id: people[index]?.id }))

    assert.deepEqual(countByStatus(replies), { 201: 2, 422: 2 })
    const full = replies.find(({ status }) => status === 422)
    assert.equal(full?.message, 'A talent pool has at most 5000 people.')
    const { data, meta } = await recruiter.get('/talent-pool')
    assert.equal(meta.total, 5_000)
    await recruiter.delete(`/talent-pool/${data[0].id}`)
    const other = await given.user({ role: 'researcher' })
    assert.equal((await ask({ user_id: other.id })).status, 201)
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

describe('a later end of a consent', () => {
  /** A person who has agreed to be kept for 300 days. */
  async function createConsent(open: () => Promise<TestApp> = testApp) {
    const scene = await createScene(open)
    const { data } = await scene.ask({ note: 'Secret.' })
    await scene.answer(data.id, 'consented')
    const path = `/talent-pool/${data.id}`
    const extend = (days = 600, who: Person = scene.recruiter) =>
      who.post(`${path}/extension`, { consent_until: scene.until(days) })
    const agree = (requested_until: string, who: Person = scene.ada) =>
      who.post(`${path}/answer`, { answer: 'extended', requested_until })
    const readEnd = async () => {
      const { data: seen } = await scene.ada.get(path)
      return [seen.consent_until, seen.ends_at, seen.requested_until]
    }
    return { ...scene, id: data.id, end: data.consent_until, path, extend, agree, readEnd }
  }

  it('holds once the person agrees to it, and the present one until then', async () => {
    const { recruiter, ada, end, path, until, extend, agree, readEnd, listTitles, clock } =
      await createConsent(createLongApp)
    const later = until(340)

    const asked = await extend(340)
    const before = await readEnd()
    const agreed = await agree(later)

    assert.equal(asked.status, 200, asked.text)
    assert.deepEqual(
      [asked.data.consent_until, asked.data.requested_until, asked.data.requester, asked.data.note],
      [end, later, { id: recruiter.id, name: 'Rosalind' }, 'Secret.'],
    )
    assert.deepEqual(before, [end, end, later])
    assert.equal(agreed.status, 200, agreed.text)
    assert.deepEqual(await readEnd(), [later, later, null])
    assert.equal((await agree(later)).status, 200)
    assert.equal((await listTitles(ada)).filter((title) => title.endsWith('for longer?')).length, 1)
    assert.equal((await listTitles(recruiter)).filter((title) => title === 'Longer in your talent pool').length, 1)
    clock.advance({ days: 301 })
    assert.equal((await recruiter.get(path)).status, 200)
    clock.advance({ days: 40 })
    assert.equal((await recruiter.get(path)).status, 404)
  })

  it('is refused without a change of the present one, and not asked for again soon', async () => {
    const { recruiter, end, path, extend, agree, until, readEnd, answer, id, listTitles, clock } =
      await createConsent(createLongApp)
    const later = until(600)
    await extend()

    const replies = await runConcurrently(5, () => answer(id, 'not_extended'))

    assert.deepEqual(countByStatus(replies), { 200: 5 })
    assert.deepEqual(await readEnd(), [end, end, null])
    assert.equal((await recruiter.get(path)).data.status, 'consented')
    const late = await agree(later)
    assert.deepEqual(late.errors, {
      requested_until: ['There is no open request for this end; it was answered, or has ended.'],
    })
    clock.advance({ days: 100 })
    const again = await extend()
    assert.deepEqual(
      [again.status, again.message],
      [429, 'This person was asked already. Please give them time before you ask again.'],
    )
    assert.deepEqual(await readEnd(), [end, end, null])
    const titles = await listTitles(recruiter)
    assert.equal(titles.filter((title) => title === 'Your talent pool: the end stays').length, 1)
    clock.advance({ days: 81 })
    assert.equal((await extend()).status, 200)
  })

  it('says what is wrong with it, and is asked for by those who keep the person only', async () => {
    const { ada, given, path, extend, agree, answer, id, until, readEnd, end, ask, recruiter } = await createConsent()
    const open = await given.user({ role: 'researcher' })
    const pending = (await ask({ user_id: open.id })).data
    const wrong = { consent_until: ['The new end comes after the present one, within two years.'] }

    for (const days of [299, 300, 800, -1]) assert.deepEqual((await extend(days)).errors, wrong, String(days))
    const early = await recruiter.post(`/talent-pool/${pending.id}/extension`, { consent_until: until(600) })
    assert.deepEqual([early.status, early.message], [422, 'This person has not agreed yet.'])
    assertStatuses({
      'the person': [await extend(600, ada), 403],
      'a stranger': [await extend(600, await given.user({ role: 'recruiter' })), 403],
      'an administrator': [await extend(600, await given.admin()), 403],
      'an unknown entry': [await recruiter.post('/talent-pool/999999/extension', { consent_until: until(600) }), 404],
      'no date': [await recruiter.post(`${path}/extension`, { consent_until: 'soon' }), 422],
      'an answer without a request': [await agree(until(600)), 422],
    })
    await extend()
    assertStatuses({
      'another end than the one asked for': [await agree(until(601)), 422],
      'an answer without the end': [await answer(id, 'extended'), 422],
      'an empty end': [await recruiter.post(`${path}/extension`, {}), 422],
      'an answer of those who ask': [await agree(until(600), recruiter), 403],
      'an answer of a pending person': [await answer(pending.id, 'extended', open), 422],
    })
    const bare = await answer(id, 'extended')
    assert.deepEqual(bare.errors, { requested_until: ['The requested until field is required.'] })
    assert.deepEqual(await readEnd(), [end, end, until(600)])
  })

  it('is asked for once when members of a company ask at one moment', async () => {
    const { recruiter, given, ada, ask, answer, until, listTitles } = await createScene()
    const colleague = await given.user({ name: 'Colin' })
    const company = await createCompany(recruiter)
    await addMember(recruiter, company.id, colleague)
    const { data } = await ask({ company_id: company.id })
    await answer(data.id, 'consented')
    const path = `/talent-pool/${data.id}/extension`

    const replies = await runConcurrently(12, (index) =>
      (index % 2 === 0 ? recruiter : colleague).post(path, { consent_until: until(400 + index) }),
    )

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 11 })
    const first = replies.find(({ status }) => status === 200)
    const second = replies.find(({ status }) => status === 422)
    assert.equal(second?.message, 'This person was asked for a later end, and has not answered yet.')
    const titles = await listTitles(ada)
    assert.equal(titles.filter((title) => title.endsWith('for longer?')).length, 1)
    const { requested_until, requester } = first?.data ?? {}
    const body = { answer: 'extended', requested_until }
    assert.equal((await ada.post(`/talent-pool/${data.id}/answer`, body)).status, 200)
    const [asker, other] = requester.id === colleague.id ? [colleague, recruiter] : [recruiter, colleague]
    assert.equal((await listTitles(asker)).includes('Longer in your talent pool'), true)
    assert.equal((await listTitles(other)).includes('Longer in your talent pool'), false)
  })

  it('does not come to life when the person agrees while the consent ends', async () => {
    const { recruiter, ada, path, end, extend, agree, until, clock, settle } = await createConsent(createLongApp)
    clock.advance({ days: 290 })
    const later = until(300)
    const asked = await extend(300)
    assert.deepEqual([asked.status, asked.data.request_ends_at], [200, end])
    const withdrawing = { answer: 'declined' }
    clock.advance({ days: 9, hours: 23, minutes: 59 })

    const [early] = await Promise.all([agree(later), settle(), ada.get(path)])
    assert.equal(early.status, 200, early.text)
    assert.equal((await recruiter.get(path)).data.consent_until, later)
    const ends = await runConcurrently(6, (index) =>
      index % 2 === 0 ? agree(later) : ada.post(`${path}/answer`, withdrawing),
    )

    assert.ok(ends.every(({ status }) => status === 200 || status === 404))
    assert.equal((await recruiter.get(path)).status, 404)
  })

  it('is not agreed to after the consent has ended, and the request is gone with it', async () => {
    const { recruiter, path, extend, agree, until, clock, settle } = await createConsent(createLongApp)
    clock.advance({ days: 290 })
    const later = until(300)
    await extend(300)
    clock.advance({ days: 10 })

    const [late] = await Promise.all([agree(later), settle()])

    assert.equal(late.status, 404)
    assert.equal((await recruiter.get(path)).status, 404)
  })

  it('is no more asked for after 30 days without an answer, when the person may be asked again', async () => {
    const { recruiter, ada, path, extend, agree, until, clock, listTitles } = await createConsent(createLongApp)
    const later = until(600)
    await extend()
    clock.advance({ days: 31 })

    const expired = await agree(later)
    const seen = await recruiter.get(path)
    const again = await recruiter.post(`${path}/extension`, { consent_until: later })

    assert.equal(expired.status, 422)
    assert.deepEqual([seen.data.requested_until, seen.data.request_ends_at, seen.data.requester], [null, null, null])
    assert.equal(again.status, 200, again.text)
    assert.equal((await listTitles(ada)).filter((title) => title.endsWith('for longer?')).length, 2)
    assert.equal((await agree(later)).status, 200)
  })

  it('is answered by the link in the mail, which shows both ends and agrees to the one it has shown', async () => {
    const { anonymous, recruiter, ada, path, end, extend, until, readEnd, listMails, clock } =
      await createConsent(createLongApp)
    const later = until(340)
    await extend(340)
    const mail = (await listMails(ada.email)).find(({ subject }) => subject.endsWith('for longer?'))
    const url = new URL(/http\S+\/talent-pool\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const link = `${url.pathname}${url.search}`
    const send = (fields: object) =>
      anonymous.post(url.pathname, { ...fields, ...Object.fromEntries(url.searchParams) })

    const page = await anonymous.get(link)
    const unchanged = await readEnd()
    const other = await send({ answer: 'extended', requested_until: until(700) })
    const afterOther = await readEnd()
    const agreed = await send({ answer: 'extended', requested_until: later })

    const request = /class="lede"[^>]*>(.*)<\/p>/.exec(page.text)?.[1] ?? page.text.slice(-2_000)
    assert.match(request, /Rosalind.* asks to keep you .*until .*27 October 2027.*, instead of .*17 September 2027/)
    assert.match(page.text, /Agree to the later day.*Keep the present day.*Withdraw my consent/s)
    assert.doesNotMatch(page.text, /Secret/)
    assert.deepEqual(
      [unchanged, afterOther],
      [
        [end, end, later],
        [end, end, later],
      ],
    )
    assert.equal(other.status, 200)
    assert.deepEqual(await readEnd(), [later, later, null])
    assert.doesNotMatch(agreed.text, /Agree to the later day/)
    // The link works until the later end, to withdraw.
    clock.advance({ days: 310 })
    assert.match((await send({ answer: 'declined' })).text, /You are not in this talent pool/)
    assert.equal((await recruiter.get(path)).status, 404)
  })

  it('goes with a withdrawal, and is in the exports of both without the words of others', async () => {
    const { recruiter, ada, extend, answer, id, until } = await createConsent()
    await extend()
    const readJobs = async (who: Person) => JSON.parse((await who.get(`/users/${who.id}/export`)).text).data.jobs

    const [kept] = (await readJobs(recruiter)).talent_pool
    const [consent] = (await readJobs(ada)).talent_pool_consents
    await answer(id, 'declined')

    assert.deepEqual([kept.requested_until, 'requested_by' in kept], [until(600), false])
    assert.deepEqual(
      [consent.requested_until, 'note' in consent, 'requested_by' in consent],
      [until(600), false, false],
    )
    assert.equal((await recruiter.get('/talent-pool')).meta.total, 0)
    assert.equal((await extend()).status, 404)
  })
})

/** Adds accounts by plain rows, and keeps them in the pool of the user. */
async function fillPool({ db }: TestApp['platform'], keeper_id: number, count: number): Promise<void> {
  const [now, name] = [new Date().toISOString(), `Kept by ${keeper_id}`]
  await rows.users.run({ db }, { numbers: Array.from({ length: count }, (_, index) => index), name, now })
  await rows.entries.run({ db }, { keeper_id, name, now, end: '2999-01-01T00:00:00.000Z' })
}

const rows = {
  users: prepare((q, p: { numbers: readonly number[]; name: string; now: string }) =>
    q
      .insertInto('users')
      .columns(['name', 'role', 'links', 'created_at', 'updated_at'])
      .expression((eb) =>
        eb
          .selectFrom(sql<{ value: number }>`${integerList(p.numbers)}`.as('numbers'))
          .select([
            sql<string>`cast(${p.name} as text)`.as('name'),
            sql<'learner'>`'learner'`.as('role'),
            sql<never>`'{}'`.as('links'),
            castTimestamp(p.now).as('created_at'),
            castTimestamp(p.now).as('updated_at'),
          ]),
      ),
  ),

  entries: prepare((q, p: { keeper_id: number; name: string; now: string; end: string }) =>
    q
      .insertInto('talent_pool_entries')
      .columns(['user_id', 'keeper_id', 'status', 'consent_until', 'ends_at', 'created_at', 'updated_at'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([
            'id as user_id',
            castInteger(p.keeper_id).as('keeper_id'),
            sql<'consented'>`'consented'`.as('status'),
            castTimestamp(p.end).as('consent_until'),
            castTimestamp(p.end).as('ends_at'),
            castTimestamp(p.now).as('created_at'),
            castTimestamp(p.now).as('updated_at'),
          ])
          .where('name', '=', p.name),
      ),
  ),
}
