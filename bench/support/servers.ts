/** Starts the measured servers, each in its own process, with production settings. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { getDatabasePath } from '#database/index.ts'
import type { Observation } from '../observer.ts'
import type { Holdings } from '../soak-observer.ts'
import type { StartRecord } from '../start-observer.ts'
import type { ControlGroup } from './control-group.ts'

export interface Server {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first response. */
  startedIn: number
  /** What the process used since the last call. */
  observe(): Promise<Observation>
  /** What the process holds, when it was started with the soak observer. */
  holdings(): Promise<Holdings>
  /** What its start has cost, when it was started with the observer of starts. */
  readStart(): Promise<StartRecord>
  stop(): Promise<void>
  /** Ends the process at once, with signal 9. */
  kill(): Promise<void>
}

interface Settings {
  dataDir: string
  /** The checkout to start; by default this one. */
  root?: string
  logLevel?: string
  /** Loads the observer as well. Without it the process is exactly that of `npm start`. */
  observed?: boolean
  /** Loads the observer of the soak instead. */
  soaked?: boolean
  /** Loads the observer of starts instead. */
  timed?: boolean
  /** The control group that the process runs in. */
  within?: ControlGroup | null
  /** Additional settings. */
  settings?: Record<string, string>
  /** By default a free one. */
  port?: number
}

/** What a production needs, for the service and for commands beside it. */
export const serviceSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  RATE_LIMIT_API: '0',
  RATE_LIMIT_AUTH: '0',
  APP_SECRET: 'a secret that guards nothing, for measurements',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENT_GATEWAY: 'sandbox',
}

const bench = join(import.meta.dirname, '..')
const startLimit = 60_000

/** Starts the service by the command of `npm start`. */
export async function startService({
  dataDir,
  root = join(bench, '..'),
  logLevel = 'warn',
  observed = true,
  soaked = false,
  timed = false,
  within = null,
  settings = {},
  port: wanted,
}: Settings): Promise<Server> {
  const port = wanted ?? (await freePort())
  const locateSource = (path: string) => resolve(root, 'src', path)
  const preload = pathToFileURL(locateSource('compile-cache.mjs')).href
  return startProcess(port, dataDir, {
    args: [
      ...readNodeOptions(root),
      '--import',
      preload,
      ...(soaked ? soakObserver : timed ? startObserver : observed ? observer : []),
      locateSource('main.ts'),
    ],
    observed,
    prefix: within?.command ?? [],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: logLevel,
      ...serviceSettings,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
  })
}

/** The options of Node in the command of `npm start`, except for `--import`, whose path is relative. */
function readNodeOptions(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return scripts.start.split(' ').filter((word: string) => word.startsWith('--') && word !== '--import')
}

/** Starts the server of `bare-server.ts` on the database of a data folder. */
export async function startBareServer(dataDir: string): Promise<Server> {
  const port = await freePort()
  const args = [...observer, join(bench, 'bare-server.ts'), getDatabasePath(dataDir), String(port)]
  return startProcess(port, dataDir, { args, observed: true, env: {} })
}

/**
 * Starts the server of `bare-postgres-server.ts`; the folder is for its output. With `complete`, its creations do all that
 * those of the service do.
 */
export async function startBarePostgresServer(
  folder: string,
  databaseUrl: string,
  work: 'rows' | 'complete' = 'rows',
): Promise<Server> {
  const port = await freePort()
  const args = [...observer, join(bench, 'bare-postgres-server.ts'), databaseUrl, String(port), work]
  return startProcess(port, folder, { args, observed: true, env: {} })
}

/** Starts the server of `plain-upload-server.ts`, which writes into the folder. */
export async function startPlainUploadServer(folder: string, { flush }: { flush: boolean }): Promise<Server> {
  const port = await freePort()
  const program = join(bench, 'plain-upload-server.ts')
  const args = [...observer, program, folder, String(port), ...(flush ? ['flush'] : [])]
  return startProcess(port, folder, { args, observed: true, env: {} })
}

/** Starts the proxy of `round-robin-proxy.ts` in front of the servers. */
export async function startRoundRobinProxy(folder: string, servers: readonly Server[]): Promise<Server> {
  const port = await freePort()
  const ports = servers.map(({ url }) => new URL(url).port)
  const args = [...observer, join(bench, 'round-robin-proxy.ts'), String(port), ...ports]
  return startProcess(port, folder, { args, observed: true, env: {} })
}

const soakObserver = ['--import', pathToFileURL(join(bench, 'soak-observer.ts')).href]
const startObserver = ['--import', pathToFileURL(join(bench, 'start-observer.ts')).href]
const observer = ['--import', pathToFileURL(join(bench, 'observer.ts')).href]

interface Command {
  /** The command that runs the program; none to run it directly. */
  prefix?: string[]
  args: string[]
  observed: boolean
  env: Record<string, string>
}

async function startProcess(
  port: number,
  folder: string,
  { prefix = [], args, observed, env }: Command,
): Promise<Server> {
  const { PATH, SystemRoot, TMPDIR } = process.env
  // Passes no other environment variables and stays away from .env, so that a developer's settings are not measured.
  const inherited = Object.entries({ PATH, SystemRoot, TMPDIR }).filter(([, value]) => value !== undefined)
  const output = openSync(join(folder, 'output.log'), 'a')
  const begin = performance.now()
  const [program = process.execPath, ...rest] = [...prefix, process.execPath, ...args]
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', output, 'inherit', ...(observed ? (['ipc'] as const) : [])],
  })
  closeSync(output)
  const url = `http://127.0.0.1:${port}`
  await waitForAnswer(`${url}/health/live`, child)
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - begin,
    observe: () => requestObservation<Observation>(child),
    holdings: () => requestObservation<Holdings>(child),
    readStart: () => requestObservation<StartRecord>(child),
    stop: () => endProcess(child, 'SIGTERM'),
    kill: () => endProcess(child, 'SIGKILL'),
  }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function waitForAnswer(url: string, child: ChildProcess) {
  const deadline = Date.now() + startLimit
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await pause(5)
  }
  child.kill()
  throw new Error('A server did not start; what it printed stands above.')
}

async function requestObservation<T>(child: ChildProcess): Promise<T> {
  const reply = once(child, 'message')
  child.send('observe')
  const [observed] = await reply
  return observed as T
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
