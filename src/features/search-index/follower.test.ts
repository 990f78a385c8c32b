import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { createApp } from '#test/support/app.ts'
import { runSequentially } from '#test/support/concurrency.ts'

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
