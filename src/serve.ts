/** Serving, from the listening socket to the signal that ends it, and what is printed meanwhile. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { version } from './app.ts'
import type { Config } from './config.ts'
import { Refusal } from './core/refusal.ts'
import type { FirstAdmin } from './features/accounts/index.ts'
import { createService, serviceLogger } from './service.ts'

/** With 0 a free port is chosen here and not by the listener, because every link in the answers has it. */
export async function withPort(variables: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (variables.PORT?.trim() !== '0') return variables
  const probe = createServer().listen(0, variables.HOST?.trim() || '127.0.0.1')
  // A HOST that cannot be used is refused by the listener.
  await once(probe, 'listening').catch(() => undefined)
  const address = probe.address()
  if (typeof address !== 'object' || address === null) return variables
  await probe[Symbol.asyncDispose]()
  return { ...variables, PORT: String(address.port) }
}

/** Serves until a signal ends the process. Throws a `Refusal` when it cannot listen there. */
export async function serve(config: Config): Promise<void> {
  const logger = serviceLogger(config)
  const service = await createService(config, { logger })
  if (service.firstAdmin !== null) introduce(service.firstAdmin)
  try {
    await service.server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await service.stop()
    const sentence = error instanceof Error && 'code' in error ? unusable(config).get(error.code) : undefined
    if (sentence !== undefined) throw new Refusal(sentence)
    throw error
  }

  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    await service.stop()
    logger.info({}, 'stopped')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  welcome(config)
  returnMemoryWhenIdle()
}

/** Why the service cannot listen there, by the code of the system. */
function unusable({ host, port }: Config) {
  return new Map<unknown, string>([
    ['EADDRINUSE', `The port ${port} on ${host} is in use; stop the other program or choose another PORT.`],
    ['EACCES', `The port ${port} needs more rights; choose another PORT.`],
    ['EADDRNOTAVAIL', `The HOST ${host} is no address of this machine; choose another.`],
    ['ENOTFOUND', `The HOST ${host} is no address that can be found; choose another.`],
  ])
}

function welcome({ publicUrl, databaseUrl, dataDir, environment, demo }: Config) {
  // In production standard output belongs to the log, which says where the service listens.
  if (environment === 'production') return
  print(
    `Research Platform ${version} answers at ${publicUrl}`,
    `API reference: ${publicUrl}/docs`,
    `Mailbox:       ${publicUrl}/sandbox/mail`,
    `Data:          ${databaseUrl === null ? dataDir : 'PostgreSQL'}`,
  )
  if (demo === null) return
  const shown = demo.logins.map(({ role, email, name }) => `  ${role.padEnd(12)}${email.padEnd(22)}${name}`)
  print(`Sign in with the password ${demo.password} as`, ...shown)
}

/** Comes before anything can fail: a password that was made up is never shown again. */
function introduce({ email, password }: FirstAdmin) {
  const shown = password === null ? [] : [`with the password  ${password}  (change it with PUT /users/{id})`]
  print(`The first administrator is ${email}`, ...shown)
}

export function print(...lines: string[]) {
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

/**
 * Starting leaves some 30 MB of garbage, which V8 would hold as long as nobody asks for anything. Collecting it takes a
 * tenth of a second, so it waits for a moment when nobody does. The function is not in the language, so it is taken
 * from a context made after it was switched on.
 */
function returnMemoryWhenIdle() {
  let before = performance.eventLoopUtilization()
  const look = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > 0.1) return
    clearInterval(look)
    setFlagsFromString('--expose-gc')
    runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
  }, 2_500)
  look.unref()
}
