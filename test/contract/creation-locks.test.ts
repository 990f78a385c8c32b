import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openClient } from '#database/postgres/client.ts'
import { type Person, testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'

const rows = 40

/** The names of the tables, and of the indexes, of which nothing is locked. The others find the new row by an index to show it. */
const lists: [relations: string, create: (person: Person) => Promise<Reply>][] = [
  ['job_posts%', (person) => person.post('/job-posts', { title: 'Botanist', description: 'Plants.', status: 'draft' })],
  ['projects', (person) => person.post('/projects', { title: 'Maize' })],
  ['courses', (person) => person.post('/courses', { title: 'Botany', description: 'Plants.' })],
  ['exams', (person) => person.post('/exams', { title: 'Basics', questions: [] })],
  ['question_banks', (person) => person.post('/question-banks', { title: 'Botany' })],
]

if (process.env.TEST_DATABASE === 'postgres')
  describe('what a user creates on PostgreSQL', async () => {
    const app = await testApp()
    const recruiter = await app.given.user({ role: 'recruiter' })
    const researcher = await app.given.user({ role: 'researcher' })
    const observer = await openClient({ connectionString: app.platform.config.databaseUrl ?? '' })
    after(() => observer.end())

    for (const [relations, create] of lists)
      it(`locks nothing of ${relations} that the creations of others change, however many the user has`, async () => {
        const author = relations === 'job_posts%' ? recruiter : researcher
        await Promise.all(Array.from({ length: rows }, () => create(author)))

        // The locks of a transaction are kept while one that began before its end is open.
        await observer.query('begin isolation level serializable; select 1')
        const { status, text } = await create(author)
        const locks = await observer.query(`select relation::regclass::text as relation, locktype from pg_locks
            join pg_database on pg_database.oid = database
            where datname = current_database() and mode = 'SIReadLock' and relation::regclass::text like '${relations}'`)
        await observer.query('rollback')

        assert.equal(status, 201, text)
        assert.deepEqual(locks.rows, [])
      })
  })
