/** `npm run doctor`: checks everything that the service needs, with advice for each failure. */

import type { Config } from '#config.ts'
import { isEmail, normalizeEmail } from '#core/email.ts'
import { OperatorError } from '#core/operator-error.ts'
import { createChecks } from './doctor-checks.ts'
import type { Check } from './doctor-outcome.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

const marks = { good: '✔', warning: '!', bad: '✘' } as const

/** Prints a line for each check. The exit code is 1 when one fails. */
export async function runDoctor(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { values } = parseOptions(invocation, {
    options: { mail: { type: 'string' }, 'register-callbacks': { type: 'boolean', default: false } },
  })
  const mailTo = values.mail === undefined ? null : normalizeEmail(values.mail)
  if (mailTo !== null && !isEmail(mailTo)) throw new OperatorError(`--mail needs an e-mail address.\n\n${usage}`)

  let hasFailed = false
  for (const check of createChecks(config, mailTo, values['register-callbacks'])) {
    const { state, text, advice } = await runCheck(check)
    printLine(stdout, `${marks[state]} ${`${check.name}:`.padEnd(14)} ${text}`)
    if (advice !== undefined) printLine(stdout, `${' '.repeat(17)}${advice}`)
    if (state === 'bad') hasFailed = true
  }
  printLine(stdout, hasFailed ? '\nThe service is not ready.' : '\nThe service has what it needs.')
  return hasFailed ? 1 : 0
}

async function runCheck({ run, advice }: Check) {
  try {
    return await run()
  } catch (error) {
    return { state: 'bad' as const, text: rootMessage(error), advice }
  }
}

/** Returns the message of the innermost error that has one. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return rootMessage(error.errors[0])
  if (error.cause instanceof Error) return rootMessage(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message || code
}
