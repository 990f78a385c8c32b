import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { recordIgnored } from '#core/ignored-errors.ts'
import { runCommand, serveInProcess } from '../support/command.ts'
import { createConfig } from '../support/database.ts'

const { config, drop } = await createConfig()
const folder = await mkdtemp(join(tmpdir(), 'research-platform-commands-'))
after(async () => {
  await drop()
  await rm(folder, { recursive: true, force: true })
})
const { dataDir, databaseUrl } = config
const settings = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
const email = 'ada@example.org'
const added = await runCommand(['admin', '--email', email, '--password', 'a long password'], settings)
assert.equal(added.code, 0, added.stderr)

async function call(...args: string[]) {
  const ending = await runCommand(['api', '--as', email, ...args], settings)
  return { ...ending, answer: JSON.parse(ending.stdout) }
}

const listRows = async () => {
  const { answer } = await call('GET', '/admin/audit?limit=100&sort=oldest')
  return answer.data as { actor: string; actor_name: string; action: string; outcome: string; reason: string | null }[]
}

describe('the command api', () => {
  it('sends a request of an administrator, and the audit log says where it came from', async () => {
    const coupon = { code: 'SPRING', percent_off: 20, reason: 'A campaign' }

    const { code, answer } = await call('POST', '/coupons', JSON.stringify(coupon))

    assert.equal(code, 0)
    assert.equal(answer.code, 201)
    const { answer: list } = await call('get', '/coupons')
    assert.deepEqual(
      list.data.map((one: { code: string }) => one.code),
      ['SPRING'],
    )
    const row = (await listRows()).find(({ action }) => action === 'addCoupon')
    assert.deepEqual(
      [row?.actor, row?.actor_name, row?.outcome, row?.reason],
      ['command_line', 'Administrator', 'done', 'A campaign'],
    )
  })

  it('prints tables', async () => {
    const { stdout } = await runCommand(['api', '--as', email, '--csv', 'GET', '/admin/users'], settings)

    // The mark at the beginning tells spreadsheets that the text is UTF-8.
    assert.match(stdout, /^\ufeffid,name,email,[^\n]*\r\n1,Administrator,ada@example.org,/)
  })

  it('changes a role without a sign-in, because the command line has the database', async () => {
    const program = await serveInProcess({ ...settings, RATE_LIMIT_AUTH: '0' })
    const person = { name: 'Bob', email: 'bob@example.org', password: 'another long password' }
    const { data } = await program.anonymous.post('/auth/signup', person)
    program.kill('SIGTERM')
    await program.ended

    const { answer } = await call('PUT', `/admin/users/${data.user.id}/role`, '{"role": "recruiter"}')

    assert.equal(answer.code, 200, answer.message)
    const { answer: shown } = await call('GET', `/users/${data.user.id}`)
    assert.equal(shown.data.role, 'recruiter')
  })

  it('ends with 1 for a refusal, which the audit log has too', async () => {
    const { code, answer } = await call('POST', '/admin/users/1/suspend', '{"reason": "By mistake"}')

    assert.equal(code, 1)
    assert.equal(answer.message, 'You cannot do this to your own account.')
    const row = (await listRows()).find(({ action }) => action === 'suspendPerson')
    assert.deepEqual([row?.actor, row?.outcome], ['command_line', 'refused'])
  })

  for (const [what, args, sentence] of [
    ['for no administrator', ['--as', 'bob@example.org', 'GET', '/users'], /^No administrator has the address bob/],
    ['for an unknown address', ['--as', 'eve@example.org', 'GET', '/users'], /^No administrator has the address eve/],
    ['without an administrator', ['GET', '/users'], /^An administrator, a method, a path/],
    ['without a path', ['--as', email, 'GET'], /^An administrator, a method, a path/],
    ['for an unknown method', ['--as', email, 'FETCH', '/users'], /^An administrator, a method, a path/],
    ['for too many arguments', ['--as', email, 'GET', '/users', '{}', '{}'], /^An administrator, a method, a path/],
  ] as const)
    it(`does nothing ${what}`, async () => {
      const { code, stdout, stderr } = await runCommand(['api', ...args], settings)

      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, sentence)
    })
})

describe('the command verify', () => {
  it('verifies a certificate without the service, with the database or with saved files', async () => {
    const program = await serveInProcess(settings)
    const { anonymous } = program
    const list = await anonymous.get('/certificates/status/1')
    const keys = await anonymous.get('/.well-known/did.json')
    program.kill('SIGTERM')
    await program.ended
    const [credential, did, changed] = ['list.json', 'did.json', 'changed.json'].map((name) => join(folder, name))
    await writeFile(String(credential), list.text)
    await writeFile(String(did), keys.text)
    await writeFile(String(changed), list.text.replace('"revocation"', '"suspension"'))
    const elsewhere = { DATA_DIR: join(folder, 'nothing-here') }

    const known = await runCommand(['verify', String(credential)], { ...settings, PUBLIC_URL: program.address })
    const saved = await runCommand(['verify', '--with', String(did), '--offline', String(credential)], elsewhere)
    const unknown = await runCommand(['verify', '--offline', String(credential)], elsewhere)
    const refused = await runCommand(['verify', '--with', String(did), '--offline', String(changed)], elsewhere)

    for (const { code, stdout, stderr } of [known, saved]) {
      assert.equal(code, 0, stdout + stderr)
      assert.match(stdout, /^This credential is genuine\n[\s\S]*✔ Nothing in it has changed since it was signed\.\n/)
    }
    assert.equal(unknown.code, 1)
    assert.match(unknown.stdout, /^Not everything could be checked\n/)
    assert.equal(refused.code, 1)
    assert.match(refused.stdout, /^Do not rely on this credential\n[\s\S]*✘ It was changed after it was signed/)
    await assert.rejects(readFile(join(elsewhere.DATA_DIR, 'secret')))
  })

  it('refuses what contains no credential', async () => {
    const { code, stderr } = await runCommand(['verify', import.meta.filename], settings)

    assert.equal(code, 1)
    assert.equal(stderr, `There is no credential in ${import.meta.filename}.\n`)
  })
})

describe('the command keys', () => {
  const keys = (act: string) => runCommand(['keys', act], settings)

  it('lists keys, adds one, and exports all with their secret parts', async () => {
    const before = await keys('list')
    const rotated = await keys('rotate')
    const listed = await keys('list')
    const exported = await keys('export')

    assert.match(rotated.stdout, /^Key \d+ signs from now on\. Former keys still verify\.\n$/, rotated.stderr)
    const count = (text: string) => text.split('\n').length
    assert.equal(count(listed.stdout), count(before.stdout) + 1)
    const all: { kid: string; d: string }[] = JSON.parse(exported.stdout).keys
    assert.equal(all.length, count(listed.stdout) - 1)
    for (const { d } of all) assert.equal(Buffer.from(d, 'base64url').length, 32)
    const rows = await listRows()
    for (const action of ['keys rotate', 'keys export'])
      assert.equal(rows.filter((row) => row.action === action && row.actor === 'command_line').length, 1, action)
  })

  it('asks what to do', async () => {
    const { code, stderr } = await keys('burn')

    assert.equal(code, 1)
    assert.match(stderr, /^Say what to do: keys list, keys rotate or keys export\./)
  })
})

describe('commands that change or disclose', () => {
  it('have a row in the audit log each', async () => {
    for (const command of ['migrate', 'reindex', 'check-files']) {
      const { code, stderr } = await runCommand([command], settings)
      assert.equal(code, 0, stderr)
    }

    const rows = await listRows()

    for (const command of ['admin', 'migrate', 'reindex', 'check-files'])
      assert.equal(
        rows.filter(({ actor, action }) => actor === 'command_line' && action === command).length,
        1,
        command,
      )
  })

  if (databaseUrl === null)
    it('have one also for a backup, and in the restored database for the restore', async () => {
      const place = join(folder, 'there')
      const { code, stderr } = await runCommand(['backup', join(folder, 'taken')], settings)
      assert.equal(code, 0, stderr)
      assert.ok((await listRows()).some(({ action }) => action === 'backup'))

      const restored = await runCommand(['restore', join(folder, 'taken')], { DATA_DIR: place })

      assert.equal(restored.code, 0, restored.stderr)
      const { stdout } = await runCommand(['api', '--as', email, 'GET', '/admin/audit?action=restore'], {
        DATA_DIR: place,
      })
      const [row] = JSON.parse(stdout).data
      assert.equal(row.actor, 'command_line')
      assert.equal(row.changes.after.replaced, false)
    })

  if (databaseUrl === null)
    it('make a backup also with invalid settings, and say that it is in no log', async () => {
      const taken = join(folder, 'taken with invalid settings')

      const { code, stdout } = await runCommand(['backup', taken], { ...settings, PORT: 'abc' })

      assert.equal(code, 0)
      assert.match(stdout, /\nThe audit log has no row about it: PORT must be a whole number/)
      assert.ok((await readFile(join(taken, 'platform.db'))).length > 0)
    })
})

describe('a command', () => {
  it('says on standard error what failed although it goes on', async () => {
    const running = runCommand(['migrate'], settings)
    recordIgnored('a part', new Error('It is away.'))

    const { code, stderr } = await running

    assert.deepEqual([code, stderr], [0, 'Failed, and the command goes on: a part: It is away.\n'])
  })
})
