/** No request holds the event loop for more than 50 ms of processor time, or memory for more than 32 MB, whoever sends it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cost, describeCost, maxMemory, maxMs, measureOperations, measurePages } from './body-costs.ts'
import { walk } from './walk.ts'

const walked = await walk({}, { FRONTEND_URL: '' })

/**
 * Where the goal is not reached: bodies of a megabyte that are all undeclared fields, brackets or empty items. Most of it is the time to parse
 * them, and only accounts send them.
 */
const largestKinds = ['fields', 'depth', 'empty items']
const maxLargestMs = 600

const isDear = ({ kind, who, ms, memory }: Cost) =>
  memory > maxMemory || ms > (who === 'signed in' && largestKinds.includes(kind) ? maxLargestMs : maxMs)
const listDear = (costs: readonly Cost[]) => costs.filter(isDear).map(describeCost)

describe('the worst body that is admitted', () => {
  it('costs little at every operation, anonymous and signed in', async () => {
    const costs = await measureOperations(walked)

    assert.ok(costs.length > 1_000)
    assert.deepEqual(listDear(costs), [])
  })

  it('costs little at every page that takes a form', async () => {
    const costs = await measurePages(walked)

    assert.ok(costs.length > 500)
    assert.deepEqual(listDear(costs), [])
  })
})
