import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createPerson } from '#bench/search/people.ts'
import { type Result, relevance } from '#bench/search/relevance.ts'
import { runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createResearcher } from '#features/researchers/index.ts'
import { rebuildSearchIndex } from '#features/search-index/index.ts'
import { userRecord } from '#features/users/index.ts'
import { createApp, type Person, type TestApp } from '#test/support/app.ts'

const researchers = 240
const shown = 10
const snapshot = new URL('./relevance.snapshot', import.meta.url)

const more = [
  '',
  'research',
  'python',
  'univ',
  'methods for small teams',
  'verified',
  'machine learning python',
  '"deep learning" -python',
  'statisics kenya 5+ years',
  'glaciology quantum malaria',
]
const typed = ['m', 'mach', 'univ', 'wang', 'pyton', 'kam']

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

/** Adds the same people to every database; returns the person of each id. */
async function populateIndex({ service, clock }: TestApp): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  await runInTransaction(service.context, async (tx) => {
    places.clear()
    for (let n = 0; n < researchers; n++) {
      const { name, verified: _, ...profile } = createPerson(n)
      const email = `person${n}@example.org`
      const { id } = await addUser.one(tx, { name, email, now: clock.now() })
      places.set(await createResearcher(tx, id, profile), n)
    }
  })
  return places
}

interface Answer {
  total: number
  researchers: (Result & { score: number })[]
}

/** What each query must find; ids are indexes of people. */
async function collectAnswers(
  queries: readonly string[],
  reader: Person,
  places: ReadonlyMap<number, number>,
  language = 'en',
) {
  const answers = new Map<string, Answer>()
  for (const query of queries) {
    const { data } = await reader.post('/search/intelligent', { query, limit: shown }, { 'accept-language': language })
    const found: Answer['researchers'] = data.researchers
    answers.set(query, {
      total: data.total,
      researchers: found.map((one) => ({ ...one, id: places.get(one.id) ?? 0 })),
    })
  }
  return answers
}

/** One line for each query: the total and the first results with their scores. */
const formatResult = (answers: ReadonlyMap<string, Answer>) =>
  [...answers].map(([query, { total, researchers }]) => {
    const first = researchers.map(({ id, score }) => `${id} (${score})`)
    return `${query}: ${total}: ${first.join(', ')}`
  })

async function listSuggestions(reader: Person): Promise<string[]> {
  const lines: string[] = []
  for (const q of typed) {
    const { data } = await reader.get(`/search/suggestions?q=${encodeURIComponent(q)}`)
    const shown = data.map(({ text, type }: Record<string, string>) => `${text} (${type})`)
    lines.push(`${q} …: ${shown.join(', ')}`)
  }
  return lines
}

describe('the search', async () => {
  const app = await createApp()
  const places = await populateIndex(app)
  // An administrator has no search limit and may verify profiles.
  const reader = await app.given.admin()
  for (const [id, n] of places) if (createPerson(n).verified) await reader.post(`/researchers/${id}/verify`)
  await app.settle()
  const answers = await collectAnswers([...relevance.map(({ query }) => query), ...more], reader, places)

  it('finds the expected results', () => {
    const asked = relevance.filter(({ answerable }) => answerable(researchers))

    const failed = asked.filter(({ query, holds }) => {
      const found = answers.get(query)?.researchers ?? []
      return !holds(found.map((one) => ({ ...one, id: one.id + 1 })))
    })

    assert.ok(failed.length <= asked.length * 0.05, failed.map(({ query }) => query).join('\n'))
  })

  it('returns the same results in the same order on every database', async () => {
    const expected = await readFile(snapshot, 'utf8').catch(() => '')

    const now = [...formatResult(answers), ...(await listSuggestions(reader)), ''].join('\n')

    // WRITE_SNAPSHOT=1 writes the file; review the changes.
    if (process.env.WRITE_SNAPSHOT === '1') await writeFile(snapshot, now)
    else assert.equal(now, expected)
  })

  it('returns the same results to readers of every language', async () => {
    const queries = [...answers.keys()]
    for (const language of ['fr', 'es', 'pt', 'ar', 'sw'])
      assert.deepEqual(
        formatResult(await collectAnswers(queries, reader, places, language)),
        formatResult(answers),
        language,
      )
  })

  it('returns the same results after the index was rebuilt', async () => {
    const told: number[] = []

    await rebuildSearchIndex(app.service.context, { tell: (done) => told.push(done) })

    const again = await collectAnswers(more, reader, places)
    for (const query of more) assert.deepEqual(again.get(query), answers.get(query), query)
    assert.equal(told.at(-1), researchers)
  })
})
