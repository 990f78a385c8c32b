/** Agents, with the client of the protocol's own SDK. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Person } from '#test/support/app.ts'
import { testApp } from '#test/support/app.ts'

async function createKey(person: Person, ...scopes: string[]): Promise<string> {
  const { data } = await person.post('/auth/api-keys', { name: 'Agent', scopes, expires_at: null })
  return data.key
}

/** Connects, and disconnects at the end of the test. */
async function connect(address: string, key: string, t: { after(end: () => unknown): void }) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  t.after(() => client.close())
  const call = async (name: string, given: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...given } })
    const [{ text } = { text: '' }] = content as { text: string }[]
    return { text, isError, ...(text.startsWith('{') ? JSON.parse(text) : {}) }
  }
  const listNames = async () => (await client.listTools()).tools.map(({ name }) => name)
  return { client, call, listNames }
}

const post = { title: 'Soil scientist', description: 'Fields and laboratories.', employment_type: 'full_time' }

describe('an agent', () => {
  it('gets the tools that the scopes of its key allow, with arguments that can be read alone', async (t) => {
    const { address, given } = await testApp()
    const ada = await given.user({ role: 'recruiter' })
    const { client, listNames } = await connect(address, await createKey(ada, 'jobs:read'), t)
    const { tools } = await client.listTools()
    const list = tools.find(({ name }) => name === 'list_job_posts')

    assert.equal(client.getServerVersion()?.name, 'Research Platform')
    assert.ok((await listNames()).includes('show_job_post'))
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
      [],
    )
    assert.equal(JSON.stringify(tools).includes('$ref'), false)
    assert.equal(list?.inputSchema.properties?.limit !== undefined, true)
    assert.match(list?.description ?? '', /^List job posts/)
  })

  it('acts as its owner within its scopes, and each change is in the audit log', async (t) => {
    const { address, given } = await testApp()
    const [ada, bob, root] = [await given.user({ role: 'recruiter' }), await given.user(), await given.admin()]
    const agent = await connect(address, await createKey(ada, 'jobs:read', 'jobs:write'), t)

    const created = await agent.call('create_job_post', post)
    const listed = await agent.call('list_job_posts', { search: 'soil', limit: 5 })
    const shown = await agent.call('show_job_post', { id: created.data.id })
    const changed = await agent.call('change_job_post', { id: created.data.id, title: 'Soil physicist' })
    const other = await connect(address, await createKey(bob, 'jobs:write'), t)
    const refused = await other.call('change_job_post', { id: created.data.id, title: 'Mine' })

    assert.deepEqual([created.isError, listed.isError, shown.isError, changed.isError], [false, false, false, false])
    assert.deepEqual([listed.meta.total, shown.data.title, changed.data.title], [1, post.title, 'Soil physicist'])
    assert.equal(refused.isError, true)
    assert.equal((await ada.get(`/job-posts/${created.data.id}`)).data.title, 'Soil physicist')
    const { data: acts } = await root.get('/admin/audit?limit=50')
    const ofAgents = acts.filter(({ actor }: { actor: string }) => actor === 'user')
    assert.deepEqual(
      ofAgents.map(({ action, outcome }: { action: string; outcome: string }) => [action, outcome]),
      [
        ['changeJobPost', 'refused'],
        ['changeJobPost', 'done'],
        ['createJobPost', 'done'],
      ],
    )
  })

  it('is told which tools change nothing, whose calls are not in the audit log', async (t) => {
    const { address, given } = await testApp()
    const [ada, root] = [await given.user(), await given.admin()]
    const { client, call } = await connect(address, await createKey(ada, 'search:read', 'notifications:write'), t)
    const { tools } = await client.listTools()
    const isReadOnly = (tool: string) => tools.find(({ name }) => name === tool)?.annotations?.readOnlyHint

    assert.equal((await call('search', { query: 'soil' })).isError, false)
    assert.equal((await call('mark_all_notifications_read')).isError, false)
    assert.deepEqual([isReadOnly('search'), isReadOnly('mark_all_notifications_read')], [true, false])
    const { data } = await root.get(`/admin/audit?actor_id=${ada.id}`)
    assert.deepEqual(
      data.map(({ action }: { action: string }) => action),
      ['markAllNotificationsRead'],
    )
  })

  it('cannot be imitated by a header, which would fill the audit log', async () => {
    const { given } = await testApp()
    const [ada, root] = [await given.user(), await given.admin()]

    await ada.send('PUT', '/notifications/read-all', { headers: { 'x-agent': 'true' } })

    assert.equal((await root.get(`/admin/audit?actor_id=${ada.id}`)).meta.total, 0)
  })

  it('reads why something is refused, and leaves no trace of it', async (t) => {
    const { address, given } = await testApp()
    const ada = await given.user({ role: 'recruiter' })
    const { call } = await connect(address, await createKey(ada, 'jobs:read', 'jobs:write'), t)

    const wrong = await call('create_job_post', { ...post, title: '' })
    const unknown = await call('create_job_post', { ...post, colour: 'red' })
    const missing = await call('show_job_post')
    const elsewhere = await call('show_job_post', { id: '..' })
    const nothing = await call('show_job_post', { id: 999_999 })

    assert.deepEqual([wrong.isError, Object.keys(wrong.errors)], [true, ['title']])
    assert.match(unknown.text, /^create_job_post has no argument colour\. Its arguments are: title, /)
    assert.equal(missing.text, 'show_job_post needs id: a number or a word.')
    assert.equal(elsewhere.text, missing.text)
    assert.equal(nothing.message, 'Resource Not Found')
    assert.equal((await ada.get('/job-posts?mine=true')).meta.total, 0)
  })

  it('finds no tool beyond its scopes, and for administrators only with their scopes', async (t) => {
    const { address, given } = await testApp()
    const root = await given.admin()
    const reader = await connect(address, await createKey(root, 'jobs:read'), t)
    const auditor = await connect(address, await createKey(root, 'admin:read'), t)

    await assert.rejects(reader.call('create_job_post', post), /no such tool/)
    await assert.rejects(reader.call('list_audit'), /no such tool/)
    assert.equal((await auditor.call('list_audit', { limit: 1 })).isError, false)
    assert.ok(!(await reader.listNames()).includes('create_api_key'))
  })

  it('cannot read more at once than fits', async (t) => {
    const { address, given } = await testApp()
    const ada = await given.user({ role: 'recruiter' })
    for (let made = 0; made < 6; made++) await ada.post('/job-posts', { ...post, description: 'x'.repeat(19_000) })
    const { call } = await connect(address, await createKey(ada, 'jobs:read'), t)

    const all = await call('list_job_posts')
    const few = await call('list_job_posts', { limit: 2 })

    assert.equal(all.isError, true)
    assert.match(all.text, /Ask for fewer rows with limit/)
    assert.deepEqual([few.isError, few.data.length], [false, 2])
  })
})

describe('the address of agents', () => {
  it('takes API keys only, and complete requests of JSON-RPC', async () => {
    const { address, anonymous, given } = await testApp()
    const ada = await given.user()
    const key = await createKey(ada, 'jobs:read')
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const ask = async (body: unknown) => {
      const reply = await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      })
      const { error }: { error?: { code: number } } = JSON.parse(await reply.text())
      return [reply.status, error?.code]
    }

    assert.equal((await anonymous.post('/mcp', ping)).status, 401)
    const session = await ada.post('/mcp', ping)
    assert.deepEqual(
      [session.status, session.message],
      [403, 'Agents use an API key, whose scopes decide what they may do.'],
    )
    assert.deepEqual(await ask(ping), [200, undefined])
    for (const body of [[], { ...ping, id: null }, { id: 1, method: 'ping' }, 'ping'])
      assert.deepEqual(await ask(body), [400, -32600])
    assert.deepEqual(await ask({ ...ping, method: 'resources/list' }), [200, -32601])
    assert.deepEqual(await ask({ ...ping, method: 'tools/call', params: { name: 'x' } }), [200, -32602])
    assert.equal((await anonymous.get('/mcp')).status, 405)
  })

  it('keeps the rules of each revision: several messages, a revision that is not known, a body that is not JSON', async () => {
    const { address, given } = await testApp()
    const key = await createKey(await given.user(), 'jobs:read')
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const pong = { jsonrpc: '2.0', id: 1, result: {} }
    const initialize = { ...ping, method: 'initialize', params: { protocolVersion: '2020-01-01' } }
    const ask = async (body: unknown, revision?: string) => {
      const reply = await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...(revision !== undefined && { 'mcp-protocol-version': revision }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await reply.text()
      const answer = text === '' ? null : JSON.parse(text)
      return [reply.status, answer?.error?.code ?? answer]
    }
    const list = { ...ping, id: 'b', method: 'nothing' }

    for (const revision of [undefined, '2025-03-26']) {
      assert.deepEqual(await ask([ping, notification], revision), [200, [pong]])
      assert.deepEqual(await ask([notification], revision), [202, null])
    }
    const [status, answers] = await ask([ping, list, 7])
    assert.equal(status, 200)
    assert.deepEqual(
      answers.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code]),
      [
        [1, undefined],
        ['b', -32601],
        [null, -32600],
      ],
    )
    for (const revision of ['2025-06-18', '2025-11-25']) {
      assert.deepEqual(await ask(ping, revision), [200, pong])
      assert.deepEqual(await ask([ping], revision), [400, -32600])
    }
    assert.deepEqual(await ask([initialize]), [400, -32600])
    assert.deepEqual(await ask(Array.from({ length: 101 }, () => ping)), [400, -32600])
    assert.deepEqual(await ask(ping, '2020-01-01'), [400, -32000])
    assert.deepEqual(await ask(notification, ''), [400, -32000])
    assert.equal((await ask(initialize, '2020-01-01'))[0], 200)
    for (const body of ['{', 'nothing', '{"jsonrpc": "2.0",}']) assert.deepEqual(await ask(body), [400, -32700])
    assert.deepEqual(await ask(''), [400, -32600])
  })

  it('offers no operation that answers a file', async (t) => {
    const { address, given } = await testApp()
    const scopes = ['courses:read', 'exams:read', 'researchers:read', 'jobs:read']
    const { client } = await connect(address, await createKey(await given.user(), ...scopes), t)

    const names = (await client.listTools()).tools.map(({ name }) => name)

    const files = ['course', 'cv', 'resume', 'certificate', 'credential', 'transcript'].map(
      (file) => `download_${file}`,
    )
    assert.deepEqual(
      names.filter((name) => files.includes(name)),
      [],
    )
    assert.ok(names.includes('export_questions') && names.includes('list_my_applications'))
  })

  it('answers pages of allowed origins only', async () => {
    const { address, given } = await testApp({ CORS_ORIGINS: 'https://app.example.org' })
    const key = await createKey(await given.user(), 'jobs:read')
    const ask = async (origin: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, origin }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      return (await fetch(`${address}/mcp`, { method: 'POST', headers, body })).status
    }

    assert.deepEqual([await ask('https://app.example.org'), await ask('https://evil.example')], [200, 403])
  })
})
