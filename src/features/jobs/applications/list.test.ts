import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database, Parameters, Statement } from '#database/database.ts'
import { createApp } from '#test/support/app.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { openThreadlessDatabase } from '#test/support/threadless-database.ts'

/** What happens once, after the numbers of applications were read. */
let meanwhile: (() => Promise<unknown>) | null = null

const interrupt = (db: Database): Database => ({
  ...db,
  async all<Row>(statement: Statement, parameters: Parameters) {
    const rows = await db.all<Row>(statement, parameters)
    const act = meanwhile
    if (act === null || !statement.sql.includes('from "job_application_counts"')) return rows
    meanwhile = null
    await act()
    return rows
  },
})

const { given } = await createApp(
  {},
  { openDatabase: async (config) => interrupt(await openThreadlessDatabase(config)) },
)

describe('GET /job-posts/{id}/applicants', () => {
  it('has the total of its rows, also when another person applies while they are read', async () => {
    const recruiter = await given.user({ role: 'recruiter' })
    const [ada, grace] = [await given.verifiedUser(), await given.verifiedUser()]
    const post = await createJobPost(recruiter)
    await createApplication(ada, post.id)
    meanwhile = () => createApplication(grace, post.id)

    const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)

    assert.equal(meanwhile, null)
    assert.equal(data.length, 2)
    assert.equal(meta.total, 2)
    assert.equal(meta.status_counts.applied, 2)
  })
})
