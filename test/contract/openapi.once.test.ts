import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { apiDescription, descriptionFile } from './description.ts'

describe('openapi.json', () => {
  it('is the current description of the service', async () => {
    const committed = await readFile(descriptionFile, 'utf8').catch(() => '')

    const described = await apiDescription()

    assert.ok(
      committed === described,
      `openapi.json and the service differ ${findFirstDifference(committed, described)}. ` +
        'If that is meant, run `npm run generate` and review the change.',
    )
  })

  it('is reproducible and contains nothing of this machine', async () => {
    const first = await apiDescription()
    const second = await apiDescription()

    assert.equal(first, second)
    assert.deepEqual(JSON.parse(first).servers, [{ url: 'http://127.0.0.1:3000' }])
    assert.doesNotMatch(first, /research-platform-description|file:\/\/|\/(home|root|tmp|Users)\//)
  })
})

/** Shows the first difference between two texts. */
function findFirstDifference(committed: string, described: string): string {
  if (committed === '') return '(there is no openapi.json yet)'
  const [was, is] = [committed.split('\n'), described.split('\n')]
  const line = is.findIndex((text, index) => text !== was[index])
  const at = line === -1 ? is.length : line
  return `from line ${at + 1}: committed is ${was[at]?.trim() ?? 'the end'}, now it is ${is[at]?.trim() ?? 'the end'}`
}
