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

  it('is refused with all that hangs on it, with and without --merge, also in a trial', async () => {
    const app = await createApp()
    const admin = await app.given.admin()
    const folder = await createImportFolder(rows)

    for (const options of [['--dry-run'], ['--dry-run', '--merge'], [], ['--merge']]) {
      const { code } = await importInto(app, folder, ...options)

      const list = options.includes('--dry-run') ? 'refused-dry-run' : 'refused'
      assert.equal(code, 1)
      assert.deepEqual(await readRefused(folder, 'users', list), [isTaken(1)])
      for (const name of ['access_tokens', 'identities', 'notifications'])
        assert.deepEqual(await readRefused(folder, name, list), [isOther('user_id', 1, 'users')], name)
      assert.equal((await app.withToken(`1|${secret}`).get('/auth/me')).status, 401)
      assert.doesNotMatch(JSON.stringify((await admin.get('/notifications')).data), /For Eve/)
    }
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

describe('a person of an import whose address an account of this service has', () => {
  const old = {
    id: 2_001,
    name: 'Old Name',
    email: 'joined@example.org',
    email_verified_at: verified,
    created_at: verified,
  }
  const rows = {
    users: [ada, old],
    access_tokens: [{ id: 3, user_id: old.id, token }],
    identities: [{ id: 3, user_id: old.id, provider: 'google', subject: 'old' }],
    notifications: [{ id: 901, user_id: old.id, type: 'course_update', title: 'For the old one' }],
    job_posts: [{ id: 902, user_id: ada.id, title: 'Post' }],
    job_applications: [
      { id: 903, job_post_id: 902, user_id: ada.id, first_name: 'A', last_name: 'L', email: ada.email },
    ],
    interviews: [
      {
        id: 904,
        application_id: 903,
        interview_date: '2030-01-02',
        interview_time: '10:00',
        interviewer_ids: [ada.id, old.id],
      },
    ],
  }

  it('is joined with --merge where both addresses are proven, and does not sign in with what the import brings', async () => {
    const app = await createApp()
    const person = await app.given.verifiedUser({ email: old.email, name: 'New Name' })
    const folder = await createImportFolder(rows)

    const tried = await importInto(app, folder, '--merge', '--dry-run')
    const { code, stdout } = await importInto(app, folder, '--merge')

    assert.equal(code, 1)
    assert.match(stdout, /users\.ndjson: 1 imported, 1 kept, 0 refused/)
    assert.deepEqual(listTotals(tried.stdout), listTotals(stdout))
    const why = `The column "user_id" is 2001, whose account ${person.id} was here before and has its own ways to sign in.`
    for (const name of ['access_tokens', 'identities']) {
      assert.deepEqual(await readRefused(folder, name), [why])
      assert.deepEqual(await readRefused(folder, name, 'refused-dry-run'), [why])
    }
    assert.equal((await app.withToken(`3|${secret}`).get('/auth/me')).status, 401)
    assert.match(JSON.stringify((await person.get('/notifications')).data), /For the old one/)
    assert.equal((await person.get('/auth/me')).data.name, 'New Name')
    const interviewers = await ask(app.platform.config, 'select user_id from interviewers order by user_id')
    assert.deepEqual(
      interviewers.map(({ user_id }) => Number(user_id)),
      [person.id, ada.id],
    )

    const later = await createImportFolder({
      users: [ada, old, ''],
      notifications: [{ id: 905, user_id: old.id, type: 'course_update', title: 'And later' }],
    })
    const again = await importInto(app, later)
    assert.equal(again.code, 0)
    assert.match(again.stdout, /users\.ndjson: 0 imported, 2 kept, 0 refused.*notifications\.ndjson: 1 imported/s)
    assert.match(JSON.stringify((await person.get('/notifications')).data), /And later/)
  })

  for (const { name, options, proven, row } of [
    { name: 'without --merge', options: [], proven: true, row: old },
    { name: 'where the account has not proven it', options: ['--merge'], proven: false, row: old },
    {
      name: 'where the former system has not proven it',
      options: ['--merge'],
      proven: true,
      row: { ...old, email_verified_at: null },
    },
  ])
    it(`is refused with all that hangs on it ${name}, also in a trial`, async () => {
      const app = await createApp()
      const person = proven
        ? await app.given.verifiedUser({ email: old.email })
        : await app.given.user({ email: old.email })
      const folder = await createImportFolder({ ...rows, users: [ada, row] })

      const tried = await importInto(app, folder, '--dry-run', ...options)
      const { code, stdout } = await importInto(app, folder, ...options)

      assert.deepEqual([code, tried.code], [1, 1])
      assert.deepEqual(listTotals(tried.stdout), listTotals(stdout))
      assert.deepEqual(await readRefused(folder, 'users'), ['Another row has the same e-mail address already.'])
      const why = 'The column "user_id" is 2001, which is no id of users.'
      for (const name of ['access_tokens', 'identities', 'notifications'])
        assert.deepEqual(await readRefused(folder, name), [why])
      assert.doesNotMatch(JSON.stringify((await person.get('/notifications')).data), /For the old one/)
    })

  it('goes on for one person alone', async () => {
    const app = await createApp()
    await app.given.verifiedUser({ email: old.email })
    const twin = { ...old, id: 2_002 }
    const folder = await createImportFolder({
      users: [old, twin, { ...ada, email_verified_at: verified }, { ...ada, id: 2_003, email_verified_at: verified }],
      notifications: [2_002, 2_003].map((user_id, id) => ({
        id: id + 1,
        user_id,
        type: 'course_update',
        title: 'For',
      })),
    })

    const tried = await importInto(app, folder, '--merge', '--dry-run')
    const { stdout } = await importInto(app, folder, '--merge')

    assert.match(
      stdout,
      /users\.ndjson: 1 imported, 1 kept, 2 refused.*notifications\.ndjson: 0 imported, 0 kept, 2 refused/s,
    )
    assert.deepEqual(listTotals(tried.stdout), listTotals(stdout))
  })
})

describe('an import that is repeated', () => {
  const tables = {
    users: [ada, { ...ada, id: 1_008, email: 'bob@example.org' }],
    files: [{ path: 'a.png', user_id: ada.id }],
    courses: [80, 81, 82].map((id) => ({ id, user_id: ada.id, title: 'Reefs' })),
    course_prerequisites: [{ course_id: 81, prerequisite_id: 80 }],
    lessons: [{ id: 90, course_id: 82, title: 'First', order: 1 }],
    plans: [
      { id: 'gold', name: 'G', price: 1, currency: 'USD', job_postings: 1, candidate_searches: 1, team_members: 1 },
    ],
    subscriptions: [
      {
        ...{ id: 5, user_id: ada.id, plan_id: 'gold', state: 'expired' },
        ...{ started_at: verified, period_start: verified, period_end: verified },
      },
    ],
  }
  it('keeps the rows that it has brought, also those that were removed since', async () => {
    const app = await createApp()
    const first = await importInto(app, await createImportFolder(tables, ['a.png']))
    assert.equal(first.code, 0, first.stdout)
    assert.equal((await (await app.given.admin()).delete('/courses/82')).status, 200)
    const kept = Object.entries(tables).map(
      ([name, { length }]) => `${name}.ndjson: 0 imported, ${length} kept, 0 refused`,
    )

    for (const [index, options] of [['--dry-run'], [], ['--merge']].entries()) {
      // Files with other contents are read anew.
      const more = Array.from({ length: index + 1 }, () => '')
      const longer = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, [...rows, ...more]]))
      const { code, stdout } = await importInto(app, await createImportFolder(longer, ['a.png']), ...options)

      assert.equal(code, 0, stdout)
      assert.deepEqual(listTotals(stdout), kept)
    }
    assert.deepEqual(await ask(app.platform.config, 'select id from courses where id = 82'), [])
  })

  it('refuses a row that is twice in its file, however far apart, also after an interruption', async () => {
    const app = await createApp()
    const people = Array.from({ length: 600 }, (_, n) => ({ ...ada, id: 3_000 + n, email: `ada${n}@example.org` }))
    const folder = await createImportFolder({ users: [...people, { ...ada, id: 3_000, email: 'other@example.org' }] })

    const { stdout } = await importInto(app, folder)

    assert.match(stdout, /users\.ndjson: 600 imported, 0 kept, 1 refused/)
    assert.deepEqual(await readRefused(folder, 'users'), ['The id 3000 is in the file twice.'])
    const ranges = await ask(app.platform.config, "select first_id, last_id from imported_rows where kind = 'users'")
    assert.equal(ranges.length, 2)
  })
})

/** Returns the lines of totals, without the seconds. */
const listTotals = (stdout: string) =>
  stdout.split('\n').flatMap((line) => /^\w+\.ndjson: .* refused/.exec(line)?.[0] ?? [])
