import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fillTexts } from '#database/migrations/0103-forward-index.ts'
import { prepare } from '#database/query/prepare.ts'
import { rebuildFollower } from '#platform/followers/rebuild.ts'
import { followers } from '#service.ts'
import { ask } from '#test/contract/empty-database.ts'
import { createApp } from '#test/support/app.ts'
import { runSequentially } from '#test/support/concurrency.ts'
import { createCourse } from '#test/support/courses.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'

const countRows = (table: 'search_postings' | 'search_texts' | 'search_postings_lists') =>
  prepare((q, _: object) => q.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count')))
const stored = [countRows('search_postings'), countRows('search_postings_lists'), countRows('search_texts')]
const sumTerms = prepare((q, _: object) =>
  q.selectFrom('search_terms').select(sql<number>`cast(coalesce(sum(abs(researchers)), 0) as bigint)`.as('count')),
)
const countKeys = prepare((q, p: { key: string }) =>
  q
    .selectFrom('search_postings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key', '=', p.key),
)

const texts = prepare((q, _: object) =>
  q.selectFrom('search_texts').select(['area', 'item_id', 'text']).orderBy('area').orderBy('item_id'),
)
const losePostings = prepare((q, _: object) => q.deleteFrom('search_postings_lists'))
const loseTerms = prepare((q, _: object) => q.deleteFrom('search_terms_lists'))
const loseSpellings = prepare((q, _: object) => q.deleteFrom('search_spellings_lists'))
const clear = prepare((q, _: object) => q.deleteFrom('search_texts'))

/** Words that no language has and no stemmer changes. */
const toWord = (place: number) => `zq${[...String(place)].map((digit) => 'bcdfghjklm'.charAt(Number(digit))).join('')}x`

async function createResearchers(count: number) {
  const app = await createApp()
  const people = await runSequentially(count, (index) =>
    app.given.user({ role: 'researcher', name: `Quentin Person${index}` }),
  )
  const reader = await app.given.user()
  const countFound = async (query: string) => {
    const { data } = await reader.post('/search/intelligent', { query, literal: true })
    return data.total
  }
  return { app, people, countFound }
}

describe('the index of researchers behind the journal', () => {
  it('finds a profile that is saved many times by its last words alone, before and after the index has it', async () => {
    const { app, people, countFound } = await createResearchers(2)
    const [person] = people
    assert.ok(person)
    await app.settle()

    const save = (place: number) => person.put('/researchers/me', { bio: `Writes about ${toWord(place)}.` })
    await runSequentially(5, save)
    await Promise.all(Array.from({ length: 20 }, (_, place) => save(5 + place)))
    await save(25)

    for (const settle of [async () => undefined, () => app.settle()]) {
      await settle()
      assert.equal(await countFound(toWord(25)), 1)
      for (const place of [0, 4, 5, 17, 24]) assert.equal(await countFound(toWord(place)), 0, toWord(place))
    }
    for (const place of [0, 4, 17]) {
      const { count } = await countKeys.one(app.service.context, { key: `b:${toWord(place)}` })
      assert.equal(count, 0, toWord(place))
    }
  })

  it('has a profile under the new name of its user, and no longer one that was hidden or deleted', async () => {
    const { app, people, countFound } = await createResearchers(3)
    const [named, hidden, deleted] = people
    assert.ok(named && hidden && deleted)
    const [former, later] = [toWord(100), toWord(101)]
    for (const person of people) await person.put('/researchers/me', { headline: `Studies ${former}` })
    await app.settle()
    assert.equal(await countFound(former), 3)

    await named.put(`/users/${named.id}`, { name: `Quentin ${later}` })
    await hidden.put('/researchers/me', { visibility: 'private' })
    await deleted.delete(`/users/${deleted.id}`)

    for (const settle of [async () => undefined, () => app.settle()]) {
      await settle()
      assert.equal(await countFound(later), 1)
      assert.equal(await countFound(former), 1)
    }
  })

  it('keeps nothing of documents that are deleted, however many words they had', async () => {
    const { app, people } = await createResearchers(2)
    const [author, recruiter] = people
    assert.ok(author && recruiter)
    const publications = Array.from({ length: 100 }, (_, index) => ({
      title: Array.from({ length: 60 }, (_, place) => toWord(1_000 + index * 60 + place)).join(' '),
      year: 2020,
    }))
    const saved = await author.put('/researchers/me', { publications, fields: ['Limnology'], skills: ['Sampling'] })
    assert.equal(saved.status, 200, saved.text)
    await author.put('/researchers/me', { visibility: 'private' })
    await app.settle()
    await author.put('/researchers/me', { visibility: 'public' })
    await app.settle()
    for (const person of people) await person.delete(`/users/${person.id}`)
    await app.settle()

    for (const query of [...stored, sumTerms]) assert.equal((await query.one(app.service.context, {})).count, 0)
  })
})

describe('the index of a list', () => {
  it('is whole again when it is built anew, also if rows of it were lost', async () => {
    const { given, settle, service } = await createApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const [kept, lost] = [toWord(300), toWord(301)]
    await createJobPost(recruiter, { title: `Post ${kept}` })
    await createJobPost(recruiter, { title: `Post ${lost}` })
    await settle()
    const { context } = service
    await Promise.all([losePostings, loseTerms, loseSpellings].map((query) => query.run(context, {})))
    const find = async (word: string) => (await recruiter.get(`/job-posts?search=${word}`)).meta.total
    assert.equal(await find(lost), 0)

    const result = await rebuildFollower(context, followers, 'search_job_posts')

    assert.equal(result.state, 'built')
    for (const word of [kept, lost]) assert.equal(await find(word), 1, word)
    const changed = await createJobPost(recruiter, { title: `Post ${toWord(302)}` })
    await settle()
    assert.equal(await find(toWord(302)), 1)
    await recruiter.delete(`/job-posts/${changed.id}`)
    assert.equal(await find(toWord(302)), 0)
  })
})

describe('the forward index of an earlier release', () => {
  it('is filled with what the followers compare, and with the former texts of rows that wait', async () => {
    const { app, people } = await createResearchers(2)
    const [author, owner] = people
    assert.ok(author && owner)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const post = await createJobPost(recruiter)
    await createJobPost(recruiter, { description: 'Lakes and "rivers", Söll.', skills: ['R', 'Öl'] })
    await createCourse(author, { title: 'Peat' })
    await project(owner, { title: 'Bogs', visibility: 'public' })
    await author.put('/researchers/me', {
      headline: 'Lakes',
      skills: ['R', 'Öl'],
      h_index: 4,
      publications: [{ title: 'Typed', year: 2020, venue: 'Nature' }],
      education: [{ institution: 'ETH Zürich', degree: 'PhD', field: 'Limnology' }],
    })
    const { id } = (await author.get('/researchers/me')).data
    const recorded = await author.post(`/researchers/${id}/publications`, {
      title: 'Recorded',
      container_title: 'PNAS',
    })
    assert.equal(recorded.status, 201, recorded.text)
    await app.settle()
    const { context } = app.service
    const kept = await texts.all(context, {})
    assert.deepEqual([...new Set(kept.map(({ area }) => area))], ['1', 'courses', 'job_posts', 'projects'])

    await clear.run(context, {})
    for (const spell of fillTexts) await ask(app.platform.config, spell(context.db.engine))
    assert.deepEqual(await texts.all(context, {}), kept)

    await clear.run(context, {})
    await ask(
      app.platform.config,
      `insert into search_list_changes (list, item_id, "before") values ('job_posts', ${post.id}, '{"title":"First"}'),
        ('job_posts', ${post.id}, '{"title":"Second"}'), ('job_posts', 900, null), ('job_posts', 901, '{"title":"Deleted"}')`,
    )
    for (const spell of fillTexts) await ask(app.platform.config, spell(context.db.engine))
    const changed = new Map(
      (await texts.all(context, {})).map(({ area, item_id, text }) => [`${area} ${item_id}`, text]),
    )
    assert.deepEqual(changed.get(`job_posts ${post.id}`), { title: 'First' })
    assert.deepEqual(changed.get('job_posts 901'), { title: 'Deleted' })
    assert.equal(changed.size, kept.length + 1)
  })
})
