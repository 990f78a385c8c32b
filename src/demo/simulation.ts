/** The service while the demonstration is made: its clock begins weeks ago and is moved on, day by day. */

import { createPasswords, type Passwords } from '#adapters/passwords.ts'
import type { Config } from '#config.ts'
import { addDuration, type Clock, type Duration, subtractDuration } from '#core/time.ts'
import { createService, createServiceLogger } from '#service.ts'
import { createDemoClient, type DemoClient, type Person, type World } from './client.ts'
import { demoPassword } from './logins.ts'

export interface Simulation {
  anonymous: DemoClient
  /** The moment at which it is so many days before today. */
  daysAgo(days: number): string
  /** Lets time pass until it is so many days before today, and what was due by then happens. */
  advanceTo(days: number): Promise<void>
  /** Does what is due, like delivering mails. */
  settle(): Promise<void>
  signIn(email: string): Promise<Person>
  signUp(name: string, email: string, role: string): Promise<Person>
}

interface SignedIn {
  token: string
  user: { id: number; name: string; email: string }
}

/** Whatever happens today is over when the demonstration begins. */
const hoursOfToday = 3
const never = 2 ** 31 - 1
const unlimited = { api: 0, auth: 0, loginFailures: 0, password: 0, upload: 0, paymentMethods: 0 }

/** Runs the work in a service of its own, which ends with it. */
export async function runSimulation(
  config: Config,
  weeks: number,
  work: (simulation: Simulation) => Promise<void>,
) {
  const today = subtractDuration(new Date().toISOString(), { hours: hoursOfToday })
  const clock = createMovableClock(subtractDuration(today, { days: 7 * weeks }))
  const service = await createService(
    // The tokens of those who came first must last until today.
    { ...config, rateLimits: unlimited, tokenTtlDays: 7 * weeks + 30 },
    {
      clock,
      poll: never,
      passwords: cacheHashes(createPasswords()),
      logger: createServiceLogger({ logLevel: 'error' }),
    },
  )
  try {
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
    const world: World = { address: `${address}${config.basePath}`, pass: clock.pass }
    await work(createSimulation(world, { today, clock, settle: service.settle }))
    clock.set(new Date().toISOString())
    await service.settle()
  } finally {
    await service.stop()
  }
}

interface Time {
  today: string
  clock: MovableClock
  settle(): Promise<void>
}

function createSimulation(world: World, { today, clock, settle }: Time): Simulation {
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
    async advanceTo(days) {
      // Day by day, so that what is due is done on its day.
      for (let left = daysUntil(clock.now()); left >= days; left--) {
        clock.set(daysAgo(left))
        await settle()
      }
    },
    async signIn(email) {
      return createPerson(await anonymous.post<SignedIn>('/auth/login', { email, password: demoPassword }))
    },
    async signUp(name, email, role) {
      const account = { name, email, role, password: demoPassword }
      return createPerson(await anonymous.post<SignedIn>('/auth/signup', account))
    },
  }
}

interface MovableClock extends Clock {
  pass(duration: Duration): void
  /** To a later moment. */
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

/** Everybody here has one password, so that one hash, which takes long on purpose, is enough for all. */
function cacheHashes(passwords: Passwords): Passwords {
  const hashes = new Map<string, Promise<string>>()
  return {
    ...passwords,
    hash(password) {
      const known = hashes.get(password) ?? passwords.hash(password)
      hashes.set(password, known)
      return known
    },
  }
}
