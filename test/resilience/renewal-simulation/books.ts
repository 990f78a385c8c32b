/** What was granted, what was paid, and the rules that both keep at every moment. */

import assert from 'node:assert/strict'
import { endOfPeriod } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import { prepare } from '#database/query/prepare.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Subscriber } from './subscribers.ts'

const rows = {
  subscriptions: prepare((q, _: object) =>
    q
      .selectFrom('subscriptions')
      .select(['id', 'user_id', 'state', 'period_end', 'past_due_since', 'anchor_day', 'due_at'])
      .orderBy('id'),
  ),
  charges: prepare((q, _: object) =>
    q
      .selectFrom('charges')
      .select([
        'id',
        'user_id',
        'status',
        'covers',
        'customer',
        'phone_secret',
        'present',
        'period_start',
        'created_at',
      ])
      .orderBy('id'),
  ),
  dead: prepare((q, _: object) =>
    q.selectFrom('tasks').select(['kind', 'last_error']).where('dead_at', 'is not', null),
  ),
  nextTask: prepare((q, p: { now: string }) =>
    q.selectFrom('tasks').select('run_at').where('run_at', '>', p.now).orderBy('run_at').limit(1),
  ),
}

type Subscription = Awaited<ReturnType<Books['read']>>['subscriptions'][number]
type Charge = Awaited<ReturnType<Books['read']>>['charges'][number]

/** How long after its time a renewal may still be open: until the next hours of phones, or while a gateway does not answer. */
const renewedWithin = { phone: { hours: 48 }, card: { hours: 8 } }
const lastRetryAfter = { days: 7 }
const mostPrompts = 4

export class Books {
  readonly #app: TestApp
  readonly #subscribers: ReadonlyMap<number, Subscriber>
  /** The ends of the periods that each subscription has had. */
  readonly #granted = new Map<number, Set<string>>()

  constructor(app: TestApp, subscribers: readonly Subscriber[]) {
    this.#app = app
    this.#subscribers = new Map(subscribers.map((subscriber) => [subscriber.person.id, subscriber]))
  }

  async read() {
    const { context } = this.#app.service
    return { subscriptions: await rows.subscriptions.all(context, {}), charges: await rows.charges.all(context, {}) }
  }

  /** Returns when something is due next. */
  async findNext(now: string): Promise<string> {
    const { context } = this.#app.service
    const task = await rows.nextTask.maybe(context, { now })
    const { subscriptions } = await this.read()
    // Due subscriptions are looked for once a minute.
    const moves = subscriptions.flatMap(({ due_at }) => (due_at !== null && due_at > now ? [nextMinute(due_at)] : []))
    return [addDuration(now, { hours: 12 }), ...(task === null ? [] : [task.run_at]), ...moves].toSorted()[0] ?? now
  }

  /** Checks everybody, and returns since when each person is past due. */
  async check(now: string): Promise<Map<number, string | null>> {
    const { subscriptions, charges } = await this.read()
    const since = new Map<number, string | null>()
    for (const [userId, subscriber] of this.#subscribers) {
      const held = subscriptions.filter(({ user_id }) => user_id === userId)
      const own = charges.filter(({ user_id }) => user_id === userId)
      const who = `${subscriber.person.name} at ${now}: ${JSON.stringify({ held, own })}`
      assert.equal(held.length, 1, who)
      for (const subscription of held) {
        this.#checkPaid(subscription, own, who)
        checkGrace(subscription, subscriber, now, who)
        since.set(userId, subscription.past_due_since)
      }
      checkPrompts(own, subscriber, who)
    }
    return since
  }

  /** Each period that was granted has one payment, and each payment one period. */
  #checkPaid({ id, period_end }: Subscription, charges: readonly Charge[], who: string) {
    const granted = this.#granted.get(id) ?? new Set()
    this.#granted.set(id, granted.add(period_end))
    const paid = charges.filter(({ status }) => status === 'succeeded')
    assert.equal(paid.length, granted.size, who)
    assert.equal(charges.filter(({ status }) => status === 'refunded').length, 0, who)
    const covered = paid.flatMap(({ covers }) => (covers === null ? [] : [covers]))
    assert.equal(new Set(covered).size, covered.length, who)
  }

  /** Compares with the gateways and with what people see, once nothing is on its way. */
  async close(taken: ReadonlyMap<string, number>, now: string) {
    const { subscriptions, charges } = await this.read()
    assert.deepEqual(await rows.dead.all(this.#app.service.context, {}), [])
    assert.deepEqual(
      charges.filter(({ status }) => status === 'pending'),
      [],
    )
    for (const held of subscriptions) {
      const subscriber = this.#subscribers.get(held.user_id)
      if (subscriber === undefined) continue
      const paid = charges.filter(({ user_id, status }) => user_id === held.user_id && status === 'succeeded')
      const payers = new Set([...subscriber.phones, ...paid.map(({ customer }) => customer)])
      const times = [...payers].reduce((sum, payer) => sum + (taken.get(payer) ?? 0), 0)
      if (!subscriber.rail.startsWith('sandbox')) assert.equal(times, paid.length, subscriber.person.name)
      const ends = [...(this.#granted.get(held.id) ?? [])].toSorted()
      assert.deepEqual(ends, listExpectedEnds(ends[0] ?? '', held, subscriber, now), subscriber.person.name)
      const { plan } = (await subscriber.person.get('/subscriptions/current')).data
      assert.deepEqual([held.state, plan.id], expectedStates[subscriber.habit], subscriber.person.name)
      await checkReminders(subscriber, ends, now)
    }
    const count = (name: Charge['status']) => charges.filter(({ status }) => status === name).length
    return { succeeded: count('succeeded'), failed: count('failed') }
  }

  /** Where nothing fails, a phone is asked on the day on which the period ends, as its owner counts days. */
  async checkDays() {
    const { charges } = await this.read()
    for (const { user_id, present, phone_secret, period_start, created_at } of charges) {
      const subscriber = this.#subscribers.get(user_id)
      if (subscriber?.habit !== 'faithful' || present || phone_secret === null) continue
      const { zone, person } = subscriber
      assert.equal(getDateInTimezone(created_at, zone), getDateInTimezone(period_start, zone), person.name)
    }
  }
}

const remindedBefore = { days: 3 }

/** A phone is announced each prompt once, three days before. */
async function checkReminders({ person, habit, phones }: Subscriber, ends: readonly string[], now: string) {
  if (habit !== 'faithful' || phones.length === 0) return
  const { data } = await person.get('/notifications?limit=100')
  const reminders = data.filter(({ type }: { type: string }) => type === 'subscription_expiring')
  const due = ends.filter((end) => subtractDuration(end, remindedBefore) <= now)
  assert.equal(reminders.length, due.length, person.name)
}

const expectedStates = {
  faithful: ['active', 'professional'],
  late: ['active', 'professional'],
  gone: ['expired', 'free'],
  leaving: ['canceled', 'free'],
}

/** A month after the other until now: a payment before, on or some days after the end of a period moves no later one. */
function listExpectedEnds(first: string, held: Subscription, { habit }: Subscriber, now: string): string[] {
  const limit = habit === 'gone' ? first : habit === 'leaving' ? held.period_end : now
  const ends = [first]
  for (let end = first; end < limit; ends.push(end)) end = endOfPeriod(end, 'month', held.anchor_day)
  return ends
}

function checkGrace(held: Subscription, { rail }: Subscriber, now: string, who: string) {
  const within = renewedWithin[rail === 'stripe' || rail === 'sandbox card' ? 'card' : 'phone']
  const latest = subtractDuration(now, within)
  if (held.state === 'active' || held.state === 'ending') assert.ok(held.period_end > latest, who)
  if (held.state === 'past_due') assert.ok(addDuration(held.past_due_since ?? '', lastRetryAfter) > latest, who)
}

/** A phone is asked for a renewal by day only, and for each period at most four times. */
function checkPrompts(charges: readonly Charge[], { zone }: Subscriber, who: string) {
  const renewals = charges.filter(({ present }) => !present)
  for (const { created_at, phone_secret } of renewals) {
    const { hour } = Temporal.Instant.from(created_at).toZonedDateTimeISO(zone)
    if (phone_secret !== null) assert.ok(hour >= 10 && hour < 18, who)
  }
  const failed = renewals.filter(({ status }) => status === 'failed')
  assert.ok(failed.length <= mostPrompts, who)
}

const nextMinute = (moment: string) => `${addDuration(moment, { minutes: 1 }).slice(0, 16)}:00.000Z`
