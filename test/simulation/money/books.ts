/** What was granted, what was paid, and the rules that both keep at every moment. */

import assert from 'node:assert/strict'
import { toMinorUnits } from '#core/money.ts'
import { endOfPeriod } from '#core/periods.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import type { Read } from '../../contract/empty-database.ts'
import type { Rails } from '../rails.ts'
import { planPrices } from './methods.ts'
import type { Subscriber } from './subscribers.ts'

interface Subscription {
  id: number
  user_id: number
  state: string
  period_end: string
  past_due_since: string | null
  ended_at: string | null
  anchor_day: number
}

export interface Charge {
  id: number
  user_id: number
  status: string
  covers: string | null
  customer: string
  phone_secret: string | null
  /** Why it failed, or was given back. */
  failure: string | null
  /** Whether the person was there, unlike at a renewal. */
  present: boolean
  period_start: string
  created_at: string
}

/** How long after its time a renewal may still be open: until the next hours of phones, or while a gateway does not answer. */
const renewedWithin = { phone: { hours: 48 }, card: { hours: 8 } }
const lastRetryAfter = { days: 7 }
const maxPrompts = 4
const remindedBefore = { days: 3 }

/** A prompt that was lost and whose time was over has been given up; what was paid for it nevertheless is given back. */
const isLate = ({ phone_secret, failure }: Charge) =>
  phone_secret !== null && failure?.startsWith('The payment arrived too late') === true

export class Books {
  readonly #readAll: Read
  readonly #subscribers: readonly Subscriber[]
  /** The ends of the periods that each subscription has had. */
  readonly #granted = new Map<number, Set<string>>()

  constructor(readAll: Read, subscribers: readonly Subscriber[]) {
    this.#readAll = readAll
    this.#subscribers = subscribers
  }

  async #read() {
    const [subscriptions, charges] = await this.#readAll(async (run) => [
      await run(
        'select id, user_id, state, period_end, past_due_since, ended_at, anchor_day from subscriptions order by id',
      ),
      await run(
        `select id, user_id, status, covers, customer, phone_secret, failure, present, period_start, created_at
         from charges where cast(details as text) like '%"plan_id"%' order by id`,
      ),
    ])
    return {
      subscriptions: Map.groupBy(toRows<Subscription>(subscriptions), ({ user_id }) => user_id),
      charges: Map.groupBy(toRows<Charge>(charges), ({ user_id }) => user_id),
    }
  }

  /** Checks everybody, and returns since when each person is past due. */
  async check(now: string): Promise<Map<number, string | null>> {
    const { subscriptions, charges } = await this.#read()
    const since = new Map<number, string | null>()
    for (const subscriber of this.#subscribers) {
      const { id, name } = subscriber.person
      const [held, ...more] = subscriptions.get(id) ?? []
      const own = charges.get(id) ?? []
      const who = `${name}, ${subscriber.habit} by ${subscriber.rail}, at ${now}: ${JSON.stringify({ held, own })}`
      assert.ok(held && more.length === 0, who)
      this.#checkPaid(held, own, who)
      checkGrace(held, subscriber, now, who)
      checkPrompts(own, subscriber, who)
      since.set(id, held.past_due_since)
    }
    return since
  }

  /** Each period that was granted has one payment, and each payment one period. */
  #checkPaid({ id, period_end }: Subscription, charges: readonly Charge[], who: string) {
    const granted = this.#granted.get(id) ?? new Set()
    this.#granted.set(id, granted.add(period_end))
    const paid = charges.filter(({ status }) => status === 'succeeded')
    assert.equal(paid.length, granted.size, who)
    assert.ok(charges.filter(({ status }) => status === 'refunded').every(isLate), who)
    const covered = paid.flatMap(({ covers }) => (covers === null ? [] : [covers]))
    assert.equal(new Set(covered).size, covered.length, who)
  }

  /** Compares with the gateways and with what people see, once nothing is on its way. */
  async close(rails: Rails, now: string, faultless: (moment: string) => boolean) {
    const { subscriptions, charges } = await this.#read()
    const taken = countTaken(rails)
    const counts = { succeeded: 0, failed: 0 }
    for (const subscriber of this.#subscribers) {
      const { person, phones, habit } = subscriber
      const [held] = subscriptions.get(person.id) ?? []
      assert.ok(held)
      const own = charges.get(person.id) ?? []
      const paid = own.filter(({ status }) => status === 'succeeded')
      counts.succeeded += paid.length
      counts.failed += own.filter(({ status }) => status === 'failed').length
      assert.deepEqual(
        own.filter(({ status }) => status === 'pending'),
        [],
        person.name,
      )
      const isOutside = paid.every(({ customer, phone_secret }) => phone_secret !== null || customer.startsWith('cus_'))
      const payers = new Set([...phones, ...paid.map(({ customer }) => customer)])
      const times = [...payers].reduce((sum, payer) => sum + (taken.get(payer) ?? 0), 0)
      const late = own.filter(isLate).length
      const isEqual = times >= paid.length && times <= paid.length + late
      if (isOutside && subscriber.rail !== 'sandbox phone')
        assert.ok(isEqual, `${person.name}: ${JSON.stringify({ paid, late, taken: [...taken] })}`)
      const ends = [...(this.#granted.get(held.id) ?? [])].toSorted()
      const [first = ''] = ends
      assert.deepEqual(ends, listExpectedEnds(first, held, now), person.name)
      const { plan } = (await person.get('/subscriptions/current')).data
      const who = `${person.name}, ${habit} by ${subscriber.rail}, at ${now}: ${JSON.stringify({ held, own })}`
      const isUnlucky = habit === 'late' && wasAskedInVain(subscriber, held, own, faultless)
      const states = [...listExpectedStates(subscriber, held, first, now), ...(isUnlucky ? ['expired'] : [])]
      assert.ok(states.includes(held.state), who)
      assert.equal(plan.id, ['expired', 'canceled'].includes(held.state) ? 'free' : 'professional', who)
      await checkReminders(subscriber, ends, now)
      checkDays(own, subscriber, faultless)
    }
    return counts
  }
}

/** How often each phone, or customer of a card, was taken money for a plan. Other things have other prices. */
function countTaken(rails: Rails): ReadonlyMap<string, number> {
  const amounts = new Set(planPrices.map(({ amount, currency }) => toMinorUnits(amount, currency)))
  const taken = new Map<string, number>()
  for (const { payer, amount } of rails.listTaken())
    if (payer !== null && amounts.has(amount)) taken.set(payer, (taken.get(payer) ?? 0) + 1)
  return taken
}

function checkGrace(held: Subscription, { rail }: Subscriber, now: string, who: string) {
  const latest = subtractDuration(now, renewedWithin[rail === 'card' ? 'card' : 'phone'])
  if (held.state === 'active' || held.state === 'ending') assert.ok(held.period_end > latest, who)
  if (held.state === 'past_due') assert.ok(addDuration(held.past_due_since ?? '', lastRetryAfter) > latest, who)
}

/** A phone is announced each prompt once, three days before. */
async function checkReminders({ person, habit, phones }: Subscriber, ends: readonly string[], now: string) {
  if (habit !== 'faithful' || phones.length === 0) return
  const { data } = await person.get('/notifications?type=subscription_expiring&limit=100')
  const due = ends.filter((end) => subtractDuration(end, remindedBefore) <= now)
  assert.equal(data.length, due.length, person.name)
}

/** Where nothing fails, a phone is asked on the day on which the period ends, as its owner counts days. */
function checkDays(charges: readonly Charge[], { habit, person }: Subscriber, faultless: (moment: string) => boolean) {
  for (const { present, phone_secret, period_start, created_at } of charges) {
    if (habit !== 'faithful' || present || phone_secret === null || !faultless(period_start)) continue
    assert.equal(getDateInTimezone(created_at, person.zone), getDateInTimezone(period_start, person.zone), person.name)
  }
}

/**
 * Who adds another method some days late is charged with it until the seventh day. Where things fail by chance, the gateway may not take the method
 * until then, or the last attempt, and the period is given up.
 */
function wasAskedInVain(
  { isDone }: Subscriber,
  { period_end, past_due_since, ended_at }: Subscription,
  charges: readonly Charge[],
  faultless: (moment: string) => boolean,
): boolean {
  if (past_due_since === null || ended_at === null || faultless(ended_at)) return false
  const attempts = charges.filter(({ present, period_start }) => !present && period_start === period_end)
  const last = attempts.at(-1)
  const hasFailed = last !== undefined && !/ declined/.test(last.failure ?? '')
  const hasWaited = ended_at >= addDuration(past_due_since, lastRetryAfter)
  return hasWaited && attempts.every(({ status }) => status === 'failed') && (hasFailed || !isDone)
}

/** Returns the states to which the habit may have led by now; the first period ended at `first`. */
function listExpectedStates({ habit, isDone }: Subscriber, { period_end }: Subscription, first: string, now: string) {
  const isDue = (end: string, within: Duration) => end <= now && now < addDuration(end, within)
  if (habit === 'gone' && first <= now) return isDue(first, { days: 8 }) ? ['past_due', 'expired'] : ['expired']
  if (habit === 'leaving' && isDone) return period_end > now ? ['ending'] : ['canceled']
  const isLate = habit === 'late' && isDue(first, { days: 4 })
  return isLate || isDue(period_end, renewedWithin.phone) ? ['active', 'past_due'] : ['active']
}

/** A month after the other until now: a payment before, on or some days after the end of a period moves no later one. */
function listExpectedEnds(first: string, { period_end, anchor_day }: Subscription, now: string): string[] {
  const limit = period_end < now ? period_end : now
  const ends = [first]
  for (let end = first; end < limit; ends.push(end)) end = endOfPeriod(end, 'month', anchor_day)
  return ends
}

/** A phone is asked for a renewal by day only, and for each period at most four times. */
function checkPrompts(charges: readonly Charge[], { person }: Subscriber, who: string) {
  const renewals = charges.filter(({ present }) => !present)
  for (const { created_at, phone_secret } of renewals) {
    const { hour } = Temporal.Instant.from(created_at).toZonedDateTimeISO(person.zone)
    if (phone_secret !== null) assert.ok(hour >= 10 && hour < 18, who)
  }
  const failed = Map.groupBy(
    renewals.filter(({ status }) => status === 'failed'),
    ({ period_start }) => period_start,
  )
  for (const attempts of failed.values()) assert.ok(attempts.length <= maxPrompts, who)
}

const numbers = ['id', 'user_id', 'anchor_day']

/** PostgreSQL's driver returns large integers as text. */
const toRows = <Row>(rows: readonly Record<string, unknown>[]) =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          name === 'present' ? Boolean(value) : numbers.includes(name) ? Number(value) : toText(value),
        ]),
      ) as Row,
  )

/** PostgreSQL's driver returns moments as objects. */
const toText = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
