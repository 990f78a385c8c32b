/** `npm run doctor`: tries everything the service needs, and says what is wrong and what to do about it. */

import type { Config } from '#config.ts'
import { isEmail } from '#core/email.ts'
import { Refusal } from '#core/refusal.ts'
import { type Check, checks } from './doctor-checks.ts'
import { optionsOf, usage } from './usage.ts'

const marks = { good: '✔', warning: '!', bad: '✘' } as const

/** Prints a line for each check. The exit code is 1 when one is bad. */
export async function doctor(config: Config) {
  const { values } = optionsOf({ options: { mail: { type: 'string' } } })
  const mailTo = values.mail?.trim().toLowerCase() ?? null
  if (mailTo !== null && !isEmail(mailTo)) throw new Refusal(`--mail needs an e-mail address.\n\n${usage}`)

  let hasFailed = false
  for (const check of checks(config, mailTo)) {
    const { state, text, advice } = await outcomeOf(check)
    console.log(`${marks[state]} ${`${check.name}:`.padEnd(14)} ${text}`)
    if (advice !== undefined) console.log(`${' '.repeat(17)}${advice}`)
    if (state === 'bad') hasFailed = true
  }
  console.log(hasFailed ? '\nThe service is not ready.' : '\nThe service has what it needs.')
  if (hasFailed) process.exitCode = 1
}

async function outcomeOf({ run, advice }: Check) {
  try {
    return await run()
  } catch (error) {
    return { state: 'bad' as const, text: reasonOf(error), advice }
  }
}

/** The message of the innermost error that has one: what the system said, and not who passed it on. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message || code
}
