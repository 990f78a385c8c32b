/** Says where the answers are, and why the service cannot be reached. */

import { create } from './dom.ts'
import type { Write } from './sentences.ts'

interface StatusOptions {
  write: Write
  announce: (sentence: string) => void
}

type Reason = readonly (Node | string)[]

export class Status {
  readonly state = create('p', { class: 'state' })
  readonly notice = create('p', { class: 'notice bad', hidden: true })
  readonly refusal = create('p', { class: 'notice bad', role: 'alert', hidden: true })
  readonly #options: StatusOptions
  #isOffline = false
  #last = { isSaving: false, isUnsent: true }
  /** Whether the browser has said that the connection was cut, and neither it nor the service has said anything since. */
  #isDoubted = false

  constructor(options: StatusOptions) {
    this.#options = options
  }

  /** Shows why the service cannot be reached; null when it has answered. */
  setOffline(reason: Reason | null): void {
    const { write, announce } = this.#options
    const wasOffline = this.#isOffline
    this.#isOffline = reason !== null
    this.notice.hidden = reason === null
    this.notice.replaceChildren(...(reason ?? []))
    if (this.#isOffline !== wasOffline)
      announce(reason === null ? write('The connection is back.') : (this.notice.textContent ?? ''))
    this.setState(this.#last)
  }

  /** Shows that the browser has no connection. */
  setCut(): void {
    this.#isDoubted = true
    this.setOffline([this.#options.write('The connection is interrupted. Trying again…')])
  }

  /** The browser has a connection again, or the page is shown again: an answer of the service says that it is reached. */
  expectAnswer(): void {
    this.#isDoubted = false
  }

  /** Returns whether to ask the service again: an answer after the connection was cut may be one to an earlier request. */
  setReached(): boolean {
    if (!this.#isDoubted) this.setOffline(null)
    const mustAsk = this.#isDoubted
    this.#isDoubted = false
    return mustAsk
  }

  /** Shows whether the answers are on their way to the device (`isSaving`) or to the service (`isUnsent`). */
  setState(shown: { isSaving: boolean; isUnsent: boolean }): void {
    const { write } = this.#options
    const { isSaving, isUnsent } = shown
    this.#last = shown
    const isWaiting = this.#isOffline && isUnsent && !isSaving
    this.state.classList.toggle('waiting', isWaiting)
    const onTheWay = isSaving || isUnsent ? write('Saving…') : write('All answers are saved.')
    const sentence = isWaiting ? write('Stored on this device, and sent when the connection is back.') : onTheWay
    if (this.state.textContent !== sentence) this.state.textContent = sentence
  }

  /** Shows what the service or the browser refused; null takes it away. */
  setRefusal(sentence: string | null): void {
    this.refusal.hidden = sentence === null
    this.refusal.replaceChildren(sentence ?? '')
  }
}
