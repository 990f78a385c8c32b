/** Runs the service in the past to create the demonstration: the clock begins weeks ago and advances day by day. */

import { hash } from 'node:crypto'
import { readText } from '@research-platform/documents/text'
import type { TextExtractor } from '#adapters/document-text.ts'
import { createPasswords, type Passwords } from '#adapters/passwords.ts'
import type { Config } from '#config.ts'
import { addDuration, type Clock, type Duration, subtractDuration } from '#core/time.ts'
import { createServiceLogger } from '#service/logger.ts'
import { createService } from '#service.ts'
import { createDemoClient, type DemoClient, type DemoWorld, type Person } from './client.ts'
import { demoPassword } from './logins.ts'

export interface Simulation {
  anonymous: DemoClient
  /** Returns the time that many days before today. */
  daysAgo(days: number): string
  /** Advances the clock to that many days before today, runs everything that becomes due, and tells what happens then. */
  advanceTo(days: number, events: string): Promise<void>
  /** Runs due background work, such as sending mails. */
  settle(): Promise<void>
  signIn(email: string): Promise<Person>
  /** Without a locale, the person reads English. */
  signUp(name: string, email: string, role: string, locale?: string): Promise<Person>
}

interface SignedIn {
  token: string
  user: { id: number; name: string; email: string }
}

/** The last events happen this many hours before the demonstration begins. */
const hoursOfToday = 3
const never = 2 ** 31 - 1
const unlimited = {
  api: 0,
  auth: 0,
  loginFailures: 0,
  password: 0,
  upload: 0,
  writesMb: 0,
  paymentMethods: 0,
  invitations: 0,
  registryImports: 0,
  mailsPerRecipient: 0,
  mailsPerSender: 0,
}

interface Telling {
  weeks: number
  tell(line: string): void
}

/** Runs the work with a service of its own, and stops the service. */
export async function runSimulation(
  config: Config,
  { weeks, tell }: Telling,
  work: (simulation: Simulation) => Promise<void>,
) {
  const today = subtractDuration(new Date().toISOString(), { hours: hoursOfToday })
  const clock = createMovableClock(subtractDuration(today, { days: 7 * weeks }))
  const service = await createService(
    // Tokens must be valid until the end of the simulation.
    { ...config, rateLimits: unlimited, tokenTtlDays: 7 * weeks + 30 },
    {
      clock,
      poll: never,
      passwords: cacheHashes(createPasswords()),
      // The documents are those of the demonstration: a process for each, as for documents of strangers, takes as long as all the rest.
      extractText: cacheTexts(),
      logger: createServiceLogger({ logLevel: 'error' }),
    },
  )
  try {
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
    const world: DemoWorld = { address: `${address}${config.basePath}`, pass: clock.pass }
    await work(createSimulation(world, { today, clock, tell, settle: service.settle }))
    clock.set(new Date().toISOString())
    await service.settle()
  } finally {
    await service.stop()
  }
}

interface Time {
  today: string
  clock: MovableClock
  tell(line: string): void
  settle(): Promise<void>
}

function createSimulation(world: DemoWorld, { today, clock, tell, settle }: Time): Simulation {
  const anonymous = createDemoClient(world, null)
  const createPerson = ({ token, user: { id, name, email } }: SignedIn): Person => ({
    ...createDemoClient(world, token),
    id,
    name,
    email,
  })
  const daysAgo = (days: number) => subtractDuration(today, { days })
  const daysUntil = (now: string) => Math.floor((Date.parse(today) - Date.parse(now)) / 86_400_000)
  return {
    anonymous,
    daysAgo,
    settle,
    async advanceTo(days, events) {
      // Day by day, so that due work runs on its day.
      for (let left = daysUntil(clock.now()); left >= days; left--) {
        clock.set(daysAgo(left))
        await settle()
      }
      tell(`${String(days).padStart(4)} ${days === 1 ? 'day ' : 'days'} ago  ${events}`)
    },
    async signIn(email) {
      return createPerson(await anonymous.post<SignedIn>('/auth/login', { email, password: demoPassword }))
    },
    async signUp(name, email, role, locale) {
      const account = { name, email, role, password: demoPassword, ...(locale && { locale }) }
      return createPerson(await anonymous.post<SignedIn>('/auth/signup', account))
    },
  }
}

interface MovableClock extends Clock {
  pass(duration: Duration): void
  /** Advances to a later time. */
  set(moment: string): void
}

function createMovableClock(start: string): MovableClock {
  let present = start
  return {
    now: () => present,
    pass(duration) {
      present = addDuration(present, duration)
    },
    set(moment) {
      if (moment < present) throw new Error(`It is ${present} already, later than ${moment}.`)
      present = moment
    },
  }
}

/** A person sends the same document to several posts. The reader of PDF takes its bytes away, so it gets a copy, which is no `Buffer`. */
function cacheTexts(): TextExtractor {
  const texts = new Map<string, Promise<string | null>>()
  return (document) => texts.getOrInsertComputed(hash('sha256', document), () => readText(Uint8Array.from(document)))
}

/** All accounts have the same password, so one slow hash serves them all. */
function cacheHashes(passwords: Passwords): Passwords {
  const hashes = new Map<string, Promise<string>>()
  return {
    ...passwords,
    hash: (password, ...turn) => hashes.getOrInsertComputed(password, () => passwords.hash(password, ...turn)),
  }
}
