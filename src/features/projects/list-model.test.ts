import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldText, splitWords } from '#core/text-normalization.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { collaborator, project } from '#test/support/projects.ts'

interface ModelProject {
  id: number
  title: string
  field: string
  status: string
  visibility: string
  end_date: string | null
  owner: Person
  /** Indexes by user. */
  places: Map<Person, number>
}

const { given } = await testApp()
const people = [await given.user(), await given.user(), await given.user()]
const admin = await given.admin()

const texts = {
  title: fc.constantFrom('Maize genome', 'MAÏS', 'Genes of maize', 'R for genomes', 'a gene', 'Zea'),
  field: fc.constantFrom('', 'Botany', 'botany', 'Plant  Genetics', 'Génétique'),
  status: fc.constantFrom('planning', 'active', 'completed'),
  visibility: fc.constantFrom('public', 'private'),
  end_date: fc.constantFrom(null, '2026-12-01', '2026-12-24', '2027-02-28'),
}
const anybody = fc.constantFrom(...people)
/** The index of an existing project. */
const any = fc.nat({ max: 1_000 })

const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('create' as const), who: anybody, text: fc.record(texts) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      which: any,
      text: fc.record(texts, { requiredKeys: [] }),
    }),
  },
  fc.record({ does: fc.constant('delete' as const), which: any }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('join' as const), which: any, who: anybody }) },
  fc.record({ does: fc.constant('leave' as const), which: any, who: anybody }),
)
type ModelCommand = typeof deed extends fc.Arbitrary<infer T> ? T : never

const query = fc.record(
  {
    search: fc.constantFrom('maize', 'genome', 'r', 'botany', '?!'),
    field: fc.constantFrom('BOTANY', 'plant genetics', 'genetique', 'plant'),
    status: texts.status,
    mine: fc.boolean(),
    sort: fc.constantFrom('recent', 'title', 'due'),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: ['limit'] },
)
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

async function applyCommand(known: ModelProject[], one: ModelCommand): Promise<void> {
  if (one.does === 'create') {
    const { id } = await project(one.who, one.text)
    known.push({ id, ...one.text, owner: one.who, places: new Map() })
    return
  }
  const chosen = known[one.which % Math.max(1, known.length)]
  if (chosen === undefined) return
  const path = `/projects/${chosen.id}`
  if (one.does === 'change') {
    assert.equal((await chosen.owner.put(path, one.text)).status, 200)
    Object.assign(chosen, one.text)
  } else if (one.does === 'delete') {
    assert.equal((await chosen.owner.delete(path)).status, 200)
    known.splice(known.indexOf(chosen), 1)
  } else if (one.does === 'join') {
    if (chosen.owner === one.who || chosen.places.has(one.who)) return
    chosen.places.set(one.who, (await collaborator(chosen.owner, chosen.id, one.who)).id)
  } else {
    const place = chosen.places.get(one.who)
    if (place === undefined) return
    assert.equal((await one.who.delete(`${path}/collaborators/${place}`)).status, 200)
    chosen.places.delete(one.who)
  }
}

const toKey = (text: string) => foldText(text).replace(/\s+/g, ' ')

const orders = {
  recent: (a: ModelProject, b: ModelProject) => b.id - a.id,
  title: (a: ModelProject, b: ModelProject) => compare(toKey(a.title), toKey(b.title)) || a.id - b.id,
  due: (a: ModelProject, b: ModelProject) => compare(a.end_date ?? 'never', b.end_date ?? 'never') || a.id - b.id,
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The expected list, found by filtering all projects. */
function calculateExpected(known: readonly ModelProject[], person: Person, asked: Query): number[] {
  const words = splitWords(asked.search ?? '')
  const has = (one: ModelProject, word: string) =>
    splitWords(one.title, one.field).some((own) => own === word || own === `${word}s`)
  const assertSees = (one: ModelProject) =>
    person === admin || one.visibility === 'public' || one.owner === person || one.places.has(person)
  return (
    known
      .filter((one) => (asked.mine ? one.owner === person : assertSees(one)))
      .filter((one) => asked.status === undefined || one.status === asked.status)
      .filter((one) => asked.field === undefined || toKey(one.field) === toKey(asked.field))
      // A search without a word finds nothing.
      .filter((one) => (asked.search === undefined || words.length > 0) && words.every((word) => has(one, word)))
      .sort(orders[asked.sort ?? 'recent'])
      .map(({ id }) => id)
  )
}

/** All pages of the list. */
async function listEntries(person: Person, asked: Query): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = []
  const totals: number[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ page: String(page) })
    for (const [name, value] of Object.entries({ sort: 'recent', ...asked })) search.set(name, String(value))
    const { status, data, meta, text } = await person.get(`/projects?${search}`)
    assert.equal(status, 200, text)
    ids.push(...data.map(({ id }: { id: number }) => id))
    totals.push(meta.total)
    if (meta.next_page_url === null) return { ids, totals }
  }
}

describe('the list of projects', () => {
  it('agrees with a linear search through all projects, after any changes', async () => {
    const known: ModelProject[] = []

    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.constantFrom(...people, admin), query), { minLength: 3, maxLength: 4 }),
        async (deeds, questions) => {
          for (const one of deeds) await applyCommand(known, one)

          for (const [person, asked] of questions) {
            const { ids, totals } = await listEntries(person, asked)
            const right = calculateExpected(known, person, asked)
            assert.deepEqual(ids, right, JSON.stringify(asked))
            assert.deepEqual(new Set(totals), new Set([right.length]), JSON.stringify(asked))
          }
        },
      ),
      // A fixed walk; `SEED` and `RUNS` choose others. Steps depend on earlier ones, so it is not shrunk.
      { numRuns: Number(process.env.RUNS ?? 20), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
    )
  })
})
