/** What a search answers while its index is behind: all rows of its time, or that it cannot say. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { courseIndex } from '#features/courses/search.ts'
import { jobPostIndex } from '#features/jobs/posts/search.ts'
import { createListFollower } from '#features/search-index/lists/follower.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { runFollower } from '#test/support/followers.ts'
import { createJobPost } from '#test/support/jobs.ts'

/** Copies a row many times in one statement, as an import writes rows. */
function copyRows(table: 'job_posts' | 'courses', columns: readonly string[]) {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return prepare((q, p: { id: number; count: number }) =>
    q
      .insertInto(table)
      .columns(columns as never)
      .expression(sql`select ${names} from (with recursive numbers (n) as
        (select 1 union all select n + 1 from numbers where n < ${p.count}) select n from numbers) as copies
        cross join ${sql.table(table)} where id = ${p.id}`),
  )
}

const first = {
  job_posts: prepare((q, p: { id: number }) => q.selectFrom('job_posts').selectAll().where('id', '=', p.id)),
  courses: prepare((q, p: { id: number }) => q.selectFrom('courses').selectAll().where('id', '=', p.id)),
}
const forget = [
  prepare((q) => q.deleteFrom('search_postings_lists').where('key', '>=', 'courses').where('key', '<', 'courset')),
  prepare((q) => q.deleteFrom('search_texts').where('area', '=', 'courses')),
  prepare((q) => q.updateTable('search_lists').set({ format: 0, position: 0 }).where('name', '=', 'courses')),
  prepare((q) => q.updateTable('followers').set({ format: 0, built: 0 }).where('name', '=', 'search_courses')),
]

async function createCopier(app: TestApp, table: 'job_posts' | 'courses', id: number) {
  const { context } = app.service
  const columns = Object.keys(await first[table].one(context, { id })).filter((column) => column !== 'id')
  const query = copyRows(table, columns)
  return (count: number) => app.platform.db.transaction((db) => query.run({ db }, { id, count }))
}

describe('a search while its index is behind', async () => {
  it('finds each of 2,000 posts from the moment when an import has written it', async () => {
    const app = await createApp()
    const recruiter = await app.given.admin()
    const { id } = await createJobPost(recruiter, { title: 'Lichenologist', description: 'Of bark and stones.' })
    await runFollower(app.service.context, createListFollower(jobPostIndex))
    const copy = await createCopier(app, 'job_posts', id)
    let written = 1
    let begun = 1
    const importAll = async () => {
      for (let batch = 0; batch < 10; batch++) {
        begun += 200
        await copy(200)
        written += 200
        // The index is brought up to date while more is written.
        if (batch === 6) await runFollower(app.service.context, createListFollower(jobPostIndex))
      }
    }
    const importing = importAll()

    for (let isOver = false; !isOver; ) {
      isOver = written === 2_001
      const least = written
      const { status, meta, text } = await recruiter.get('/job-posts?search=lichenologist&limit=1')
      assert.equal(status, 200, text)
      assert.ok(meta.total >= least && meta.total <= begun, `${least} <= ${meta.total} <= ${begun}`)
    }

    await importing
    const whole = await recruiter.get('/job-posts?search=lichenologists+bark&sort=title&limit=100&page=20')
    assert.deepEqual([whole.meta.total, whole.data.length], [2_001, 100])
  })

  it('waits for an index that is far behind, and says so where it does not wait', async () => {
    const app = await createApp()
    const author = await app.given.admin()
    const { id } = await createCourse(author, { title: 'Lichens', description: 'Of bark.' })
    await runFollower(app.service.context, createListFollower(courseIndex))
    const copy = await createCopier(app, 'courses', id)
    await copy(2_500)

    const refused = await author.get('/admin/content?kind=course&search=lichens', { 'accept-language': 'fr' })
    const waiting = author.get('/courses?search=lichens&limit=1')
    await runFollower(app.service.context, createListFollower(courseIndex))

    assert.deepEqual(
      [refused.status, refused.message, refused.headers.get('retry-after')],
      [503, 'La recherche est en cours de mise à jour : 0 % sont faits. Veuillez réessayer plus tard.', '13'],
    )
    assert.deepEqual([(await waiting).status, (await waiting).meta.total], [200, 2_501])
    assert.equal((await author.get('/admin/content?kind=course&search=lichens')).meta.total, 2_501)
  })

  it('finds all rows while the index of a small list is built', async () => {
    const app = await createApp()
    const author = await app.given.admin()
    const { id } = await createCourse(author, { title: 'Lichens', description: 'Of bark.' })
    await runFollower(app.service.context, createListFollower(courseIndex))
    await (await createCopier(app, 'courses', id))(40)
    await runFollower(app.service.context, createListFollower(courseIndex))

    for (const query of forget) await query.run(app.service.context, {})

    const { meta } = await author.get('/courses?search=lichens')
    assert.equal(meta.total, 41)
    await author.put(`/courses/${id}`, { title: 'Mosses', description: 'Of stones.' })
    assert.equal((await author.get('/courses?search=lichens')).meta.total, 40)
    await runFollower(app.service.context, createListFollower(courseIndex))
    assert.equal((await author.get('/courses?search=lichens')).meta.total, 40)
  })
})
