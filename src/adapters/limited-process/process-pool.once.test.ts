import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { describeModule } from '#core/worker-module.ts'
import { waitUntil } from '#test/support/background.ts'
import { ProcessPool } from './process-pool.ts'

const pool = new ProcessPool({
  module: describeModule<typeof import('../../../test/support/hostile-functions.ts')>(
    new URL('../../../test/support/hostile-functions.ts', import.meta.url),
  ),
  maxProcesses: 2,
  limits: { processorMs: 500, memoryMb: 200, resultBytes: 1_000 },
  idleMs: 600_000,
})

const started: ChildProcess[] = []
const note = (message: unknown) => started.push((message as { process: ChildProcess }).process)
subscribe('child_process', note)
after(() => {
  unsubscribe('child_process', note)
  for (const child of started) child.kill('SIGKILL')
})

describe('a limited process', () => {
  it('returns what the function returns, and is used again', async () => {
    const input = { bytes: new Uint8Array([1, 2]), map: new Map([['a', null]]) }

    assert.deepEqual(await pool.run('returnInput', input), input)
    assert.equal(await pool.run('getProcessId', undefined), await pool.run('getProcessId', undefined))
  })

  it('has no secrets in its environment', async () => {
    const names = await pool.run('readEnvironment', undefined)

    assert.deepEqual(
      names.filter((name) => name !== 'NODE_COMPILE_CACHE' && name !== 'NODE_CHANNEL_FD'),
      [],
    )
  })

  it('is limited by the kernel, and the first that a system without memory ends', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { oomScore, dataBytes } = await pool.run('readKernelLimits', undefined)

    assert.equal(oomScore, '1000')
    assert.match(String(dataBytes), /^\d+$/)
  })

  for (const [name, reason] of [
    ['loop', 'limit'],
    ['fillBuffers', 'limit'],
    ['fillOneBuffer', 'limit'],
    ['fillHeap', 'limit'],
    ['parseObjects', 'limit'],
    ['crash', 'limit'],
    ['exit', 'limit'],
    ['waitForNothing', 'limit'],
    ['rejectLater', 'limit'],
    ['fail', 'error'],
  ] as const)
    it(`contains a function that does this: ${name}`, async () => {
      const other = pool.run('createText', 10)

      await assert.rejects(pool.run(name, undefined), { name: 'ProcessFailure', reason })

      assert.equal(await other, 'xxxxxxxxxx')
      assert.equal(await pool.run('createText', 1), 'x')
    })

  it('that was ended from outside fails its call, and no other', async () => {
    const path = join(tmpdir(), `research-platform-begun-${randomUUID()}`)
    const doomed = assert.rejects(pool.run('waitForMinutes', path), { reason: 'killed', isInterruption: true })
    const other = pool.run('createText', 10)

    const readId = () => readFile(path, 'utf8').catch(() => '')
    await waitUntil(async () => (await readId()) !== '')
    process.kill(Number(await readId()), 'SIGKILL')
    await rm(path)

    await doomed
    assert.equal(await other, 'xxxxxxxxxx')
  })

  it('that was ended while it had nothing to do fails no call', async () => {
    await pool.run('createText', 1)
    for (const child of started) child.kill('SIGKILL')

    assert.equal(await pool.run('createText', 1), 'x')
  })

  it('goes on when its whole group gets the signal that stops the service', async () => {
    const id = await pool.run('getProcessId', undefined)
    const answer = pool.run('createText', 10)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(id, signal)

    assert.equal(await answer, 'xxxxxxxxxx')
  })

  it('does not send a result that is too large', async () => {
    await assert.rejects(pool.run('createText', 2_000), { reason: 'limit' })
  })
})
