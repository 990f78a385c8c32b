import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ask } from '#test/contract/empty-database.ts'
import { createApp, type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

async function createScene() {
  const app = await createApp()
  const recruiter = await app.given.user({ role: 'recruiter' })
  const seeker = await app.given.verifiedUser()
  const save = async (who: Person, more: object = {}): Promise<number> => {
    const reply = await who.post('/saved-searches', { kind: 'job_posts', frequency: 'instant', ...more })
    assert.equal(reply.status, 201, reply.text)
    return reply.data.id
  }
  const listTitles = async (who: Person, id: number): Promise<string[]> =>
    (await who.get(`/saved-searches/${id}/matches`)).data.map(({ title }: { title: string }) => title)
  /** Lets the schedules compare and send. */
  const run = async () => {
    app.clock.advance({ minutes: 1 })
    await app.settle()
  }
  const listDigests = async (who: Person) =>
    (await app.listMails(who.email)).filter(({ text }) => text.includes('/saved-searches/unsubscribe/'))
  return { ...app, recruiter, seeker, save, listTitles, listDigests, run }
}

describe('saved searches', () => {
  it('are saved, listed, changed and deleted by their owner alone', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const stranger = await given.user()
    const filters = { remote: true, location: 'Nairobi' }

    const made = await owner.post('/saved-searches', { kind: 'job_posts', query: 'botanist', filters })
    const path = `/saved-searches/${made.data.id}`
    const changed = await owner.put(path, { frequency: 'weekly' })

    assert.equal(made.status, 201, made.text)
    assert.deepEqual(
      [changed.data.query, changed.data.filters, changed.data.frequency],
      ['botanist', filters, 'weekly'],
    )
    assert.deepEqual((await owner.get('/saved-searches')).data, [changed.data])
    assert.deepEqual((await stranger.get('/saved-searches')).data, [])
    assertStatuses({
      reads: [await stranger.get(path), 403],
      matches: [await stranger.get(`${path}/matches`), 403],
      changes: [await stranger.put(path, { query: 'mine' }), 403],
      deletes: [await stranger.delete(path), 403],
    })
    assert.equal((await owner.delete(path)).status, 200)
    assert.equal((await owner.get(path)).status, 404)
  })

  it('are refused with filters of the other kind, also in a change', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const filters = { country: 'Kenya' }

    const made = await owner.post('/saved-searches', { kind: 'job_posts', filters })
    const { data } = await owner.post('/saved-searches', { kind: 'job_posts' })
    const changed = await owner.put(`/saved-searches/${data.id}`, { filters })

    for (const { status, errors } of [made, changed]) {
      assert.equal(status, 422)
      assert.deepEqual(errors, { 'filters.country': ['This filter is not one of this kind of search.'] })
    }
  })

  it('are at most 20 a person, also when they are saved at the same moment', async () => {
    const { given } = await testApp()
    const owner = await given.user()

    const replies = await runConcurrently(25, () => owner.post('/saved-searches', { kind: 'job_posts' }))

    assert.deepEqual(countByStatus(replies), { 201: 20, 422: 5 })
    assert.equal((await owner.get('/saved-searches')).meta.total, 20)
  })

  it('find each post that is opened later once, and not those of before, drafts, hidden ones and their own', async () => {
    const { recruiter, seeker, save, listTitles, listDigests, run, given, clock } = await createScene()
    await createJobPost(recruiter, { title: 'Old botanist' })
    clock.advance({ seconds: 1 })
    const id = await save(seeker, { query: 'botanists' })
    const own = await save(recruiter, { query: 'botanist' })
    const draft = await createJobPost(recruiter, { title: 'Draft of a botanist', status: 'draft' })
    const hidden = await createJobPost(recruiter, { title: 'Hidden botanist' })
    await (await given.admin()).post(`/admin/content/job_post/${hidden.id}/hide`, { reason: 'Spam' })
    const post = await createJobPost(recruiter, { title: 'New botanist' })
    await createJobPost(recruiter, { title: 'Chemist', description: 'Acids.' })

    await run()
    await recruiter.put(`/job-posts/${post.id}`, { location: 'Nairobi' })
    await run()

    assert.deepEqual(await listTitles(seeker, id), ['New botanist'])
    assert.deepEqual(await listTitles(recruiter, own), [])
    const digests = await listDigests(seeker)
    assert.equal(digests.length, 1)
    assert.match(digests[0]?.text ?? '', /For botanists:\nNew botanist\n/)
    assert.doesNotMatch(digests[0]?.text ?? '', /Old|Draft|Hidden|Chemist/)
    await recruiter.put(`/job-posts/${draft.id}`, { status: 'open' })
    await run()
    assert.deepEqual(await listTitles(seeker, id), ['Draft of a botanist', 'New botanist'])
    // The next digest waits for an hour.
    assert.equal((await listDigests(seeker)).length, 1)
  })

  it('have nothing compared with them while there are none of the kind', async () => {
    const { recruiter, seeker, save, listTitles, run, settle, platform } = await createScene()
    const countWaiting = async () => {
      await settle()
      const [row] = await ask(platform.config, 'select count(*) as waiting from saved_search_items where is_pending')
      return Number(row?.waiting)
    }
    await save(seeker, { kind: 'researchers', query: 'botanist' })
    await createJobPost(recruiter, { title: 'First botanist' })
    assert.equal(await countWaiting(), 0)

    const id = await save(seeker, { query: 'botanist' })
    await createJobPost(recruiter, { title: 'Second botanist' })
    assert.equal(await countWaiting(), 1)
    await run()

    assert.equal(await countWaiting(), 0)
    assert.deepEqual(await listTitles(seeker, id), ['Second botanist'])
  })

  it('apply filters, phrases and excluded words', async () => {
    const { recruiter, seeker, save, listTitles, run } = await createScene()
    const searches = {
      remote: await save(seeker, { filters: { remote: true } }),
      place: await save(seeker, { query: 'plants', filters: { location: 'nairo' } }),
      salary: await save(seeker, { filters: { min_salary: 50_000, skill: 'R' } }),
      phrase: await save(seeker, { query: '"seed bank"' }),
      excluded: await save(seeker, { query: 'seed -bank' }),
    }
    await createJobPost(recruiter, { title: 'A', remote: true, location: 'Nairobi, Kenya' })
    await createJobPost(recruiter, { title: 'B', description: 'A seed bank.', salary_max: 60_000, skills: ['R'] })
    await createJobPost(recruiter, {
      title: 'C',
      description: 'A bank of every seed.',
      salary_max: 40_000,
      skills: ['R'],
    })
    await createJobPost(recruiter, { title: 'D', description: 'Seeds.' })

    await run()

    const found = Object.fromEntries(
      await Promise.all(Object.entries(searches).map(async ([name, id]) => [name, await listTitles(seeker, id)])),
    )
    assert.deepEqual(found, { remote: ['A'], place: ['A'], salary: ['B'], phrase: ['B'], excluded: ['D'] })
  })

  it('find public researchers, and forget those who become private before the digest', async () => {
    const { recruiter, save, listTitles, listDigests, run, given } = await createScene()
    const verified = await given.verifiedUser({ role: 'recruiter' })
    const id = await save(verified, { kind: 'researchers', query: 'mycology', filters: { country: 'Kenya' } })
    const daily = await save(recruiter, { kind: 'researchers', query: 'mycology', frequency: 'daily' })
    const profile = { bio: 'Mycology of forests.', country: 'Kenya' }
    const [open, closed] = [
      await given.user({ role: 'researcher', name: 'Wanjiru' }),
      await given.user({ role: 'researcher' }),
    ]
    for (const [who, more] of [
      [open, {}],
      [closed, { visibility: 'private' }],
    ] as const) {
      const { data } = await who.get('/researchers/me')
      const changed = await who.put(`/researchers/${data.id}`, { ...profile, ...more })
      assert.equal(changed.status, 200, changed.text)
    }

    await run()

    assert.deepEqual(await listTitles(verified, id), ['Wanjiru'])
    assert.equal((await listDigests(verified)).length, 1)
    const { data } = await open.get('/researchers/me')
    await open.put(`/researchers/${data.id}`, { visibility: 'private' })
    assert.deepEqual(await listTitles(verified, id), [])
    assert.deepEqual(await listTitles(recruiter, daily), [])
  })

  it('do not find the posts of companies that one recruits for', async () => {
    const { recruiter, save, listTitles, run, given } = await createScene()
    const colleague = await given.user({ role: 'recruiter' })
    const company = await createCompany(recruiter)
    await addMember(recruiter, company.id, colleague)
    const id = await save(colleague, { query: 'botanist' })

    await createJobPost(recruiter, { company_id: company.id })
    await run()

    assert.deepEqual(await listTitles(colleague, id), [])
  })

  it('are sent each day at six, together in one mail', async () => {
    const { recruiter, seeker, save, listDigests, clock, run } = await createScene()
    await save(seeker, { query: 'botanist', frequency: 'daily' })
    await save(seeker, { query: 'plants', frequency: 'daily' })
    await createJobPost(recruiter, { title: 'Botanist one' })
    await run()
    const before = await listDigests(seeker)
    await createJobPost(recruiter, { title: 'Botanist two' })

    await run()
    clock.advance({ days: 1 })
    await run()

    assert.equal(before.length, 0)
    const digests = await listDigests(seeker)
    assert.equal(digests.length, 1)
    assert.equal(digests[0]?.subject, '4 new matches of your saved searches')
    const { data } = await seeker.get('/notifications')
    assert.equal(data.filter((row: { title: string }) => row.title === 'New matches').length, 1)
  })

  it('end with one click of the mail program, which needs no token; to read the page ends nothing', async () => {
    const { recruiter, seeker, save, listDigests, run, anonymous } = await createScene()
    const id = await save(seeker, { query: 'botanist' })
    await createJobPost(recruiter)
    await run()
    const [digest] = await listDigests(seeker)
    const [, link = ''] = /http:\/\/api\.test(\S*\/saved-searches\/unsubscribe\/\S+)/.exec(digest?.text ?? '') ?? []
    const click = (path: string) => {
      const body = new FormData()
      body.set('List-Unsubscribe', 'One-Click')
      return anonymous.send('POST', path, { body })
    }

    const page = await anonymous.get(link, { accept: 'text/html' })
    const other = await click(link.replace(/unsubscribe\/\d+/, `unsubscribe/${recruiter.id}`))
    const still = await seeker.get(`/saved-searches/${id}`)
    const clicked = await click(link)

    assertStatuses({ page: [page, 200], other: [other, 403], clicked: [clicked, 200] })
    assert.equal(still.data.frequency, 'instant')
    assert.equal((await seeker.get(`/saved-searches/${id}`)).data.frequency, 'never')
  })

  it('are exported with the account', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const { data } = await owner.post('/saved-searches', { kind: 'job_posts', query: 'botanist' })

    const exported = await owner.get(`/users/${owner.id}/export`)

    assert.deepEqual(exported.data.saved_searches, [data])
  })
})
