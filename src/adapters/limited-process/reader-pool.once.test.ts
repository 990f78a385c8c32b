import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFieldProblem } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import { ReaderPool } from './reader-pool.ts'

const tooCostly = createFieldProblem('file', 'This file takes too much time or memory to be read.')

const pool = new ReaderPool(
  {
    module: describeModule<typeof import('#test/support/hostile-functions.ts')>(
      new URL('../../../test/support/hostile-functions.ts', import.meta.url),
    ),
    maxProcesses: 1,
    limits: { processorMs: 500, memoryMb: 200, resultBytes: 1_000 },
    idleMs: 10_000,
  },
  tooCostly,
)

describe('a pool of readers', () => {
  for (const name of ['loop', 'fillHeap', 'parseObjects', 'fail'] as const)
    it(`answers the problem of its owner for an input that does this: ${name}`, async () => {
      await assert.rejects(pool.run(name, null, 1), tooCostly)

      assert.equal(await pool.run('createText', 1, 1), 'x')
    })

  it('refuses the eleventh input of a person with 503, and lets another person in', async () => {
    const first = Array.from({ length: 10 }, () => pool.run('createText', 1, 1))

    await assert.rejects(pool.run('createText', 1, 1), { status: 503, retryAfter: 5 })
    assert.equal(await pool.run('createText', 2, 2), 'xx')

    assert.equal((await Promise.all(first)).length, 10)
  })
})
