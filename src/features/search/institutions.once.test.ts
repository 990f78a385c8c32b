import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { chooseInstitutions } from '#bench/institutions/list.ts'
import { createMembers, type Member } from '#bench/institutions/people.ts'
import { calculatePrecision, createQueries, namedInstitutions, type Query } from '#bench/institutions/queries.ts'
import { runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createResearcher } from '#features/researchers/index.ts'
import { userRecord } from '#features/users/index.ts'
import { createApp, type Person, type TestApp } from '#test/support/app.ts'

const asked = 64
const at = { asked: 3, near: 1 }

/** The least precision of ten in each class, of the half of institutions that are asked for here. */
const least: Readonly<Record<string, number>> = {
  'institution by name': 0.97,
  '… in small letters': 0.97,
  '… with short words': 0.97,
  '… in a sentence': 0.97,
  '… with a typo': 0.97,
  'field at institution': 0.97,
  'institution, then field': 0.97,
  'surname and institution': 0.97,
  'whole name at institution': 0.97,
  'nicknames and translations': 0.85,
  'field by name': 1,
  'field by another name': 0.76,
  topic: 0.94,
}

const nothing = { email_verified_at: null, pending_email: null, password_hash: null, ...userRecord.defaults }
const addUser = prepare((q, p: { name: string; email: string; now: string }) =>
  q
    .insertInto('users')
    .values({
      name: p.name,
      email: p.email,
      role: 'researcher',
      created_at: p.now,
      updated_at: p.now,
      deleted_at: null,
      ...nothing,
    })
    .returning('id'),
)

/** Returns the index of the member by the id of each researcher. */
async function populate({ service, clock }: TestApp, members: readonly Member[]): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  await runInTransaction(service.context, async (tx) => {
    places.clear()
    for (const [
      index,
      { at: _, topic: __, verified: ___, institution_names: ____, name, ...profile },
    ] of members.entries()) {
      const { id } = await addUser.one(tx, { name, email: `member${index}@example.org`, now: clock.now() })
      places.set(await createResearcher(tx, id, profile), index)
    }
  })
  return places
}

describe('people at institutions that nearly match others', () => {
  const chosen = chooseInstitutions(asked, namedInstitutions)
  const isAsked = new Set(chosen.asked)
  const members = createMembers([...chosen.asked, ...chosen.near], (one) => (isAsked.has(one) ? at.asked : at.near))
  const byClass = Map.groupBy(createQueries(members, chosen.asked, false), (query) => query.class)
  let places: ReadonlyMap<number, number>
  let reader: Person

  before(async () => {
    const app = await createApp()
    places = await populate(app, members)
    reader = await app.given.admin()
    await app.settle()
  })

  async function ask({ query, wanted }: Query) {
    const { status, data, text } = await reader.post('/search/intelligent', { query, limit: 10 })
    assert.equal(status, 200, text)
    const ids = data.researchers.map(({ id }: { id: number }) => places.get(id) ?? -1)
    const institutions: string[] = data.insights.interpreted.institutions
    return { precision: calculatePrecision(ids, wanted), institutions }
  }

  for (const [name, queries] of byClass)
    it(`are found by ${name.replace('… ', 'a name ')}`, async () => {
      let sum = 0
      const wrong: string[] = []
      for (const query of queries) {
        const { precision } = await ask(query)
        sum += precision
        if (precision < 1) wrong.push(query.query)
      }
      const mean = sum / queries.length
      assert.ok(mean >= (least[name] ?? 1), `${mean.toFixed(3)} of ${name}: ${wrong.join(' | ')}`)
    })

  it('are those of the one institution that is named', async () => {
    for (const { query } of byClass.get('institution by name') ?? [])
      assert.deepEqual((await ask({ class: '', query, wanted: new Set([0]) })).institutions, [query])
  })
})
