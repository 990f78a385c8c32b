import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServiceLogger } from './logger.ts'

function createLog() {
  const lines: string[] = []
  const logger = createServiceLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  return { logger, readLast: () => JSON.parse(lines.at(-1) ?? '') }
}

describe('the log', () => {
  for (const name of ['password', 'token', 'authorization', 'cookie', 'card_number', 'cvv', 'secret'])
    it(`has no ${name} of an object`, () => {
      const { logger, readLast } = createLog()
      const body = { [name]: 'open sesame', email: 'ada@example.org' }

      logger.info({ body, request_id: 'r1' }, 'request completed')

      const { body: shown, request_id, msg } = readLast()
      assert.deepEqual(shown, { [name]: '[redacted]', email: 'ada@example.org' })
      assert.deepEqual([request_id, msg], ['r1', 'request completed'])
      assert.equal(body[name], 'open sesame')
    })

  it('has the message and the stack of an error, without its secrets', () => {
    const { logger, readLast } = createLog()
    const err = Object.assign(new Error('The gateway has refused.'), { token: 'tok_1', code: 'refused' })

    logger.error({ err }, 'request failed')

    const { err: shown } = readLast()
    assert.equal(shown.message, 'The gateway has refused.')
    assert.match(shown.stack, /logger\.once\.test/)
    assert.deepEqual([shown.code, shown.token], ['refused', '[redacted]'])
  })

  it('has no secret of an error under another name', () => {
    const { logger, readLast } = createLog()
    const reason = Object.assign(new Error('The gateway has refused.'), { token: 'tok_1', code: 'refused' })

    logger.error({ reason }, 'request failed')

    assert.deepEqual(readLast().reason, { code: 'refused', token: '[redacted]' })
  })

  it('has other values as they are', () => {
    const { logger, readLast } = createLog()

    logger.info({ status: 200, tags: ['a'], nothing: null, nested: { deep: { place: 1 } } }, 'request completed')

    const { level, time, ...shown } = readLast()
    assert.deepEqual([level, typeof time], [30, 'number'])
    assert.deepEqual(shown, {
      status: 200,
      tags: ['a'],
      nothing: null,
      nested: { deep: { place: 1 } },
      msg: 'request completed',
    })
  })
})
