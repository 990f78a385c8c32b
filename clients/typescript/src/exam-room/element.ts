/**
 * `<exam-room attempt="12">`: an attempt of an exam, from its first question to its review. It needs no framework. The
 * answers are kept on the device first, the time follows the clock of the service, and all of it works without a mouse.
 */

import { keepAnswers } from '../answers.ts'
import { createClient } from '../client.ts'
import type { ExamAttempt } from '../contract.ts'
import type { AnswerKeeper } from '../keeper.ts'
import { type AnswerStorage, createIndexedDbStorage, createMemoryStorage } from '../storage.ts'
import { type ExamRoomApi, isTransient, loadAttempt, type RoomContext, waitForLine } from './context.ts'
import { create } from './dom.ts'
import { showOutcome, type Unsaved } from './outcome.ts'
import { createWrite } from './sentences.ts'
import { styles } from './styles.ts'
import { WritingRoom } from './writing.ts'

export type { ExamRoomApi } from './context.ts'

export interface ExamOver {
  attempt: ExamAttempt
}

/**
 * The element. Attributes: `attempt`, the id of the attempt; `base-url`, the service, where the session is a cookie of the page;
 * `sign-in-url`, the page on which a session that has ended begins again. The language is that of the closest `lang`.
 * When the attempt is over and graded, it dispatches the event `exam-over`.
 *
 * @example
 * const { data: attempt } = await api.startExam({ path: { id: 26 } })
 * const room = new ExamRoomElement()
 * room.api = api
 * room.setAttribute('attempt', String(attempt.id))
 * document.body.append(room)
 */
export class ExamRoomElement extends HTMLElement {
  /** The client of the service. Without one, `base-url` is called with the cookies of the page. */
  api: ExamRoomApi | null = null
  #closing = new AbortController()

  connectedCallback(): void {
    this.#closing = new AbortController()
    // Frameworks set the property right after they have added the element.
    queueMicrotask(() => {
      if (this.isConnected) void openRoom(this.#createContext())
    })
  }

  disconnectedCallback(): void {
    this.#closing.abort()
  }

  #createContext(): RoomContext {
    const { signal } = this.#closing
    const write = createWrite(this.closest('[lang]')?.getAttribute('lang') ?? navigator.language)
    const root = create('div')
    const spoken = create('p', { class: 'unseen', 'aria-live': 'polite' })
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
    shadow.replaceChildren(root, spoken)
    root.append(create('p', { class: 'soft', role: 'status' }, write('Loading…')))
    const announce = (sentence: string) => {
      spoken.textContent = sentence
    }
    const end = (attempt: ExamAttempt) =>
      this.dispatchEvent(new CustomEvent<ExamOver>('exam-over', { bubbles: true, composed: true, detail: { attempt } }))
    const attemptId = Number(this.getAttribute('attempt'))
    const api = this.api ?? createCookieClient(this.getAttribute('base-url') ?? '')
    return { api, attemptId, root, write, signInUrl: this.getAttribute('sign-in-url'), signal, announce, end }
  }
}

/** The header is what a page of another site may not send, so that the service knows that the page is one of its own. */
const createCookieClient = (baseUrl: string): ExamRoomApi =>
  createClient({ baseUrl, headers: { 'x-requested-with': 'exam-room' } })

/** Answers are in memory where the browser opens no database, as in some private windows. */
async function chooseStorage(attemptId: number): Promise<AnswerStorage> {
  const storage = createIndexedDbStorage()
  const works =
    storage !== null &&
    (await storage.list(attemptId).then(
      () => true,
      () => false,
    ))
  return works ? storage : createMemoryStorage()
}

/** A clock that no change of the device's time moves. */
const createSteadyClock = () => {
  const start = Date.now() - performance.now()
  return () => start + performance.now()
}

async function openRoom(context: RoomContext): Promise<void> {
  const attempt = await loadAttempt(context)
  if (attempt === null) return
  const storage = await chooseStorage(attempt.id)
  const now = createSteadyClock()
  const keeper = await keepAnswers(context.api, attempt, { storage, now })
  context.signal.addEventListener('abort', () => keeper.close(), { once: true })
  if (attempt.status !== 'in_progress') return sendLast(context, keeper)
  const room = new WritingRoom({
    context,
    attempt,
    keeper,
    onTimeOver: () => waitForEnd(context, keeper, finish),
    onEnd: (unsaved) => void finish(unsaved),
  })
  let isFinished = false
  async function finish(unsaved: Unsaved = {}): Promise<void> {
    if (isFinished) return
    isFinished = true
    room.close()
    keeper.close()
    const last = await loadAttempt(context)
    if (last !== null) await showOutcome(context, last, unsaved)
  }
  room.open()
}

/** Sends the answers of an earlier visit that the service does not have, and shows the outcome. */
async function sendLast(context: RoomContext, keeper: AnswerKeeper): Promise<void> {
  context.root.replaceChildren(
    create(
      'p',
      { class: 'notice', role: 'status' },
      context.write('The time is over. The last answers of this device are being sent.'),
    ),
  )
  let unsaved: Unsaved = {}
  keeper.on('expired', (details) => {
    unsaved = details.unsaved
  })
  await keeper.flush()
  keeper.close()
  const attempt = await loadAttempt(context)
  if (attempt !== null) await showOutcome(context, attempt, unsaved)
}

/** Sends what is left. Returns when the time was extended; otherwise the attempt ends. */
async function waitForEnd(context: RoomContext, keeper: AnswerKeeper, finish: () => Promise<void>): Promise<void> {
  await keeper.flush()
  for (;;) {
    const status = await readStatus(context)
    if (status === 'over') await finish()
    if (status === 'over' || status === 'closed') return new Promise(() => undefined)
    keeper.refresh()
    if (!(await waitForLine(context, 3_000))) return new Promise(() => undefined)
    if (keeper.secondsLeft() > 0) return
  }
}

async function readStatus({ api, attemptId, signal }: RoomContext): Promise<'open' | 'over' | 'closed'> {
  try {
    const { data } = await api.showAttempt({ path: { id: attemptId } }, { signal })
    return data.status === 'in_progress' ? 'open' : 'over'
  } catch (error) {
    if (signal.aborted) return 'closed'
    return isTransient(error) ? 'open' : 'over'
  }
}

customElements.define('exam-room', ExamRoomElement)

declare global {
  interface HTMLElementTagNameMap {
    'exam-room': ExamRoomElement
  }
}
