/**
 * Records what happens on the page of an attempt: that it loses the focus, that a text is pasted, that the full screen is left. It
 * never delays an answer, and no pasted text leaves the page.
 */

import type { Operations } from '../contract.ts'
import type { AnswerKeeper } from '../keeper.ts'
import { isProblem } from '../problems.ts'
import { createKey } from '../transport.ts'
import { isTransient, type RoomContext, waitForLine } from './context.ts'
import { create } from './dom.ts'
import type { Write } from './sentences.ts'

type PageEvent = NonNullable<Operations['recordExamEvents']['input']['body']>['events'][number]

/** How long events are collected, in milliseconds. */
const collectMs = 2_000
/** What the service takes of one attempt, and of one request. */
const [maxEvents, maxAtOnce] = [1_000, 100]

export interface Recorder {
  /** Sends what is collected now, without waiting for the answer. */
  flush(): void
}

/** Records events until the signal ends. */
export function recordPage(context: RoomContext, keeper: AnswerKeeper, signal: AbortSignal): Recorder {
  const recorder = new PageRecorder(context, keeper, signal)
  listen(recorder, context.root, signal)
  return recorder
}

/** Says what is recorded. */
export const createRecorderNotice = (write: Write): HTMLElement =>
  create(
    'p',
    { class: 'soft' },
    write('The author of the exam sees when you leave this page, paste a text or leave the full screen.'),
  )

class PageRecorder implements Recorder {
  readonly #context: RoomContext
  readonly #keeper: AnswerKeeper
  readonly #signal: AbortSignal
  readonly #waiting: PageEvent[] = []
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false

  constructor(context: RoomContext, keeper: AnswerKeeper, signal: AbortSignal) {
    this.#context = context
    this.#keeper = keeper
    this.#signal = signal
    signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true })
  }

  add(type: PageEvent['type'], detail = ''): void {
    if (this.#count >= maxEvents) return
    this.#count++
    this.#waiting.push({ type, at: this.#now(), detail })
    this.#timer ??= setTimeout(() => this.flush(), collectMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#isSending) void this.#send()
  }

  /** The time by the clock of the service, to the second. */
  readonly #now = () => new Date(Date.parse(this.#keeper.expiresAt) - this.#keeper.secondsLeft() * 1_000).toISOString()

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0 && !this.#signal.aborted) {
      const events = this.#waiting.slice(0, maxAtOnce)
      if (!(await this.#sendSome(events))) break
      this.#waiting.splice(0, events.length)
    }
    this.#isSending = false
  }

  /** Returns false when the service takes no more. A request without an answer is repeated with its key, so that nothing is recorded twice. */
  async #sendSome(events: PageEvent[]): Promise<boolean> {
    const { api, attemptId } = this.#context
    const idempotencyKey = createKey()
    for (;;) {
      try {
        await api.recordExamEvents(
          { path: { id: attemptId }, body: { events } },
          { signal: this.#signal, idempotencyKey },
        )
        return true
      } catch (error) {
        const isOver = this.#signal.aborted || !(isTransient(error) || isProblem(error, 401))
        if (isOver) this.#count = maxEvents
        if (isOver || !(await waitForLine(this.#context, 10_000))) return false
      }
    }
  }
}

function listen(recorder: PageRecorder, root: HTMLElement, signal: AbortSignal): void {
  let isFocused = document.visibilityState === 'visible' && document.hasFocus()
  const setFocus = (has: boolean) => {
    if (has !== isFocused) recorder.add(has ? 'focus_gained' : 'focus_lost')
    isFocused = has
  }
  addEventListener('blur', () => setFocus(false), { signal })
  addEventListener('focus', () => setFocus(true), { signal })
  const change = () => {
    if (document.visibilityState === 'hidden') setFocus(false)
    else if (document.hasFocus()) setFocus(true)
  }
  document.addEventListener('visibilitychange', change, { signal })
  const paste = ({ clipboardData }: ClipboardEvent) =>
    recorder.add('pasted', `${clipboardData?.getData('text').length ?? 0} characters`)
  root.addEventListener('paste', paste, { signal })
  const leave = () => {
    if (document.fullscreenElement === null) recorder.add('fullscreen_left')
  }
  document.addEventListener('fullscreenchange', leave, { signal })
}
