/**
 * `npm run check-install [-- NPM-VERSION [NODE-VERSION]]`: installs a fresh clone of this commit with an older npm on
 * an older Node, as a newcomer would, trims it, starts it with `npm start`, signs up, opens the API reference and reads a
 * printed document, and stops it. Needs the npm registry.
 */

import '#node-version.ts'
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const [npmVersion = '10.8.2', nodeVersion = '20.19.6'] = process.argv.slice(2)
const startLimitMs = 60_000

// The path contains a space, to find missing quotes.
const place = await mkdtemp(join(tmpdir(), 'research platform '))
try {
  const tools = await installTools()
  const clone = join(place, 'clone')
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
  await tools.npm(['ci', '--omit=dev'], clone)
  await tools.npm(['run', 'node', '--', 'deploy/trim-image.ts'], clone)
  await tryService(clone, tools)
  console.log(`✔ npm ${npmVersion} on Node ${nodeVersion} installs, trims and starts a fresh clone`)
} finally {
  await rm(place, { recursive: true, force: true, maxRetries: 3 })
}

interface Tools {
  npm(args: string[], cwd: string): Promise<unknown>
  startNpm(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess
}

/** Installs the requested versions of Node and npm in a folder of their own. */
async function installTools(): Promise<Tools> {
  const folder = join(place, 'tools')
  const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const wanted = [`npm@${npmVersion}`, `${nodePackage}@${nodeVersion}`]
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...wanted], {
    shell: process.platform === 'win32',
  })
  const node = join(folder, 'node_modules', nodePackage, 'bin/node')
  const program = join(folder, 'node_modules/npm/bin/npm-cli.js')
  // Removes this checkout's Node from the PATH, and the variables of the npm that runs this script.
  const others = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  const registry = Object.entries(process.env).filter(([name]) => /^npm_config_(registry|cache)$/i.test(name))
  const env = {
    ...Object.fromEntries([...inherited, ...registry]),
    PATH: [dirname(node), ...others].join(delimiter),
  }
  return {
    npm: (args, cwd) => run(node, [program, ...args], { cwd, env }),
    // Starts its own process group, like a job in a terminal.
    startNpm: (args, cwd, more) => spawn(node, [program, ...args], { cwd, env: { ...env, ...more }, detached: true }),
  }
}

async function tryService(clone: string, { startNpm }: Tools): Promise<void> {
  const port = await findFreePort()
  const child = startNpm(['start'], clone, { PORT: String(port), NODE_ENV: 'development' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const api = `http://127.0.0.1:${port}`
  try {
    await waitFor(`${api}/health/ready`, child)
    // The administrator of an empty database is created once the service listens, unless a user was faster.
    const signal = AbortSignal.timeout(startLimitMs)
    while (!/administrator is admin@localhost/.test(output)) {
      signal.throwIfAborted()
      await setTimeout(50)
    }
    const reply = await fetch(`${api}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical' }),
    })
    const text = await reply.text()
    assert.equal(reply.status, 201, text)
    await readDocuments(api, JSON.parse(text).data.token)
  } catch (error) {
    console.error(output)
    throw error
  } finally {
    await pressControlC(child, `${api}/health/live`)
  }
}

/** Uses what is loaded late: the API reference, and what prints an invoice. */
async function readDocuments(api: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const read = async (url: string, body?: object) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const reply = await fetch(url, { headers, ...sent })
    assert.ok(reply.ok, `${url} was answered with ${reply.status}.`)
    return reply
  }
  await read(`${api}/docs/js/scalar.js`)
  const card = { type: 'card', card_number: '4242424242424242', expiry_month: 12, expiry_year: 2040, cvv: '123' }
  const readData = async <T>(path: string, body?: object) => {
    const { data } = (await (await read(`${api}${path}`, body)).json()) as { data: T }
    return data
  }
  const named = { ...card, nickname: 'Mine', is_default: true }
  const { payment_method } = await readData<{ payment_method: { id: number } }>('/payment-methods', named)
  const plans = await readData<{ id: string; price: number }[]>('/subscriptions/plans')
  const plan = plans.find(({ price }) => price > 0)
  await read(`${api}/subscriptions/subscribe`, { plan_id: plan?.id, payment_method_id: payment_method.id })
  const [bill] = await readData<{ pdf_url: string }[]>('/billing/history')
  const invoice = await (await read(bill?.pdf_url ?? '')).text()
  assert.match(invoice, /^%PDF-/)
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  const signal = AbortSignal.timeout(startLimitMs)
  while (!(await fetch(url, { signal }).catch(() => null))?.ok) {
    signal.throwIfAborted()
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`)
    await setTimeout(50)
  }
}

/** A terminal sends the signal to all processes of the job: npm, its shell, the launcher and the service. */
async function pressControlC(child: ChildProcess, url: string): Promise<void> {
  if (child.pid === undefined) return
  process.kill(-child.pid, 'SIGINT')
  const deadline = Date.now() + startLimitMs
  while (await isAnswering(url)) {
    if (Date.now() > deadline) {
      process.kill(-child.pid, 'SIGKILL')
      throw new Error('The service still answers a minute after Ctrl-C.')
    }
    await setTimeout(50)
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
