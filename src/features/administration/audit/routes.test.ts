import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemContext } from '#context.ts'
import { verifyAuditLog } from '#platform/audit/verify.ts'
import { ask } from '#test/contract/empty-database.ts'
import { createApp, createUniqueEmail, type Person, type TestApp, testApp } from '#test/support/app.ts'

interface Row {
  id: number
  actor: string
  actor_id: number | null
  action: string
  object: { kind: string; id: string } | null
  outcome: string
  changes: { before: object | null; after: object | null } | null
  reason: string | null
}

const app = await testApp()
const admin = await app.given.admin()

/** Returns the newest row of an action. */
async function findRow(by: Person, action: string, query = ''): Promise<Row> {
  const { data, text } = await by.get(`/admin/audit?action=${action}${query}`)
  assert.ok(data[0], `No row of ${action}: ${text}`)
  return data[0]
}

const countRows = async (by: Person, query = ''): Promise<number> => (await by.get(`/admin/audit?${query}`)).meta.total

describe('the audit log', () => {
  it('has a row for an act of an administrator, with the values before and after', async () => {
    const person = await app.given.user({ name: 'Grace Hopper' })

    await admin.put(`/users/${person.id}`, { role: 'recruiter', headline: 'Admiral' })

    const { actor, actor_id, object, outcome, changes } = await findRow(admin, 'changeUser')
    assert.deepEqual({ actor, actor_id, outcome }, { actor: 'administrator', actor_id: admin.id, outcome: 'done' })
    assert.deepEqual(object, { kind: 'user', id: String(person.id) })
    assert.deepEqual(changes?.before, { role: 'learner', headline: '' })
    assert.deepEqual(changes?.after, { role: 'recruiter', headline: 'Admiral' })
  })

  it('has a row for a refused act of an administrator', async () => {
    await admin.put('/users/999999', { headline: 'x' })

    const { object, outcome } = await findRow(admin, 'changeUser', '&outcome=refused')
    assert.deepEqual({ object, outcome }, { object: { kind: 'user', id: '999999' }, outcome: 'refused' })
  })

  it('has a row when an administrator reads or exports the data of a user, but not their own', async () => {
    const person = await app.given.user()

    await admin.get(`/users/${person.id}`)
    await admin.get(`/users/${person.id}/export`)
    const before = await countRows(admin, 'action=showUser')
    await admin.get(`/users/${admin.id}`)

    assert.equal((await findRow(admin, 'exportUser')).object?.id, String(person.id))
    assert.equal((await findRow(admin, 'showUser')).object?.id, String(person.id))
    assert.equal(await countRows(admin, 'action=showUser'), before)
  })

  it('has no row for what other users do', async () => {
    const person = await app.given.user()

    await person.put(`/users/${person.id}`, { headline: 'Mine' })
    await person.get(`/users/${person.id}`)

    assert.equal(await countRows(admin, `actor_id=${person.id}`), 0)
  })

  it('contains neither passwords nor tokens', async () => {
    const person = await app.given.user()

    await admin.put(`/users/${person.id}`, {
      password: 'a quite secret phrase',
      password_confirmation: 'a quite secret phrase',
    })
    await admin.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })

    const { text } = await admin.get('/admin/audit?limit=100')
    assert.ok(!text.includes('a quite secret phrase') && !/rp[sk]_/.test(text))
  })

  it('records the reason of an act', async () => {
    await admin.delete('/coupons/999999?reason=Not%20ours')

    assert.equal((await findRow(admin, 'deleteCoupon')).reason, 'Not ours')
  })

  it('is filtered by object, user and time', async () => {
    const person = await app.given.user()
    await admin.put(`/users/${person.id}`, { headline: 'First' })
    app.clock.advance({ minutes: 5 })
    const from = app.clock.now()
    await admin.put(`/users/${person.id}`, { headline: 'Second' })
    app.clock.advance({ minutes: 5 })
    const count = (query: string) => countRows(admin, `action=changeUser&${query}`)

    assert.equal(await count(`user_id=${person.id}`), 2)
    assert.equal(await count(`object_kind=user&object_id=${person.id}`), 2)
    assert.equal(await count(`user_id=${person.id}&from=${from}`), 1)
    assert.equal(await count(`user_id=${person.id}&until=${from}`), 1)
    assert.equal(await count(`from=${app.clock.now()}`), 0)
  })

  it('is sent as CSV without formulas', async () => {
    await admin.delete(`/coupons/999998?reason=${encodeURIComponent('=HYPERLINK("http://evil.test")')}`)

    const { status, headers, text } = await admin.get('/admin/audit?action=deleteCoupon', { accept: 'text/csv' })

    const [head = '', first = ''] = text.split('\r\n')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/csv/)
    assert.ok(head.startsWith('\ufeffid,created_at,actor,actor_id,'))
    assert.equal(headers.get('content-disposition'), 'attachment; filename="Audit log.csv"')
    assert.ok(first.includes(`"'=HYPERLINK(""http://evil.test"")"`), first)
  })
})

describe('a refused request to administer', () => {
  it('has a row for a user and for a visitor', async () => {
    const person = await app.given.user()

    await person.get('/coupons')
    await app.anonymous.get('/coupons')

    const { data } = await admin.get('/admin/audit?action=listCoupons&outcome=refused')
    assert.deepEqual(
      data.slice(0, 2).map(({ actor, actor_id, status }: Row & { status: number }) => ({ actor, actor_id, status })),
      [
        { actor: 'visitor', actor_id: null, status: 401 },
        { actor: 'user', actor_id: person.id, status: 403 },
      ],
    )
  })

  for (const id of [
    '9007199254740993',
    '99999999999999999999',
    'abc',
    '-1',
    '1e300',
    '%00',
    '%ED%A0%80',
    'x'.repeat(5_000),
  ])
    it(`leaves the log readable and whole when it names the user ${id.slice(0, 25)}`, async () => {
      const own = await createApp()
      const root = await own.given.admin()

      await own.anonymous.post(`/admin/users/${id}/suspend`, {})
      await root.post(`/admin/users/${id}/suspend`, {})

      const { status, text } = await root.get('/admin/audit')
      assert.equal(status, 200, text)
      assert.equal((await verify(own)).broken, null)
    })

  it('fills the log of others by at most twenty rows an hour, then by one for a hundred', async () => {
    const person = await app.given.user()

    for (let sent = 0; sent < 120; sent++) await person.get('/coupons')

    const { data, meta } = await admin.get(`/admin/audit?actor_id=${person.id}`)
    assert.equal(meta.total, 21)
    assert.deepEqual(data[0].changes.after, { refused_this_hour: 100 })
  })

  it('is refused to users who are no administrators', async () => {
    const person = await app.given.user({ role: 'recruiter' })

    assert.equal((await person.get('/admin/audit')).status, 403)
    assert.equal((await app.anonymous.get('/admin/audit')).status, 401)
  })
})

describe('the acts of the service', () => {
  it('include the erasure of an account, which erases the details of all rows about it', async () => {
    const person = await app.given.user({ name: 'Katherine Johnson', email: createUniqueEmail() })
    await admin.put(`/users/${person.id}`, { headline: 'Mathematician' })

    await person.delete(`/users/${person.id}`)

    const { data, text } = await admin.get(`/admin/audit?user_id=${person.id}`)
    assert.equal(data[0].action, 'eraseUser')
    assert.equal(data[0].actor, 'service')
    assert.deepEqual(
      data.slice(1).map(({ action, erased, changes }: Row & { erased: boolean }) => ({ action, erased, changes })),
      [{ action: 'changeUser', erased: true, changes: null }],
    )
    assert.ok(!text.includes('Mathematician'))
    assert.equal((await verify(app)).broken, null)
  })

  it('are in the export of the user', async () => {
    const person = await app.given.user()
    await admin.put(`/users/${person.id}`, { headline: 'Seen' })

    const { data } = await person.get(`/users/${person.id}/export`)

    assert.equal(data.administration.acts.length, 1)
    assert.deepEqual(data.administration.acts[0].changes.after, { headline: 'Seen' })
  })
})

/** A day begins for the schedules with their first tick. */
async function passDay({ clock, settle }: TestApp) {
  await settle()
  clock.advance({ days: 1 })
  await settle()
}

const verify = ({ platform }: TestApp) => verifyAuditLog(createSystemContext(platform))

const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'
const unlock =
  engine === 'postgres'
    ? ['alter table audit_log disable trigger all']
    : [
        'drop trigger keep_audit_log_delete',
        'drop trigger keep_audit_log_update',
        'drop trigger keep_audit_log_details',
      ]

describe('the chain of the audit log', () => {
  it('is in one order when many acts happen at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => app.given.user()))

    const replies = await Promise.all(people.map(({ id }) => admin.put(`/users/${id}`, { headline: 'At once' })))

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal((await verify(app)).broken, null)
  })

  it('is signed once a day, and shown with its end', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    await root.delete('/coupons/5')
    await passDay(own)

    const { data } = await root.get('/admin/audit/head')

    assert.equal(data.signed.last_id, data.rows)
    assert.equal(data.signed.hash, data.hash)
    assert.equal((await verify(own)).signatures, 1)
  })

  it('refuses changes in the database itself', async () => {
    const { platform } = app
    await admin.delete('/coupons/5')

    for (const statement of [
      "update audit_log set action = 'nothing'",
      'delete from audit_log',
      "update audit_log set details = '{}'",
    ])
      await assert.rejects(ask(platform.config, statement), /append-only/)
  })

  for (const [what, statement, reason] of [
    ['a changed column', "update audit_log set action = 'nothing' where id = 2", /row 2.*do not match its hash/],
    ['changed details', "update audit_log set details = '{}' where id = 2", /row 2.*details do not match/],
    ['details that were removed', 'update audit_log set details = null where id = 2', /row 2.*details are gone/],
    ['a removed row', 'delete from audit_log where id = 2', /row 2.*missing/],
    ['removed rows at the end', 'delete from audit_log where id >= 3', /row 3.*missing/],
    [
      'another row in the place of one',
      'update audit_log set hash = previous_hash where id = 1',
      /row 1.*do not match its hash/,
    ],
    ['another signature', "update audit_heads set signature = 'AAAA'", /signature of .* does not match/],
  ] as const)
    it(`shows ${what}`, async () => {
      const own = await createApp()
      const root = await own.given.admin()
      for (const id of [1, 2, 3, 4]) await root.delete(`/coupons/${id}`)
      await passDay(own)
      assert.equal((await verify(own)).broken, null)

      for (const one of [...unlock, statement]) await ask(own.platform.config, one)

      const { broken } = await verify(own)
      assert.match(`row ${broken?.id}: ${broken?.reason}`, reason)
    })
})
