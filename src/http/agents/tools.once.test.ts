/** The tools of agents come from a file, so that the first agent after a start does not hold up all requests. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { scopes } from '#core/scopes.ts'
import { apiDescription } from '#test/contract/description.ts'
import { createApp } from '#test/support/app.ts'
import { measureProcessor } from '#test/support/processor-time.ts'
import { loadOperations, toolsFile } from './operations.ts'
import { renderOperations } from './tools.ts'

/** Returns a function that lists the tools of a new service as an agent with all scopes that a user can give. */
async function prepareList() {
  const { address, given } = await createApp()
  const root = await given.admin()
  const { status, data } = await root.post('/auth/api-keys', { name: 'Agent', scopes: [...scopes], expires_at: null })
  assert.equal(status, 201)
  const ask = async (method: string) => {
    const reply = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${data.key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    })
    return reply.text()
  }
  await ask('ping')
  return () => ask('tools/list')
}

describe('the file of tools', () => {
  it('equals the tools made from the routes', async () => {
    const made = renderOperations(JSON.parse(await apiDescription()))

    assert.ok(
      (await readFile(toolsFile, 'utf8')) === made,
      'tools.json is stale. Run `npm run generate` and review the change.',
    )
  })

  it('offers all its operations where all routes are registered', async () => {
    const list = await prepareList()

    const { result } = JSON.parse(await list())

    const operations: { tool: object }[] = JSON.parse(await readFile(toolsFile, 'utf8'))
    assert.deepEqual(
      result.tools,
      operations.map(({ tool }) => tool),
    )
  })

  it('offers no operation whose route is not registered', async () => {
    const operations = await loadOperations(new Set(['listJobPosts', 'unknown']))

    assert.deepEqual(
      operations.map(({ tool }) => tool.name),
      ['list_job_posts'],
    )
  })
})

describe('the first list of tools', () => {
  it('holds the thread of the event loop for less than 50 ms', async () => {
    const limitMs = 50
    let list: () => Promise<string>
    const prepare = async () => {
      list = await prepareList()
    }

    const ms = await measureProcessor(() => list(), { limitMs, prepare })

    assert.ok(ms <= limitMs, `${ms} ms`)
  })
})
