import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { subtractDuration } from '#core/time.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { Rails } from '../simulation/rails.ts'
import { World } from '../simulation/world.ts'
import { createConfig } from '../support/database.ts'
import { compareAccounts } from './payment-simulation/accounts.ts'
import { buy, createPayer, getPrice } from './payment-simulation/payers.ts'
import { runProgram } from './program.ts'
import { Chance } from './random.ts'
import { createSettings } from './traffic/scenario.ts'

/** `SIMULATED_PAYMENTS=10000` runs longer, and compares after each part; `PAYMENT_SEED=7` chooses other faults. */
const preset = 60
const wanted = Number(process.env.SIMULATED_PAYMENTS ?? preset)
const partSize = Math.min(wanted, 2_500)
const seed = Number(process.env.PAYMENT_SEED ?? 1)
const [many, atOnce] = [Math.min(600, Math.ceil(wanted / 3)), 12]

const chance = new Chance(seed)
const rails = new Rails(chance)
const office = await startMailServer()
const { config, drop } = await createConfig()
const settings = {
  ...createSettings(office),
  ...(await rails.listen()),
  TOKEN_TTL_DAYS: '3650',
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
}
const world = new World(settings, rails, chance)
after(async () => {
  await world.stop()
  await Promise.all([rails.close(), office.close()])
  await drop()
})
const admin = await world.signIn()
const payers = await inTurns(
  Array.from({ length: many }, (_, index) => index),
  (index) => createPayer(world, index),
)
const courses: number[] = []
/** Payments that an administrator has refunded. */
const returned = new Set<number>()

describe('payments over three gateways that fail by chance, to a service that is killed', () => {
  for (let target = partSize; target <= wanted; target += partSize)
    it(`are charged once, granted when paid, over after their window, and accounted for: ${target} payments (seed ${seed})`, async (t) => {
      rails.break(0.03)
      while ((await countPayments()) < target) {
        courses.push(await createCourse(courses.length))
        await runRound()
      }
      rails.repair()
      await settle()

      const { stdout } = await reconcile()
      const differences = await listDifferences()
      const accounts = await compareAccounts({ world, config, payers, courses, returned })

      const { chargedTwice, grantedUnpaid, paidNotGranted, open, unaccounted, ...counts } = accounts
      t.diagnostic(JSON.stringify({ ...counts, adminRefunds: returned.size, kills: world.kills }))
      assert.deepEqual(
        { chargedTwice, grantedUnpaid, paidNotGranted, open, unaccounted, differences },
        { chargedTwice: [], grantedUnpaid: [], paidNotGranted: [], open: [], unaccounted: [], differences: [] },
      )
      assert.deepEqual(
        stdout.match(/^\w+: no differences/gm),
        ['stripe: no differences', 'pawapay: no differences'],
        stdout,
      )
      assert.ok(counts.succeeded > target / 4 && counts.failed > 0 && world.kills > 0)
    })
})

/** Everybody buys the newest course, or an earlier one again; the service is killed again and again, or while its clock moves. */
async function runRound() {
  const isKilled = chance.oneIn(2)
  const work = inTurns(payers, (payer) =>
    buy(world, payer, chance.oneIn(4) ? chance.of(courses) : (courses.at(-1) ?? 0)),
  )
  await (isKilled ? killDuring(work) : work)
  // In each fourth round, people answer after the payment is given up.
  if (courses.length % 4 !== 0) await rails.answerPhones()
  await world.advance('PT30S')
  await refundSome()
  const wait = world.advance(`PT${100 + chance.below(120)}M`)
  await (isKilled ? wait : Promise.all([wait, killLater()]))
}

/** Kills the service at least once, and each time that some hundred requests were answered, until the work is done. */
async function killDuring(work: Promise<unknown>) {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  do {
    const enough = world.answered + 20 + chance.below(400)
    while (!isDone && world.answered < enough) await pause(5)
    await world.restart()
  } while (!isDone)
  await work
}

async function killLater() {
  await pause(chance.below(1_000))
  await world.restart()
}

/** An administrator returns a few payments; one of M-Pesa as a whole, others also in part. */
async function refundSome() {
  const { data } = await world.ask(admin, (client) => client.get('/admin/payments?status=succeeded&limit=100'))
  for (const { id, amount, gateway } of data)
    if (chance.oneIn(60) && !returned.has(id)) {
      const part = gateway === 'daraja' || chance.oneIn(2) ? {} : { amount: Math.floor(amount / 2) }
      const body = { reason: 'The course was not what it seemed.', ...part }
      const { status } = await world.ask(admin, (client) => client.post(`/admin/payments/${id}/refund`, body))
      if (status < 300) returned.add(id)
    }
}

/** Days pass in which nothing fails, and an administrator tries again what could not be returned. */
async function settle() {
  await rails.answerPhones()
  await world.advance('P1D')
  for (let tries = 0; tries < 10; tries++) {
    const { data } = await world.ask(admin, (client) => client.get('/admin/refunds?is_open=true&limit=100'))
    for (const { id } of data) await world.ask(admin, (client) => client.post(`/admin/refunds/${id}/retry`))
    await world.advance('P2D')
    if (data.length === 0) return
  }
  assert.fail('Refunds fail although nothing does.')
}

async function createCourse(number: number): Promise<number> {
  const price = getPrice(number)
  const prices = [
    { currency: 'USD', amount: price.stripe },
    { currency: 'KES', amount: price.daraja },
    { currency: 'ZMW', amount: price.pawapay },
  ]
  const body = { title: `Course ${number}`, description: 'Plants.', prices }
  const { status, data, text } = await world.ask(admin, (client) => client.post('/courses', body))
  assert.equal(status, 201, text)
  return data.id
}

async function countPayments(): Promise<number> {
  const { meta } = await world.ask(admin, (client) => client.get('/admin/payments?limit=1'))
  return meta.total
}

/**
 * Compares all days with the gateways, as an operator does, with the three before, of which the first night asks: a gateway may have failed in
 * that night, and in all later ones.
 */
async function reconcile() {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const first = Date.parse(subtractDuration(new Date().toISOString(), { days: 3 }))
  return runProgram(['reconcile', '--from', day(first), '--to', day(rails.now)], settings)
}

async function listDifferences(): Promise<string[]> {
  const { data } = await world.ask(admin, (client) => client.get('/admin/payments/differences?limit=100'))
  return data.map((difference: object) => JSON.stringify(difference))
}

/** Does the work for each, a few at a time. */
async function inTurns<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index] as T)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return results
}
