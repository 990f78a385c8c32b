import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPerson } from '#bench/search/people.ts'
import { createAuthor, topics } from '#bench/search/topics.ts'
import { runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createResearcher } from '#features/researchers/index.ts'
import { userRecord } from '#features/users/index.ts'
import { createApp } from '#test/support/app.ts'

const researchers = Number(process.env.TOPIC_AUTHORS ?? 600)

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

/** The discounted gain of grades in this order (Järvelin and Kekäläinen, 2002). */
const calculateGain = (grades: readonly number[]) =>
  grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)

describe('a topic as it stands in titles', async () => {
  const app = await createApp()
  const papers = new Map<number, ReadonlyMap<string, number>>()
  await runInTransaction(app.service.context, async (tx) => {
    for (let n = 0; n < researchers; n++) {
      const { name, verified: _, ...rest } = createPerson(n)
      const { person, papers: mine } = createAuthor(n, { name, verified: false, ...rest })
      const { id } = await addUser.one(tx, { name, email: `author${n}@example.org`, now: app.clock.now() })
      const { name: _name, verified: _verified, ...profile } = person
      papers.set(await createResearcher(tx, id, profile), mine)
    }
  })
  await app.settle()
  const reader = await app.given.admin()

  async function measure(ask: (topic: string) => string): Promise<number> {
    let sum = 0
    for (const { topic } of topics) {
      const { data } = await reader.post('/search/intelligent', { query: ask(topic), limit: 10 })
      const grade = (id: number) => Math.min(4, Math.ceil(Math.log2(1 + (papers.get(id)?.get(topic) ?? 0))))
      const given = data.researchers.map(({ id }: { id: number }) => grade(id))
      const best = [...papers.keys()].map(grade).sort((a, b) => b - a)
      sum += calculateGain(given) / (calculateGain(best) || 1)
    }
    return sum / topics.length
  }

  for (const [what, ask, least] of [
    ['alone', (topic: string) => topic, 0.9],
    ['in a sentence', (topic: string) => `who works on ${topic}?`, 0.9],
    ['in a longer sentence', (topic: string) => `I am looking for an expert in ${topic} for our team`, 0.8],
    ['with a typing error', (topic: string) => topic.replace(/(\w{3})(\w)(\w)(\w*)$/, '$1$3$2$4'), 0.7],
  ] as const)
    it(`leads to those who write most about it: ${what}`, async (t) => {
      const quality = await measure(ask)

      t.diagnostic(`nDCG@10 ${quality.toFixed(3)}`)
      assert.ok(quality >= least, `nDCG@10 is ${quality.toFixed(3)}`)
    })
})
