/** No request holds the event loop for more than 50 ms of processor time, or memory for more than 32 MB, whoever sends it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cost, describeCost, maxMemory, measureOperations, measurePages } from './body-costs.ts'
import { walk } from './walk.ts'

const walked = await walk({}, { FRONTEND_URL: '' })

const isDear = ({ ms, memory, limitMs }: Cost) => memory > maxMemory || ms > limitMs
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
