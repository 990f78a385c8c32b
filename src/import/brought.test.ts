import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { ask } from '#test/contract/empty-database.ts'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'
import { createJobPost } from '#test/support/jobs.ts'

const secret = 'TgT7vUk1mRkzG3rRkQ2xYd0oYb9nWq5sLp8eJcHi0a1b2c3d'
const token = createHash('sha256').update(secret).digest('hex')
const verified = '2020-01-02 03:04:05'
const ada = { id: 1_007, name: 'Ada Lovelace', email: 'ada.l@example.org', email_verified_at: verified }

const isTaken = (id: number) => `There is a row with the id ${id} already, which no import has brought.`
const isOther = (column: string, id: number, table: string) =>
  `The column "${column}" is ${id}, and the row ${id} of ${table} is another one, which no import has brought.`

describe('a row of an import whose id an account of this service has', () => {
  const stranger = { id: 1, name: 'Eve Stranger', email: 'eve@example.org', email_verified_at: verified }
  const rows = {
    users: [stranger],
    access_tokens: [{ id: 1, user_id: 1, token }],
    identities: [{ id: 1, user_id: 1, provider: 'google', subject: 'eve' }],
    notifications: [{ id: 1, user_id: 1, type: 'course_update', title: 'For Eve' }],
  }

  for (const options of [[], ['--merge'], ['--dry-run'], ['--dry-run', '--merge']])
    it(`is refused with all that hangs on it (${options.join(' ') || 'without options'})`, async () => {
      const app = await createApp()
      const admin = await app.given.admin()
      const folder = await createImportFolder(rows)

      const { code } = await importInto(app, folder, ...options)

      const list = options.includes('--dry-run') ? 'refused-dry-run' : 'refused'
      assert.equal(code, 1)
      assert.deepEqual(await readRefused(folder, 'users', list), [isTaken(1)])
      for (const name of ['access_tokens', 'identities', 'notifications'])
        assert.deepEqual(await readRefused(folder, name, list), [isOther('user_id', 1, 'users')], name)
      assert.equal((await app.withToken(`1|${secret}`).get('/auth/me')).status, 401)
      assert.doesNotMatch(JSON.stringify((await admin.get('/notifications')).data), /For Eve/)
    })

  it('is refused with --merge for a job post, whose applications are not shown to its live owner', async () => {
    const app = await createApp()
    const recruiter = await app.given.user({ role: 'recruiter' })
    const { id } = await createJobPost(recruiter)
    const application = {
      id: 70,
      job_post_id: id,
      user_id: ada.id,
      first_name: 'Ada',
      last_name: 'L',
      email: ada.email,
    }
    const folder = await createImportFolder({
      users: [ada],
      job_posts: [{ id, user_id: ada.id, title: 'Old post' }],
      job_applications: [application],
    })

    const { code, stdout } = await importInto(app, folder, '--merge')

    assert.equal(code, 1)
    assert.match(stdout, /job_posts\.ndjson: 0 imported, 0 kept, 1 refused/)
    assert.deepEqual(await readRefused(folder, 'job_posts'), [isTaken(id)])
    assert.deepEqual(await readRefused(folder, 'job_applications'), [isOther('job_post_id', id, 'job_posts')])
    assert.equal((await ask(app.platform.config, 'select * from job_applications')).length, 0)
  })
})
