import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '#test/support/database.ts'
import { prepare } from './prepare.ts'

interface Filters {
  name?: string
  after?: string
  before?: string
}

const schedules = {
  add: prepare((q, p: { name: string; at: string }) =>
    q.insertInto('schedules').values({ name: p.name, last_run_at: p.at }),
  ),

  matching: prepare(
    (q, p: Filters) => {
      let all = q.selectFrom('schedules').select('name').orderBy('name')
      if (p.name !== undefined) all = all.where('name', '!=', p.name)
      if (p.after !== undefined) all = all.where('last_run_at', '>', p.after)
      if (p.before !== undefined) all = all.where('last_run_at', '<', p.before)
      return all
    },
    { optional: ['name', 'after', 'before'] },
  ),
}

const day = (number: number) => `2026-11-0${number}T00:00:00.000Z`

describe('a prepared query', () => {
  it('contains the clauses of the given optional parameters, in every combination', async (t) => {
    const { db, drop } = await createDatabase()
    t.after(drop)
    for (const number of [1, 2, 3, 4]) await schedules.add.run({ db }, { name: `${number}`, at: day(number) })
    const names = async (filters: Filters) =>
      (await schedules.matching.all({ db }, filters)).map(({ name }) => name).join('')

    assert.equal(await names({}), '1234')
    assert.equal(await names({ name: '2' }), '134')
    assert.equal(await names({ after: day(1), before: day(4) }), '23')
    assert.equal(await names({ name: '2', before: day(4) }), '13')
    assert.equal(await names({ name: '3', after: day(1), before: day(4) }), '2')
  })

  for (const [what, query] of [
    ['rest', prepare((q, { name, ...p }: { name: string; at: string }) => add(q, { name, ...p }))],
    ['spread', prepare((q, p: { name: string; at: string }) => add(q, { ...p }))],
  ] as const)
    it(`refuses parameters by ${what}, which are no parameters`, async (t) => {
      const { db, drop } = await createDatabase()
      t.after(drop)

      await assert.rejects(async () => query.run({ db }, { name: 'a', at: day(1) }), /by name/)
    })
})

type Builder = Parameters<Parameters<typeof prepare>[0]>[0]

function add(q: Builder, { name, at }: { name: string; at: string }) {
  return q.insertInto('schedules').values({ name, last_run_at: at })
}
