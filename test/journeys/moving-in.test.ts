import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { demoPassword, logins } from '../../src/demo/logins.ts'
import { serve } from '../resilience/program.ts'
import { createApp } from '../support/app.ts'
import { runCommand } from '../support/command.ts'
import { exportRows } from '../support/export-rows.ts'
import { importInto } from '../support/import.ts'

const root = await mkdtemp(join(tmpdir(), 'research-platform-moving-'))
after(() => rm(root, { recursive: true, force: true }))

/**
 * What must differ: the import reads attempts that are over. Payments, coupons and invoices are not imported, so the lists of billing are
 * compared in status alone.
 */
const expected = [
  'GET /exam-attempts/9 (token 3): the status was 200 and is 404',
  'GET /exam-attempts/10 (token 4): the status was 200 and is 404',
]

describe('the demonstration, exported and imported into an empty service', () => {
  it('answers the reads of each role as before', async () => {
    const old = await serve({ DATA_DIR: join(root, 'data') }, { args: ['demo'], ready: /Sign in with.*admin[^\n]*\n/s })
    const fresh = await createApp({ ADMIN_EMAIL: logins.admin.email, ADMIN_PASSWORD: demoPassword })
    const folder = join(root, 'export')
    await mkdir(folder)
    const login = { email: logins.admin.email, password: demoPassword }
    const admin = old.as((await old.anonymous.post('/auth/login', login)).data.token)
    await exportRows(join(root, 'data-demo'), admin, folder)

    const { code, stdout, stderr } = await importInto(fresh, folder, '--merge')
    assert.equal(code, 0, stdout + stderr)
    const tokens: string[] = []
    for (const { email } of Object.values(logins)) {
      const given = { email, password: demoPassword }
      const was = await old.anonymous.post('/auth/login', given)
      const is = await fresh.anonymous.post('/auth/login', given)
      assert.deepEqual([was.status, is.status], [200, 200], email)
      tokens.push(`${was.data.token} ${is.data.token}`)
    }
    const file = join(root, 'tokens')
    await writeFile(file, tokens.join('\n'))
    const compared = await runCommand(['compare', '--old', old.address, '--new', fresh.address, '--tokens', file], {})
    old.kill('SIGTERM')
    await old.ended

    const lines = compared.stdout.trim().split('\n')
    assert.deepEqual(lines.slice(0, -1), expected)
    assert.match(lines.at(-1) ?? '', /^3\d\d reads were compared, 2 differ\.$/)
  })
})
