/** Runs the program as a process, like an operator. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '../support/client.ts'
import { hangLimitMs } from '../support/hang-limit.ts'

const thisVersion = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

// The compile cache is shared by all processes.
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Program {
  /** Resolves when standard output matches; rejects when the program ends without a match or takes too long. */
  says(pattern: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Unknown of what runs within this process. */
  readonly pid?: number | undefined
  /** Its exit code and output. */
  readonly ended: Promise<Ending>
}

const running = new Set<ChildProcess>()

/** Kills the programs that are left when a test file ends, because a test failed. They would keep its process alive. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

process.once('exit', killPrograms)

/** The process gets only these settings and what every program needs. */
export function launch(
  args: readonly string[],
  settings: Record<string, string>,
  { cwd = tmpdir(), main = thisVersion }: { cwd?: string | undefined; main?: string | undefined } = {},
): Program {
  const { PATH = '', SystemRoot } = process.env
  const env = { PATH, ...(SystemRoot ? { SystemRoot } : {}), NODE_COMPILE_CACHE: compileCache, ...settings }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const wrote = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      wrote[name] += text
      child.emit('wrote')
    })
  running.add(child)
  const ended = waitForEnd(child, wrote).finally(() => running.delete(child))
  return { ended, pid: child.pid, says: (pattern) => said(child, wrote, pattern), kill: (signal) => child.kill(signal) }
}

async function waitForEnd(child: ChildProcess, wrote: { stdout: string; stderr: string }): Promise<Ending> {
  const [code, signal] = await once(child, 'close')
  return { code, signal, ...wrote }
}

async function said(child: ChildProcess, wrote: { stdout: string; stderr: string }, pattern: RegExp) {
  const signal = AbortSignal.timeout(hangLimitMs)
  while (!pattern.test(wrote.stdout)) {
    if (child.exitCode !== null || child.signalCode !== null || signal.aborted)
      throw new Error(`The program does not say ${pattern}, but:\n${wrote.stdout}\n${wrote.stderr}`)
    const woken = new AbortController()
    const any = AbortSignal.any([signal, woken.signal])
    await Promise.race(['wrote', 'close'].map((event) => once(child, event, { signal: any }))).catch(() => null)
    woken.abort()
  }
  return wrote.stdout
}

/** Runs a command as a program to its end. */
export const runProgram = (args: readonly string[], settings: Record<string, string>, cwd?: string): Promise<Ending> =>
  launch(args, settings, { cwd }).ended

export interface Serving extends Program {
  address: string
  /** The output until the service answers. */
  welcome: string
  anonymous: Client
  as(token: string): Client
}

interface Command {
  args: readonly string[]
  /** The last output before the service is ready. */
  ready: RegExp
  /** The main module of another version. */
  main?: string
}

export const plain: Command = { args: [], ready: /answers at.*Data:[^\n]*\n/s }

/** Starts the service on a free port, as a program unless `start` says otherwise; resolves when it answers. */
export async function serve(
  settings: Record<string, string>,
  { args, ready, main }: Command = plain,
  start: (args: readonly string[], settings: Record<string, string>) => Program = (...command) =>
    launch(...command, { main }),
): Promise<Serving> {
  const port = await freePort()
  const program = start(args, { PORT: String(port), LOG_LEVEL: 'error', ...settings })
  const welcome = await program.says(ready).catch((error: unknown) => {
    program.kill('SIGKILL')
    throw error
  })
  const address = `http://127.0.0.1:${port}`
  const as = (token: string | null) => createClient(address, token, {}, { isOtherRelease: main !== undefined })
  return { ...program, address, welcome, anonymous: as(null), as }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await probe[Symbol.asyncDispose]()
  return port
}
