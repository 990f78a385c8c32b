import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createUniqueEmail, password } from '../support/app.ts'
import { runProgram, serve } from './program.ts'

const folder = await mkdtemp(join(tmpdir(), 'research-platform-smoke-'))
after(() => rm(folder, { recursive: true, force: true }))
const settings = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' }

describe('the program', () => {
  it('serves an empty folder, keeps what it acknowledged when it is killed, and stops in order', async () => {
    const first = await serve(settings)
    const email = createUniqueEmail()
    const { status } = await first.anonymous.post('/auth/signup', { name: 'Ada Lovelace', email, password })
    first.kill('SIGKILL')
    assert.equal(status, 201)
    assert.equal((await first.ended).signal, 'SIGKILL')

    const second = await serve(settings)

    const reply = await second.anonymous.post('/auth/login', { email, password })
    second.kill('SIGTERM')
    const { code, stderr } = await second.ended
    assert.equal(reply.status, 200)
    assert.deepEqual([code, stderr], [0, ''])
  })

  it('runs a command of the first argument, and ends with its exit code', async () => {
    const admin = await runProgram(['admin', '--email', 'ada@example.org', '--password', password], settings)
    const unknown = await runProgram(['frobnicate'], settings)

    assert.deepEqual([admin.code, admin.stdout, admin.stderr], [0, 'ada@example.org is an administrator.\n', ''])
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /^There is no command "frobnicate"\./)
  })
})
