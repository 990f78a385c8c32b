/** All searches compare texts by the one folding of `core/text-normalization.ts`. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldAgain } from '#database/migrations/baseline/upgrade.ts'
import { buildStatements } from '#database/migrations/steps.ts'
import { createApp, type Person, type TestApp } from '../support/app.ts'
import { createCourse } from '../support/courses.ts'
import { createExam } from '../support/exams.ts'
import { apply, createJobPost } from '../support/jobs.ts'

const name = 'Łukasz Ødegård'
const written = ['Łukasz', 'مَدرسة', 'post\u00addoc'].join(' ')
const typed = ['lukasz', 'مدرسه', 'postdoc']

/** One object of each kind with letters that keyboards lack. */
async function createContent(app: TestApp) {
  const admin = await app.given.admin()
  const recruiter = await app.given.user({ role: 'recruiter' })
  const researcher = await app.given.user({ role: 'researcher', name })
  const post = await createJobPost(recruiter, { title: written, location: 'Łódź', skills: ['Straßenbau'] })
  await createCourse(researcher, { title: written, category: 'Œuvre', status: 'published' })
  await researcher.post('/projects', { title: written, field: 'Þjóðfræði', visibility: 'public' })
  await createExam(researcher, { category: 'Œuvre', publication_status: 'published' })
  const applicant = await app.given.user()
  const reply = await apply(applicant, post.id, { first_name: 'Đorđe', last_name: 'Iłowski' })
  assert.equal(reply.status, 201, reply.text)
  await app.settle()
  return { admin, recruiter, researcher, post }
}

const count = async (person: Person, path: string, query: Record<string, string>) => {
  const reply = await person.get(`${path}?${new URLSearchParams(query)}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.data.length
}

async function countAll({ admin, recruiter, post }: Awaited<ReturnType<typeof createContent>>) {
  const counts: Record<string, number> = {}
  for (const search of typed)
    for (const path of ['/job-posts', '/courses', '/projects'])
      counts[`${path} ${search}`] = await count(admin, path, { search })
  const queries: [Person, string, Record<string, string>][] = [
    [admin, '/users', { search: 'lukasz odeg' }],
    [admin, '/admin/users', { search: 'LUKASZ' }],
    [admin, '/researchers', { search: 'lukasz odegard' }],
    [admin, '/job-posts', { location: 'lodz' }],
    [admin, '/job-posts', { skill: 'STRASSENBAU' }],
    [admin, '/courses', { category: 'oeuvre' }],
    [admin, '/projects', { field: 'thjodfraedi' }],
    [admin, '/exams', { category: 'oeuvre' }],
    [recruiter, `/job-posts/${post.id}/applicants`, { search: 'dorde ilow' }],
  ]
  for (const [person, path, query] of queries)
    counts[`${path} ${JSON.stringify(query)}`] = await count(person, path, query)
  return counts
}

/** What the folding of another version has left in columns and tables: nothing that is found by them. */
const formerRows = [
  "update users set sort_name = 'former'",
  'delete from user_words',
  "update job_posts set title_key = 'former'",
  'delete from job_post_skills',
  "update courses set title_key = 'former', category_key = 'former'",
  "update projects set title_key = 'former', field_key = 'former'",
  "update exams set category_key = 'former'",
  "update job_applications set search_key = 'former'",
]

let key = -1_000_000
const run = (app: TestApp, sql: string) =>
  app.platform.db.transaction((tx) =>
    tx.run({ key: key--, sql, parameters: [], decodings: new Map(), reads: false }, {}),
  )

describe('a search', () => {
  it('finds letters as they are typed without them, also in rows that another version has folded', async () => {
    const app = await createApp()
    const content = await createContent(app)

    const found = await countAll(content)
    for (const statement of formerRows) await run(app, statement)
    const former = await countAll(content)
    for (const statement of await buildStatements({ name: '0097-baseline', up: foldAgain }, app.platform.db.engine))
      await run(app, statement)
    // The clock of the test is not that of the database.
    await run(app, `update tasks set run_at = '${app.clock.now()}' where kind like 'refold%' or kind like 'read%'`)
    await app.settle()
    const folded = await countAll(content)

    const listMissing = (counts: Record<string, number>) => Object.keys(counts).filter((query) => counts[query] !== 1)
    assert.deepEqual(listMissing(found), [])
    // The other searches read an index of words, whose format says which folding it has, or fold what they read.
    assert.deepEqual(
      listMissing(former).map((query) => query.split(' ')[0]),
      [
        '/users',
        '/admin/users',
        '/job-posts',
        '/courses',
        '/projects',
        '/exams',
        `/job-posts/${content.post.id}/applicants`,
      ],
    )
    assert.deepEqual(listMissing(folded), [])
  })
})
