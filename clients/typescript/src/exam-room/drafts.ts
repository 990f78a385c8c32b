/** Answers on their way from the fields to the device. */

import type { AnswerKeeper } from '../keeper.ts'
import type { Answer } from './field.ts'

/** How long a pause in the typing is before an answer is stored, in milliseconds. */
const typingMs = 250
/** Between two attempts to store an answer that the browser did not store, in milliseconds. */
const storingMs = 2_000

interface DraftsOptions {
  keeper: AnswerKeeper
  /** Called when answers begin to be stored, and when they are on the device. */
  onChange: () => void
  /** Called when the browser did not store an answer, which is tried again. */
  onFailure: () => void
}

export class Drafts {
  readonly #options: DraftsOptions
  /** By question. */
  readonly #answers = new Map<number, Answer>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The number of answers that are being written to the device. */
  #storing = 0

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** Returns whether an answer is not on the device yet. */
  isSaving(): boolean {
    return this.#answers.size > 0 || this.#storing > 0
  }

  has(id: number): boolean {
    return this.#answers.has(id)
  }

  /** Stores an answer: now, or after a pause in the typing. */
  set(id: number, answer: Answer, pace: 'now' | 'typing'): void {
    this.#answers.set(id, answer)
    clearTimeout(this.#timer)
    if (pace === 'now') void this.store()
    else this.#timer = setTimeout(() => void this.store(), typingMs)
    this.#options.onChange()
  }

  /** Stores all answers, and returns when they are on the device. */
  async store(): Promise<void> {
    clearTimeout(this.#timer)
    const drafts = [...this.#answers]
    this.#answers.clear()
    this.#storing += drafts.length
    await Promise.all(drafts.map(([id, answer]) => this.#storeAnswer(id, answer)))
    if (drafts.length > 0) this.#options.onChange()
  }

  async #storeAnswer(id: number, answer: Answer): Promise<void> {
    try {
      await this.#options.keeper.set(id, answer)
    } catch {
      // A newer answer to the question takes its place.
      if (!this.#answers.has(id)) this.#answers.set(id, answer)
      this.#timer = setTimeout(() => void this.store(), storingMs)
      this.#options.onFailure()
    } finally {
      this.#storing--
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
