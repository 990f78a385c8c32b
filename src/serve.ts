/** Serves until a signal ends the process, and prints how to use the service. */

import { once } from 'node:events'
import { isMemoryScarce } from '#core/low-memory.ts'
import { OperatorError } from '#core/operator-error.ts'
import type { Config } from './config.ts'
import { version } from './core/version.ts'
import type { FirstAdmin } from './features/accounts/index.ts'
import { createServiceLogger } from './service/logger.ts'
import { setMemorySavingFlags, startMemoryRelease } from './service/memory.ts'
import { createService } from './service.ts'

interface Surroundings {
  stdout: NodeJS.WritableStream
  /** Returns the signal that stops the service. */
  listenForStop(): AbortSignal
}

/**
 * Serves until a signal. Throws an `OperatorError` when the port cannot be used. The end of each phase of the start is marked for
 * `npm run bench -- start`.
 */
export async function serve(config: Config, { stdout, listenForStop }: Surroundings): Promise<void> {
  performance.mark('modules')
  setMemorySavingFlags()
  const logger = createServiceLogger(config, await createReadableLog(config))
  for (const renamed of config.formerSettings) logger.warn(renamed, 'setting renamed')
  const service = await createService(config, { logger, hasFollowerThread: !isMemoryScarce })
  let firstAdmin: FirstAdmin | null
  try {
    await service.server.listen({ host: config.host, port: config.port })
    performance.mark('listen')
    // The random password is generated and printed once, after nothing can stop the start any more; never into a log, which is what standard
    // output is in production, unless it is a terminal.
    const isShown = config.environment !== 'production' || ('isTTY' in stdout && stdout.isTTY === true)
    firstAdmin = config.admin === null ? await service.createFirstAdmin({ isShown }) : service.firstAdmin
  } catch (error) {
    await service.stop()
    const sentence = error instanceof Error && 'code' in error ? explainListenErrors(config).get(error.code) : undefined
    if (sentence !== undefined) throw new OperatorError(sentence)
    throw error
  }

  const stop = listenForStop()
  const memoryRelease = await startMemoryRelease(service.context.db)
  if (firstAdmin !== null) printAdministrator(stdout, config, firstAdmin)
  printWelcome(stdout, config)
  if (!stop.aborted) await once(stop, 'abort')
  logger.info({ signal: stop.reason }, 'service stopping')
  memoryRelease.stop()
  await service.stop()
  logger.info({}, 'service stopped')
}

/** In a terminal, log events are readable lines; in production and in pipes they are JSON. */
async function createReadableLog({ environment }: Config) {
  if (environment === 'production' || !process.stdout.isTTY) return undefined
  const { PinoPretty } = await import('pino-pretty')
  return PinoPretty({
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: (event) =>
      event.method === undefined
        ? String(event.msg)
        : `${event.method} ${event.route} ${event.status} in ${event.duration_ms} ms`,
    ignore: 'method,route,status,duration_ms,request_id',
  })
}

/** The messages for the system's error codes of `listen`. */
function explainListenErrors({ host, port }: Config) {
  return new Map<unknown, string>([
    ['EADDRINUSE', `The port ${port} on ${host} is in use; stop the other program or choose another PORT.`],
    ['EACCES', `The port ${port} needs more rights; choose another PORT.`],
    ['EADDRNOTAVAIL', `The HOST ${host} is no address of this machine; choose another.`],
    ['ENOTFOUND', `The HOST ${host} is no address that can be found; choose another.`],
  ])
}

function printWelcome(stdout: NodeJS.WritableStream, config: Config) {
  const { publicUrl, databaseUrl, dataDir, environment, demo, hostedPages } = config
  // In production standard output is the log, which names the address.
  if (environment === 'production') return
  print(
    stdout,
    `Research Platform ${version} answers at ${publicUrl}`,
    ...(hostedPages ? [`Site:          ${publicUrl}/app`] : []),
    `Console:       ${publicUrl}/console`,
    `API reference: ${publicUrl}/docs`,
    `Sandbox:       ${publicUrl}/sandbox  (the mailbox, payment cards and phones, the clock)`,
    `Data:          ${databaseUrl === null ? dataDir : 'PostgreSQL'}`,
  )
  if (demo === null) return
  const shown = demo.logins.map(({ role, email, name }) => `  ${role.padEnd(12)}${email.padEnd(22)}${name}`)
  print(stdout, `Sign in with the password ${demo.password} as`, ...shown)
  if (demo.secondFactor === null) return
  const { secret, otpauth_url, recovery_codes } = demo.secondFactor
  print(
    stdout,
    'The administrator has a second factor. Add it to an authenticator app, or use a recovery code:',
    `  Secret         ${secret}`,
    `  Address        ${otpauth_url}`,
    `  Recovery codes ${recovery_codes.slice(0, 2).join('  ')}`,
    ...[2, 4, 6, 8].map((from) => `                 ${recovery_codes.slice(from, from + 2).join('  ')}`),
  )
}

function printAdministrator(
  stdout: NodeJS.WritableStream,
  { hostedPages, publicUrl }: Config,
  { email, password }: FirstAdmin,
) {
  const place = hostedPages ? `at ${publicUrl}/app/settings` : 'with PUT /users/{id}'
  const shown = password === null ? [] : [`with the password  ${password}  (change it ${place})`]
  print(stdout, `The first administrator is ${email}`, ...shown)
}

function print(stdout: NodeJS.WritableStream, ...lines: string[]) {
  stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
