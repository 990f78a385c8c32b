/** Keeps the answers of an exam: locally first, and sent to the service until it has them. */

import type { Client } from './client.ts'
import type { ExamAttempt } from './contract.ts'
import type { Answer, AnswerEvents, AnswerKeeper, KeepAnswersOptions, Result, Saved } from './keeper.ts'
import { isProblem } from './problems.ts'
import { createSignal, sleep } from './retries.ts'
import { type AnswerStorage, createIndexedDbStorage, createMemoryStorage, type PendingAnswer } from './storage.ts'

const [shortestPause, longestPause] = [1_000, 30_000]

/**
 * Keeps the answers of the attempt, which `startExam` or `showAttempt` has returned.
 *
 * @example
 * const { data: attempt } = await api.startExam({ path: { id: 26 } })
 * const answers = await keepAnswers(api, attempt)
 * await answers.set(153, true)
 * const { score } = await answers.submit()
 */
export async function keepAnswers(
  api: Pick<Client, 'saveAnswers' | 'submitAttempt'>,
  attempt: ExamAttempt,
  options: KeepAnswersOptions = {},
): Promise<AnswerKeeper> {
  const keeper = new Keeper(api, attempt, options)
  await keeper.begin()
  return keeper
}

const chooseStorage = () => createIndexedDbStorage() ?? createMemoryStorage()

/** Listens to the page; programs without one have no such event. */
const findPage = () =>
  globalThis as { addEventListener?: (type: 'online', listener: () => void, options: { signal: AbortSignal }) => void }

interface Settings {
  delayMs: number
  heartbeatMs: number
  now: () => number
  pause: NonNullable<KeepAnswersOptions['pause']>
}

class Keeper implements AnswerKeeper {
  readonly answers: Record<string, unknown>
  expiresAt: string
  readonly #api: Pick<Client, 'saveAnswers' | 'submitAttempt'>
  readonly #id: number
  readonly #storage: AnswerStorage
  readonly #options: Settings
  readonly #listeners = new Map<string, Set<(details: never) => void>>()
  /** How far the clock of the service is ahead of that of the device, in milliseconds. */
  #offsetMs: number
  #failures = 0
  #isOver: boolean
  readonly #isExpired: boolean
  readonly #closed = new AbortController()
  /** Ends the present pause. */
  #wake = new AbortController()
  #idle = createSignal()
  /** The save that is under way. */
  #saving: Promise<boolean> = Promise.resolve(true)
  #isSubmitting = false

  constructor(api: Pick<Client, 'saveAnswers' | 'submitAttempt'>, attempt: ExamAttempt, options: KeepAnswersOptions) {
    const { storage = chooseStorage(), delayMs = 500, heartbeatMs = 60_000, now = Date.now, pause = sleep } = options
    this.#api = api
    this.#id = attempt.id
    this.#storage = storage
    this.#options = { delayMs, heartbeatMs, now, pause }
    this.answers = { ...attempt.answers }
    this.expiresAt = attempt.expires_at
    this.#isOver = attempt.status !== 'in_progress'
    this.#isExpired = attempt.status === 'expired'
    this.#offsetMs = Date.parse(attempt.expires_at) - attempt.time_remaining_seconds * 1000 - now()
  }

  async begin(): Promise<void> {
    const pending = await this.#storage.list(this.#id)
    for (const { question, value } of pending) this.#apply(question, value)
    // Late answers can still count, which the service decides.
    if (this.#isExpired && pending.length > 0) this.#isOver = false
    findPage().addEventListener?.('online', this.#send, { signal: this.#closed.signal })
    void this.#run()
  }

  async set(question: number, value: Answer): Promise<void> {
    const { question: key } = await this.#storage.add(this.#id, String(question), value)
    this.#apply(key, value)
    this.#send()
  }

  secondsLeft(): number {
    const left = Date.parse(this.expiresAt) - this.#options.now() - this.#offsetMs
    return Math.max(0, Math.ceil(left / 1000))
  }

  refresh(): void {
    this.#send()
  }

  async flush(): Promise<void> {
    while (!this.#isOver && !this.#closed.signal.aborted && (await this.#storage.list(this.#id)).length > 0) {
      this.#send()
      await this.#idle.promise
    }
  }

  async submit({ allowUnanswered = false } = {}): Promise<Result> {
    await this.flush()
    this.#isSubmitting = true
    try {
      // A save that arrived after the submission would be refused.
      await this.#saving
      const body = allowUnanswered ? { allow_unanswered: true } : {}
      const { data } = await this.#api.submitAttempt({ path: { id: this.#id }, body })
      this.#isOver = true
      this.close()
      return data
    } finally {
      this.#isSubmitting = false
    }
  }

  on<E extends keyof AnswerEvents>(event: E, listener: (details: AnswerEvents[E]) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  close(): void {
    this.#closed.abort()
    this.#wake.abort()
    this.#idle.resolve()
  }

  #apply(question: string, value: unknown): void {
    if (value === null) delete this.answers[question]
    else this.answers[question] = value
  }

  readonly #send = (): void => this.#wake.abort()

  #emit<E extends keyof AnswerEvents>(event: E, details: AnswerEvents[E]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(details as never)
  }

  /** Waits for a change, at most so long. */
  async #wait(milliseconds: number): Promise<void> {
    await this.#options.pause(milliseconds, this.#wake.signal).catch(() => undefined)
    this.#wake = new AbortController()
  }

  async #run(): Promise<void> {
    while (!this.#isOver && !this.#closed.signal.aborted) {
      const pending = await this.#storage.list(this.#id).catch(() => [])
      const isDone = this.#isSubmitting || (await this.#trySave(pending))
      const finished = this.#idle
      this.#idle = createSignal()
      finished.resolve()
      if (this.#isOver || this.#closed.signal.aborted) break
      if (!isDone) await this.#wait(this.#getDelay())
      else if ((await this.#storage.list(this.#id)).length === 0) await this.#wait(this.#options.heartbeatMs)
      await this.#options.pause(this.#options.delayMs, this.#closed.signal).catch(() => undefined)
    }
    this.#idle.resolve()
  }

  /** Half of the pause is random, so that all clients of a network that is back do not come at one moment. */
  #getDelay(): number {
    return Math.min(shortestPause * 2 ** (this.#failures - 1), longestPause) * (0.5 + Math.random() / 2)
  }

  /** Returns whether the service has answered; a submission waits for it. */
  #trySave(pending: readonly PendingAnswer[]): Promise<boolean> {
    this.#saving = this.#save(pending).catch((error: unknown) => this.#fail(error, pending))
    return this.#saving
  }

  /** Sends all pending answers at once, so that a newer revision never leaves an older answer out. */
  async #save(pending: readonly PendingAnswer[]): Promise<boolean> {
    const sentAt = this.#options.now()
    const last = pending.at(-1)?.revision
    const answers = Object.fromEntries(pending.map(({ question, value }) => [question, value as Answer]))
    const body = { answers, ...(last === undefined ? {} : { revision: last }) }
    const { data } = await this.#api.saveAnswers({ path: { id: this.#id }, body }, { signal: this.#closed.signal })
    this.#failures = 0
    const hasMoved = this.expiresAt !== data.expires_at
    this.expiresAt = data.expires_at
    // Another device has saved with a higher revision, so this save changed nothing and is sent again above it.
    if (last !== undefined && data.receipt.revision > last) {
      await this.#storage.raise(this.#id, data.receipt.revision)
      return this.#save(await this.#storage.list(this.#id))
    }
    this.#setClock(data, sentAt)
    await this.#storage.remove(this.#id, pending)
    const left = (await this.#storage.list(this.#id)).length
    this.#emit('reached', { expiresAt: data.expires_at })
    if (hasMoved) this.#emit('moved', { expiresAt: data.expires_at })
    if (pending.length > 0) this.#emit('saved', { receipt: data.receipt, expiresAt: data.expires_at, pending: left })
    if (data.late_by_seconds !== null) this.#emit('late', { seconds: data.late_by_seconds })
    return true
  }

  /** The service answered at the moment of the save. */
  #setClock({ saved_at }: Saved, sentAt: number): void {
    const offset = Date.parse(saved_at) - (sentAt + this.#options.now()) / 2
    if (Math.abs(offset - this.#offsetMs) > 1_000) this.#offsetMs = offset
  }

  async #fail(error: unknown, pending: readonly PendingAnswer[]): Promise<boolean> {
    if (this.#closed.signal.aborted) return false
    if (isProblem(error, 422)) return this.#refuse(error.errors, pending)
    this.#failures++
    this.#emit('offline', { error, pending: pending.length })
    return false
  }

  /** An answer that is refused must not stop the others. Without messages about answers, the attempt is over. */
  async #refuse(errors: Readonly<Record<string, readonly string[]>>, pending: readonly PendingAnswer[]) {
    const wrong = pending.filter(({ question }) => errors[`answers.${question}`] !== undefined)
    await this.#storage.remove(this.#id, wrong)
    for (const { question } of wrong) this.#emit('refused', { question, messages: errors[`answers.${question}`] ?? [] })
    if (wrong.length > 0) return true
    this.#isOver = true
    const unsaved = Object.fromEntries(pending.map(({ question, value }) => [question, value]))
    this.#emit('expired', { unsaved })
    return true
  }
}
