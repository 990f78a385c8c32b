/** What a keeper of answers does, and what it says of them. */

import type { Operations } from './contract.ts'
import type { AnswerStorage } from './storage.ts'

export type Saved = Operations['saveAnswers']['reply']['data']
export type Result = Operations['submitAttempt']['reply']['data']
type Answers = NonNullable<Operations['saveAnswers']['input']['body']>['answers']
export type Answer = Answers[string]

export interface AnswerEvents {
  /** The service has answers. `pending` are still to be sent. */
  saved: { receipt: Saved['receipt']; expiresAt: string; pending: number }
  /** The service has answered, also to a save without answers. */
  reached: { expiresAt: string }
  /** The attempt ends at another moment than before. */
  moved: { expiresAt: string }
  /** A request failed; it is sent again. */
  offline: { error: unknown; pending: number }
  /** The service took answers after the end, within the time of grace. */
  late: { seconds: number }
  /** The service takes no more answers. `unsaved` have not arrived. */
  expired: { unsaved: Record<string, unknown> }
  /** The service refused an answer, for example one that is no option; it is not sent again. */
  refused: { question: string; messages: readonly string[] }
}

export interface KeepAnswersOptions {
  /** Where answers are kept; by default IndexedDB where there is one, and else memory. */
  storage?: AnswerStorage | undefined
  /** How long to collect changes before they are sent, in milliseconds; 500 by default. */
  delayMs?: number | undefined
  /** How often the service hears of the attempt without a change, in milliseconds; 60,000 by default. */
  heartbeatMs?: number | undefined
  /** The clock of the device, in milliseconds since 1970. */
  now?: (() => number) | undefined
  /** Waits. Tests and programs with their own clock can replace it. */
  pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The answers of one attempt on one device. */
export interface AnswerKeeper {
  /** Keeps an answer on the device. When this resolves, the answer outlives the page if the storage does. Null clears it. */
  set(question: number, value: Answer): Promise<void>
  /** Returns the present answers: those of the service with those that are still to be sent. */
  readonly answers: Readonly<Record<string, unknown>>
  /** The time that is left by the clock of the service, in seconds, whatever the clock of the device says. */
  secondsLeft(): number
  /** When the attempt ends, by the clock of the service. It can move. */
  readonly expiresAt: string
  /** Resolves when the service has all answers, or takes no more. */
  flush(): Promise<void>
  /** Asks the service now: sends what is left, or a save without answers, by which the clock and the end are set. */
  refresh(): void
  /** Sends what is left, and submits the attempt; with `allowUnanswered` also with questions that have no answer, which count as wrong. */
  submit(options?: { allowUnanswered?: boolean }): Promise<Result>
  /** Calls the listener at each such event; returns the function that ends this. */
  on<E extends keyof AnswerEvents>(event: E, listener: (details: AnswerEvents[E]) => void): () => void
  /** Stops sending. What is pending stays in the storage. */
  close(): void
}
