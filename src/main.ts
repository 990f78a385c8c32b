/** The program: runs the command line within this process. */

import './node-version.ts'
import { existsSync } from 'node:fs'
import { limitAllocator } from '#adapters/resident-memory.ts'
import { main } from './commands/main.ts'

// What the service stores is for its user alone: files are 0600 and folders 0700.
process.umask(0o077)

// Before threads begin, each of which would get an arena.
await limitAllocator(process.env)

const parent = process.ppid

// What is in the environment precedes the file.
if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  listenForStop() {
    const stop = new AbortController()
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(name))
    if (process.env.npm_lifecycle_event !== undefined) watchParent(() => stop.abort('SIGTERM'))
    return stop.signal
  },
})

/** npm passes a signal to the shell that it runs a script by, and to nothing beyond: then this process gets another parent. */
function watchParent(tell: () => void): void {
  setInterval(() => {
    if (process.ppid !== parent) tell()
  }, 250).unref()
}
