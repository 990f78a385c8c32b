/** Runs commands of the program within this process, which costs a small part of what a program of their own costs. */

import { EventEmitter, once } from 'node:events'
import { Writable } from 'node:stream'
import { main } from '#commands/main.ts'
import { type Ending, type Program, plain, type Serving, serve } from '../resilience/program.ts'

/** Runs a command with these settings and nothing of the environment. A service that it starts is stopped at once. */
export const runCommand = (args: readonly string[], settings: Record<string, string>): Promise<Ending> =>
  start(args, settings, AbortSignal.abort('SIGTERM')).ended

/** Starts the service on a free port; resolves when it answers. Any signal stops it in order. */
export const serveInProcess = (settings: Record<string, string>, command = plain): Promise<Serving> =>
  serve(settings, command, (args, more): Program => {
    const stop = new AbortController()
    return { ...start(args, more, stop.signal), kill: (signal) => stop.abort(signal) }
  })

function start(args: readonly string[], settings: Record<string, string>, stop: AbortSignal): Omit<Program, 'kill'> {
  const wrote = { stdout: '', stderr: '' }
  const changes = new EventEmitter()
  const createStream = (name: keyof typeof wrote) =>
    new Writable({
      decodeStrings: false,
      write(piece: string | Buffer, _encoding, done) {
        wrote[name] += piece.toString('utf8')
        changes.emit('change')
        done()
      },
    })
  const streams = { stdout: createStream('stdout'), stderr: createStream('stderr') }
  let code: number | undefined
  const ended = main(args, { env: settings, ...streams, listenForStop: () => stop }).then((exitCode) => {
    code = exitCode
    changes.emit('change')
    return { code, signal: null, ...wrote }
  })
  const says = async (pattern: RegExp) => {
    while (!pattern.test(wrote.stdout)) {
      if (code !== undefined)
        throw new Error(`The command does not say ${pattern}, but:\n${wrote.stdout}\n${wrote.stderr}`)
      await once(changes, 'change')
    }
    return wrote.stdout
  }
  return { ended, says }
}
