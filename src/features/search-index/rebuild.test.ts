import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { inCopy } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { createApp } from '#test/support/app.ts'
import { runSequentially } from '#test/support/concurrency.ts'
import { copies, formatVersion } from './copy-queries.ts'
import { rebuildOutdatedIndex, rebuildSearchIndex } from './index.ts'

/** As an earlier version left it, which had no initials of names. */
const forgetInitials = prepare((q, _: object) => q.deleteFrom('search_postings').where(sql<boolean>`key like 'i:%'`))
const forgetVersion = prepare((q, _: object) => q.updateTable('search_copies').set({ version: 0 }))
const countPostings = prepare(
  (q, _: object, copy: '1' | '2') =>
    q.selectFrom(inCopy('search_postings', copy)).select((eb) => eb.fn.countAll<number>().as('count')),
  { choices: ['1', '2'] },
)

const nothing = () => undefined
const field = 'Limnology'

async function createPeople(count: number) {
  const app = await createApp()
  const people = await runSequentially(count, async (index) => {
    const person = await app.given.user({ role: 'researcher', name: `Zola Person${index}` })
    await person.put('/researchers/me', { fields: [field], headline: `Lakes and rivers, number${index}` })
    return person
  })
  await app.settle()
  const reader = await app.given.user()
  const search = async (query: string) => (await reader.post('/search/intelligent', { query })).data
  return { app, people, search }
}

describe('the index of an earlier version', () => {
  it('is built anew in the background at the start, and serves searches until then', async () => {
    const { app, search } = await createPeople(3)
    await forgetInitials.run(app.service.context, {})
    await forgetVersion.run(app.service.context, {})
    await rebuildOutdatedIndex(app.service.context)
    assert.equal((await search(field)).total, 3)

    await app.settle()

    assert.equal((await search('Z. Person1')).total, 1)
    assert.equal((await search(field)).insights.top_fields[0].count, 3)
    const { active, version, building_version } = await copies.state.one(app.service.context, {})
    assert.deepEqual([active, version, building_version], ['2', formatVersion, null])
    await rebuildOutdatedIndex(app.service.context)
    await app.settle()
    assert.equal((await copies.state.one(app.service.context, {})).active, '2')
    app.clock.advance({ minutes: 2 })
    await app.settle()
    assert.equal((await countPostings.one(app.service.context, {}, '1')).count, 0)
  })

  it('is left alone while there are no profiles', async () => {
    const app = await createApp()
    await rebuildOutdatedIndex(app.service.context)
    await app.settle()

    assert.equal((await copies.state.one(app.service.context, {})).active, '1')
  })
})

describe('building the index anew', () => {
  it('loses nothing of what is saved, added and deleted meanwhile, and searches always find everything', async () => {
    const { app, people, search } = await createPeople(40)
    const { context } = app.service
    // Only a part is built, as when the process ends in between.
    assert.equal(await rebuildSearchIndex(context, { maxMs: 0 }), false)
    const [changed, deleted, late] = [people[1], people[2], people[39]]
    assert.ok(changed && deleted && late)

    const rebuilding = rebuildSearchIndex(context)
    const also = rebuildSearchIndex(context)
    await changed.put('/researchers/me', { headline: 'Now about glaciers' })
    assert.equal((await search('glaciers')).total, 1)
    await deleted.delete(`/users/${deleted.id}`)
    await late.put('/researchers/me', { headline: 'Later about peatlands' })
    const added = await app.given.user({ role: 'researcher', name: 'Newly Added' })
    await added.put('/researchers/me', { fields: [field] })
    assert.equal((await search(field)).total, 40)
    assert.deepEqual(await Promise.all([rebuilding, also]), [true, true])

    for (const settle of [nothing, () => app.settle()]) {
      await settle()
      const all = await search(field)
      assert.equal(all.total, 40)
      assert.deepEqual(all.insights.top_fields[0], { name: field, count: 40 })
      assert.deepEqual(
        [(await search('glaciers')).total, (await search('peatlands')).total, (await search('"rivers number1"')).total],
        [1, 1, 0],
      )
      assert.equal((await search('Newly Added')).total, 1)
    }
    const categories = (await changed.get('/search/categories')).data
    assert.deepEqual(categories, [{ name: field, researchers_count: 40 }])
  })

  it('goes on where an interrupted run ended, for a profile that changed in between', async () => {
    const { app, people, search } = await createPeople(40)
    const { context } = app.service
    await rebuildSearchIndex(context, { maxMs: 1 })
    const first = people[0]
    assert.ok(first)
    const state = await copies.state.one(context, {})
    assert.ok(state.building_version !== null && state.position >= 0)
    await first.put('/researchers/me', { headline: 'Now about fjords' })
    await app.settle()
    await first.put('/researchers/me', { headline: 'At last about deltas' })

    await rebuildOutdatedIndex(context)
    await app.settle()

    assert.equal((await copies.state.one(context, {})).building_version, null)
    assert.deepEqual(
      [(await search('fjords')).total, (await search('deltas')).total, (await search(field)).total],
      [0, 1, 40],
    )
  })
})
