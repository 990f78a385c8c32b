/** A year of the service: people come in, time passes in steps of hours, the service is killed on the way, and promises fall due. */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { addDuration } from '#core/time.ts'
import type { DatabaseConfig } from '#database/index.ts'
import { adminEmail, password } from '#test/support/app.ts'
import type { Client } from '#test/support/client.ts'
import { createConfig } from '#test/support/database.ts'
import { Chance } from '../resilience/random.ts'
import { Bounds } from './bounds.ts'
import { Courses } from './courses.ts'
import type { Domain, Scene, YearOptions } from './domain.ts'
import { Exams } from './exams.ts'
import { Invitations } from './invitations.ts'
import { Jobs } from './jobs.ts'
import { countListedRows } from './lists.ts'
import { compareBooks, countOpen } from './money/compare.ts'
import { Renewals } from './money/renewals.ts'
import { Newcomers } from './newcomers.ts'
import { getCitizens, importPeople } from './people/population.ts'
import { Pledges } from './promises.ts'
import { Rails } from './rails.ts'
import { Readers } from './readers.ts'
import { compareRebuild } from './rebuild.ts'
import { World } from './world.ts'

/** In so many days each kind of promise falls due. */
const enoughDays = 60

/** The gateways fail by chance in the second of these quarters. */
const shareOfFaults = 0.03

export class Year implements Scene {
  readonly options: YearOptions
  readonly world: World
  readonly rails: Rails
  readonly chance: Chance
  readonly config: DatabaseConfig
  readonly settings: Record<string, string>
  readonly pledges = new Pledges()
  readonly #drop: () => Promise<void>
  #domains: Domain[] = []
  #admin: Client | undefined
  /** From when until when gateways fail. */
  #troubled: [string, string] = ['', '']

  private constructor(
    options: YearOptions,
    parts: Pick<Year, 'world' | 'rails' | 'chance' | 'config' | 'settings'>,
    drop: () => Promise<void>,
  ) {
    this.options = options
    this.world = parts.world
    this.rails = parts.rails
    this.chance = parts.chance
    this.config = parts.config
    this.settings = parts.settings
    this.#drop = drop
  }

  /** Imports the people and starts the service. */
  static async start(options: YearOptions): Promise<Year> {
    const chance = new Chance(options.seed)
    const rails = new Rails(new Chance(options.seed + 1))
    rails.answerAtOnce()
    const { config, drop } = await createConfig()
    const settings = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      APP_SECRET: 'a secret that only the tests know of',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: password,
      RATE_LIMIT_API: '0',
      RATE_LIMIT_AUTH: '0',
      RATE_LIMIT_UPLOAD: '0',
      ...(await rails.listen()),
      PAYMENT_GATEWAYS: 'stripe,daraja,pawapay,sandbox',
      TOKEN_TTL_DAYS: '3650',
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
    }
    try {
      await importPeople(options.people, options.active, settings)
      const world = new World(settings, rails, chance)
      return new Year(options, { world, rails, chance, config, settings }, drop)
    } catch (error) {
      await rails.close()
      await drop()
      throw error
    }
  }

  get admin(): Client {
    assert.ok(this.#admin)
    return this.#admin
  }

  citizens = (role: 'learner' | 'researcher' | 'recruiter') => getCitizens(this.world, this.options.active, role)

  /** The people answer their phones, until nothing is on its way. */
  settle = async () => {
    for (let times = 0; times < 3; times++) {
      await this.rails.answerPhones()
      await this.world.advance('PT30S')
    }
  }

  isFaultless = (moment: string) => {
    const [from, until] = this.#troubled
    return moment < from || moment > addDuration(until, { days: 2 })
  }

  /** Lets the time pass, and returns what is to be told. */
  async run(): Promise<Record<string, unknown>> {
    this.#admin = this.world.as(await this.world.signIn())
    this.#domains = [
      new Renewals(this),
      new Courses(this),
      new Exams(this),
      new Jobs(this),
      new Invitations(this),
      new Newcomers(this),
    ]
    for (const domain of this.#domains) await domain.begin?.()
    const bounds = await Bounds.begin(this)
    const readers = new Readers(this)
    await this.#pass(bounds, readers).finally(() => readers.stop())
    await this.#end()
    const money = await compareBooks(this)
    assert.deepEqual(this.pledges.faults, [])
    if (this.options.days >= enoughDays) assert.deepEqual(this.pledges.listMissing(), [], 'Promises that nobody gave')
    for (const domain of this.#domains) await domain.close?.()
    const lists = await countListedRows(this)
    const measured = await bounds.end()
    await compareRebuild(this)
    return {
      processorSeconds: Math.round(await this.world.readSeconds()),
      requests: this.world.answered,
      kills: this.world.kills,
      reads: readers.count,
      money,
      lists,
      ...measured,
      promises: this.pledges.kept,
    }
  }

  async #pass(bounds: Bounds, readers: Readers) {
    const { days, roundDays } = this.options
    const start = this.world.now
    this.#troubled = [addDuration(start, { days: days * 0.4 }), addDuration(start, { days: days * 0.7 })]
    const rounds = Math.ceil(days / roundDays)
    for (let round = 1; round <= rounds; round++) {
      const next = addDuration(start, { days: round * roundDays })
      this.rails.break(this.isFaultless(this.world.now) ? 0 : shareOfFaults)
      // They take all the time that the others leave.
      readers.run(round % 3 === 1)
      for (const domain of this.#domains) await domain.act(this.world.now, next)
      await this.pledges.look(this.world.now, next, this.options.stepHours)
      await this.#passTo(next, round % 4 === 0)
      readers.run(false)
      await bounds.look()
    }
  }

  /** Moves the clock while people answer their phones; the service may be killed meanwhile. */
  async #passTo(moment: string, isKilled: boolean) {
    let isThere = false
    const answer = async () => {
      while (!isThere) {
        await this.world.followClock()
        await this.rails.answerPhones()
        await pause(30)
      }
    }
    const kill = async () => {
      await pause(this.chance.below(1_500))
      await this.world.restart()
    }
    const answering = answer()
    await Promise.all([this.world.advanceTo(moment, this.options.stepHours), isKilled ? kill() : undefined]).finally(
      () => {
        isThere = true
      },
    )
    await answering
  }

  /** Some days pass in which nothing fails and nobody begins anything. */
  async #end() {
    this.rails.repair()
    for (let day = 0; day < 10; day++) {
      for (const domain of this.#domains) await domain.finish?.(this.world.now)
      await this.#passTo(addDuration(this.world.now, { days: 1 }), false)
    }
    // The receipt of a payment that was asked about comes with the next list of money.
    for (let hours = 0; hours < 48 && (await countOpen(this.config)) > 0; hours += 6)
      await this.#passTo(addDuration(this.world.now, { hours: 6 }), false)
    await this.pledges.look(this.world.now, this.world.now, this.options.stepHours)
  }

  async stop() {
    await this.world.stop()
    await this.rails.close()
    await this.#drop()
  }
}
