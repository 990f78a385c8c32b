import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApp, type Person, type TestApp } from '../../../test/support/app.ts'
import { selectSample } from '../../../test/support/breadth.ts'
import { noBrowser, openBrowser } from '../../../test/support/browser.ts'
import { createExam } from '../../../test/support/exams.ts'
import type { ExamAttempt } from '../src/contract.ts'
import {
  type AnswerKeeper,
  type AnswerStorage,
  type Client,
  createClient,
  createMemoryStorage,
  keepAnswers,
} from '../src/index.ts'

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Line = 'up' | 'down' | 'loses replies'

/** An attempt of an hour, a line that can fail, and a clock that keeper and service share. */
class Room {
  readonly app: TestApp
  readonly person: Person
  readonly author: Person
  readonly attempt: { id: number; expires_at: string }
  readonly ids: number[]
  readonly storage: AnswerStorage = createMemoryStorage()
  readonly events: string[] = []
  line: Line = 'up'
  /** How wrong the clock of the device is. */
  wrongMs = 0
  #underway = 0
  readonly #timers = new Set<{ at: number; end: () => void }>()
  readonly api: Client

  constructor(
    app: TestApp,
    people: { person: Person; author: Person },
    attempt: { id: number; expires_at: string },
    ids: number[],
  ) {
    this.app = app
    this.person = people.person
    this.author = people.author
    this.attempt = attempt
    this.ids = ids
    this.api = createClient({ baseUrl: app.address, token: people.person.token, retries: 0, fetch: this.#fetch })
  }

  readonly #fetch: typeof fetch = async (url, init) => {
    if (this.line === 'down') throw new TypeError('fetch failed')
    this.#underway++
    try {
      const response = await fetch(url, init)
      if (this.line === 'up') return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed')
    } finally {
      this.#underway--
    }
  }

  readonly now = () => Date.parse(this.app.clock.now()) + this.wrongMs

  readonly #pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const timer = { at: Date.parse(this.app.clock.now()) + milliseconds, end: resolve }
      const end = () => {
        this.#timers.delete(timer)
        resolve()
      }
      timer.end = end
      if (signal?.aborted) return resolve()
      this.#timers.add(timer)
      signal?.addEventListener('abort', end, { once: true })
    })

  /** Opens the exam on the device, as a page does. */
  async open(storage = this.storage): Promise<AnswerKeeper> {
    const { data } = await createClient({ baseUrl: this.app.address, token: this.person.token }).showAttempt({
      path: { id: this.attempt.id },
    })
    const keeper = await keepAnswers(this.api, data, { storage, now: this.now, pause: this.#pause })
    for (const event of ['saved', 'offline', 'late', 'expired', 'refused'] as const)
      keeper.on(event, () => this.events.push(event))
    await this.#settle()
    return keeper
  }

  /** Lets time pass, from one moment to the next at which something is due. */
  async pass(seconds: number): Promise<void> {
    let now = Date.parse(this.app.clock.now())
    const until = now + seconds * 1_000
    await this.#settle()
    while (now < until) {
      const next = Math.min(...Array.from(this.#timers, ({ at }) => at))
      now = Math.min(until, Math.max(next, now + 1_000))
      this.app.clock.set(new Date(now).toISOString())
      for (const { at, end } of [...this.#timers]) if (at <= now) end()
      await this.#settle()
    }
  }

  async #settle(): Promise<void> {
    for (let turns = 0; turns < 8; turns++) {
      await nextTurn()
      while (this.#underway > 0) await nextTurn()
    }
  }

  async readAnswers(): Promise<Record<string, unknown>> {
    return (await this.person.get(`/exam-attempts/${this.attempt.id}`)).data.answers
  }
}

async function createRoom(count = 8, more: object = {}): Promise<Room> {
  const app = await createApp()
  const author = await app.given.user({ role: 'researcher' })
  const questions = Array.from({ length: count }, (_, index) => ({
    type: 'short_answer',
    question: `Question ${index}?`,
    correct_answer: ['yes'],
  }))
  const exam = await createExam(author, { questions, duration_minutes: 60, ...more })
  const person = await app.given.user()
  const { data } = await person.post(`/exams/${exam.id}/start`)
  const ids = exam.questions.map(({ id }: { id: number }) => id)
  return new Room(app, { person, author }, data, ids)
}

/** A device that loses its line, is killed, and opens the exam again or in another tab, at random. */
async function liveBadly(room: Room, seed: number): Promise<Record<string, string>> {
  const random = createRandom(seed)
  const kept: Record<string, string> = {}
  let tabs = [await room.open()]
  const lines: Line[] = ['up', 'down', 'loses replies']
  for (let minute = 0; minute < 55; minute++) {
    const act = random(10)
    if (act < 3) room.line = lines[random(3)] ?? 'up'
    if (act === 3) {
      // Killed: nothing is sent any more, and what was on the way is lost.
      for (const tab of tabs) tab.close()
      tabs = [await room.open()]
    }
    if (act === 4) tabs = [...tabs.slice(-1), await room.open()]
    for (let change = 0; change < random(4); change++) {
      const id = room.ids[random(room.ids.length)] ?? 0
      const text = `minute ${minute}, change ${change}`
      await tabs[random(tabs.length)]?.set(id, text)
      kept[id] = text
    }
    await room.pass(random(60) + 1)
  }
  room.line = 'up'
  await room.pass(60)
  for (const tab of tabs) tab.close()
  return kept
}

describe('answers that a client keeps', () => {
  for (const seed of selectSample([1, 2, 3, 4], 4))
    it(`arrive whole although the line fails, the page is killed and tabs change (seed ${seed})`, async () => {
      const room = await createRoom()

      const kept = await liveBadly(room, seed)

      assert.ok(Object.keys(kept).length > 3)
      assert.deepEqual(await room.readAnswers(), kept)
      assert.deepEqual(await room.storage.list(room.attempt.id), [])
      assert.ok(room.events.includes('offline') && room.events.includes('saved'))
    })

  for (const minute of selectSample([1, 17, 42, 58, 59], 2))
    it(`arrive when the line is lost in minute ${minute} and comes back at the end, late at most by the grace`, async () => {
      const room = await createRoom(3)
      const keeper = await room.open()
      await keeper.set(room.ids[0] ?? 0, 'early')
      await room.pass(60 * (minute - 1))
      room.line = 'down'
      await keeper.set(room.ids[1] ?? 0, 'while offline')
      await keeper.set(room.ids[0] ?? 0, 'changed')
      await room.pass(60 * (60 - minute) - 10)
      // The line is back in the last minutes, and lost at the end itself.
      if (minute < 50) room.line = 'up'
      await room.pass(45)
      room.line = 'down'
      await room.pass(40)
      room.line = 'up'
      await room.pass(40)

      assert.deepEqual(await room.readAnswers(), {
        [room.ids[0] ?? 0]: 'changed',
        [room.ids[1] ?? 0]: 'while offline',
      })
      keeper.close()
    })

  it('say that they were late, and that the service takes no more', async () => {
    const room = await createRoom(2)
    const keeper = await room.open()
    const [first = 0, second = 0] = room.ids
    await room.pass(55 * 60)
    await keeper.set(first, 'in time')
    await room.pass(4 * 60 + 30)
    room.line = 'down'
    await keeper.set(second, 'late')
    await room.pass(60)
    room.line = 'up'
    await room.pass(40)
    const late = room.events.includes('late')
    room.line = 'down'
    await keeper.set(first, 'too late')
    const unsaved: unknown[] = []
    keeper.on('expired', (details) => unsaved.push(details.unsaved))
    await room.pass(120)
    room.line = 'up'
    await room.pass(60)

    assert.ok(late)
    assert.deepEqual(unsaved, [{ [first]: 'too late' }])
    assert.deepEqual(await room.readAnswers(), { [first]: 'in time', [second]: 'late' })
    keeper.close()
  })

  it('are sent after the end when the page is opened within the grace', async () => {
    const room = await createRoom(1)
    const [first = 0] = room.ids
    const killed = await room.open()
    await room.pass(55 * 60)
    await killed.set(first, 'in time')
    await room.pass(4 * 60)
    room.line = 'down'
    await killed.set(first, 'kept')
    killed.close()
    await room.pass(90)
    room.line = 'up'

    const keeper = await room.open()
    await room.pass(5)

    assert.deepEqual(await room.readAnswers(), { [first]: 'kept' })
    keeper.close()
  })

  it('are asked for at once, which sets the clock and says that the end has moved', async () => {
    const room = await createRoom(1)
    const keeper = await room.open()
    const events: string[] = []
    keeper.on('moved', ({ expiresAt }) => events.push(expiresAt))
    keeper.on('reached', ({ expiresAt }) => events.push(`reached ${expiresAt}`))
    const { data } = await room.person.get(`/exam-attempts/${room.attempt.id}`)
    await room.author.post(`/exams/${data.exam_id}/extend`, { minutes: 10, reason: 'A fire alarm' })

    keeper.refresh()
    await room.pass(2)

    const moved = (await room.person.get(`/exam-attempts/${room.attempt.id}`)).data.expires_at
    assert.deepEqual(events.slice(-2), [`reached ${moved}`, moved])
    assert.notEqual(moved, data.expires_at)
    keeper.close()
  })

  it('are sent above the revision of another device, and none of either is lost', async () => {
    const room = await createRoom(3)
    const [first = 0, second = 0, third = 0] = room.ids
    const [phone, laptop] = [await room.open(), await room.open(createMemoryStorage())]
    for (const text of ['a', 'b', 'c', 'd']) {
      await laptop.set(first, text)
      await room.pass(5)
    }

    await phone.set(second, 'from the phone')
    await room.pass(5)
    await laptop.set(third, 'from the laptop')
    await room.pass(5)

    const answers = { [first]: 'd', [second]: 'from the phone', [third]: 'from the laptop' }
    assert.deepEqual(await room.readAnswers(), answers)
    phone.close()
    laptop.close()
  })

  it('are submitted with what is left', async () => {
    const room = await createRoom(2)
    const keeper = await room.open()
    for (const id of room.ids) await keeper.set(id, 'yes')

    const submitting = keeper.submit()
    await room.pass(3)

    assert.equal((await submitting).score, 100)
    await assert.rejects(keeper.submit())
  })

  it('are not saved while they are submitted, because the service would refuse that', async () => {
    const calls: string[] = []
    const keepers: AnswerKeeper[] = []
    const expires_at = '2099-01-01T00:00:00.000Z'
    const saved = { receipt: { revision: 1 }, expires_at, saved_at: expires_at, late_by_seconds: null }
    const record = async <T>(name: string, data: T) => {
      calls.push(name)
      keepers[0]?.refresh()
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      calls.push(`${name} done`)
      return { data }
    }
    const api = {
      saveAnswers: () => record('save', saved),
      submitAttempt: () => record('submit', { score: 1 }),
    } as unknown as Pick<Client, 'saveAnswers' | 'submitAttempt'>
    const attempt = { id: 1, status: 'in_progress', answers: {}, expires_at, time_remaining_seconds: 60 }
    const keeper = await keepAnswers(api, attempt as unknown as ExamAttempt, {
      storage: createMemoryStorage(),
      delayMs: 0,
      pause: () => nextTurn(),
    })
    keepers.push(keeper)
    await keeper.set(1, true)

    await keeper.submit()

    assert.deepEqual(calls.slice(-3), ['save done', 'submit', 'submit done'])
    assert.equal(calls.filter((call) => call === 'save').length, calls.filter((call) => call === 'save done').length)
  })

  it('go on after one that the service refuses', async () => {
    const room = await createRoom(2)
    const keeper = await room.open()
    const [first = 0, second = 0] = room.ids
    room.line = 'down'
    await keeper.set(first, 'x'.repeat(5_000))
    await keeper.set(second, 'good')
    room.line = 'up'
    await room.pass(40)

    assert.deepEqual(await room.readAnswers(), { [second]: 'good' })
    assert.ok(room.events.includes('refused') && !room.events.includes('expired'))
    keeper.close()
  })

  it('know the time that is left although the clock of the device is wrong, and an end that moves', async () => {
    const room = await createRoom(1)
    room.wrongMs = 3 * 3_600_000 + 1_234
    const keeper = await room.open()
    const before = keeper.secondsLeft()
    await room.pass(100)
    const after = keeper.secondsLeft()
    const { data } = await room.person.get(`/exam-attempts/${room.attempt.id}`)
    await room.author.post(`/exams/${data.exam_id}/extend`, { minutes: 10, reason: 'A fire alarm' })
    await keeper.set(room.ids[0] ?? 0, 'yes')
    await room.pass(5)
    const extended = keeper.secondsLeft()
    room.wrongMs = -3_600_000
    await keeper.set(room.ids[0] ?? 0, 'no')
    await room.pass(5)

    assert.ok(Math.abs(before - 3_600) <= 2, String(before))
    assert.ok(Math.abs(after - 3_500) <= 2, String(after))
    assert.ok(Math.abs(extended - (3_495 + 600)) <= 2, String(extended))
    assert.ok(Math.abs(keeper.secondsLeft() - (3_490 + 600)) <= 2, String(keeper.secondsLeft()))
    keeper.close()
  })
})

describe('answers in the database of a browser', () => {
  it('are shared by tabs, and are there after the page is killed', { skip: noBrowser }, async (t) => {
    const source = await readFile(new URL('../src/storage.ts', import.meta.url), 'utf8')
    const browser = await openBrowser()
    t.after(() => browser.close())
    const context = await browser.newContext()
    await context.route('http://exam.test/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Exam</title>' }),
    )
    const openTab = async () => {
      const page = await context.newPage()
      await page.goto('http://exam.test/')
      await page.evaluate(`import('/storage.js').then((module) => { window.kept = module.createIndexedDbStorage() })`)
      return page
    }
    const [one, two] = [await openTab(), await openTab()]

    await one.evaluate(`window.kept.add(7, '1', 'a').then(() => window.kept.add(7, '2', ['b', 'c']))`)
    await two.evaluate(`window.kept.add(7, '1', 'changed')`)
    await one.evaluate(`window.kept.remove(7, [{ question: '1', value: 'a', revision: 1 }])`)
    await two.evaluate('window.kept.raise(7, 40)')
    await one.close()
    await two.close()
    const after = await (await openTab()).evaluate('window.kept.list(7)')

    assert.deepEqual(after, [
      { question: '2', value: ['b', 'c'], revision: 41 },
      { question: '1', value: 'changed', revision: 42 },
    ])
  })
})
