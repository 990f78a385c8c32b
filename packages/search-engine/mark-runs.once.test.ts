import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureProcessor } from '../../test/support/processor-time.ts'
import { hasLongMarkRun, normalizeForm } from './mark-runs.ts'

const createMarks = (count: number) => '\u0301\u0323'.repeat(count / 2)

describe('a run of combining marks', () => {
  it('is long with more than 30 marks', () => {
    assert.equal(hasLongMarkRun(`a${createMarks(30)}b${createMarks(30)}`), false)
    assert.equal(hasLongMarkRun(`a${createMarks(32)}`), true)
  })

  it('of 30 marks is normalized as Unicode says', () => {
    const text = `a${createMarks(30)} ệ`

    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      assert.equal(normalizeForm(text, form), text.normalize(form))
  })

  it('is cut after 30 marks, each run for itself', () => {
    const text = `a${createMarks(400)}b${createMarks(40)}c`

    assert.equal(normalizeForm(text, 'NFD'), `a${createMarks(30)}b${createMarks(30)}c`.normalize('NFD'))
  })

  it('includes the half-width voicing marks, which decompose into marks', () => {
    const text = `か${'\uff9e\u0301'.repeat(100)}`

    assert.equal(normalizeForm(text, 'NFKD'), `か${'\uff9e\u0301'.repeat(15)}`.normalize('NFKD'))
  })

  it('takes a time that grows as the text does', async () => {
    const text = `a${createMarks(1_000_000)}`
    const limitMs = 1_000

    const normalize = () => [normalizeForm(text, 'NFC'), normalizeForm(text, 'NFKD')]
    const ms = await measureProcessor(normalize, { limitMs })

    assert.ok(ms <= limitMs, `${ms} ms`)
  })
})
