/** What all parts of the room share. */

import type { Client } from '../client.ts'
import type { ExamAttempt } from '../contract.ts'
import { ApiProblem, isProblem } from '../problems.ts'
import { sleep } from '../retries.ts'
import { create } from './dom.ts'
import type { Write } from './sentences.ts'

/** The operations that the room calls. A client of the service has them. */
export type ExamRoomApi = Pick<
  Client,
  | 'showAttempt'
  | 'saveAnswers'
  | 'submitAttempt'
  | 'reviewAttempt'
  | 'uploadFile'
  | 'recordExamEvents'
  | 'listCertificates'
>

export interface RoomContext {
  api: ExamRoomApi
  attemptId: number
  /** Contains what is shown at present. */
  root: HTMLElement
  write: Write
  /** Where the candidate signs in again when the session has ended; null without such a page. */
  signInUrl: string | null
  /** Ends when the room is taken from the page. */
  signal: AbortSignal
  /** Says something to screen readers. */
  announce(sentence: string): void
  /** Tells the page that the attempt is over. */
  end(attempt: ExamAttempt): void
}

/** Between two attempts to reach the service, in milliseconds. */
const pauseMs = 5_000

/** Waits a while, or until the line is back. Returns false when the room is closed. */
export async function waitForLine({ signal }: RoomContext, milliseconds = pauseMs): Promise<boolean> {
  const waiting = new AbortController()
  addEventListener('online', () => waiting.abort(), { signal: AbortSignal.any([signal, waiting.signal]) })
  await sleep(milliseconds, AbortSignal.any([signal, waiting.signal])).catch(() => undefined)
  waiting.abort()
  return !signal.aborted
}

/** Returns whether the request can succeed later: the line is interrupted, or the service is busy. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500

/** Describes why the service was not reached or refused a request. */
export function describeFailure({ write, signInUrl }: RoomContext, error: unknown): (Node | string)[] {
  if (isProblem(error, 401)) {
    const sentence = write('Your session has ended. Sign in again; the answers stay on this device.')
    if (signInUrl === null) return [sentence]
    return [`${sentence} `, create('a', { href: signInUrl, target: '_blank' }, write('Sign in'))]
  }
  if (isProblem(error, 429, 503)) return [write('The service is busy. It is asked again in a moment.')]
  return [isProblem(error) ? listMessages(error) : write('The connection is interrupted. Trying again…')]
}

/** Returns the messages about the fields, or else the one of the problem. */
function listMessages({ errors, message }: ApiProblem): string {
  const sentences = Object.values(errors).flat()
  return sentences.length > 0 ? sentences.join(' ') : message
}

/** Loads the attempt, as soon as the service can be reached. Returns null when it is refused or the room is closed. */
export async function loadAttempt(context: RoomContext): Promise<ExamAttempt | null> {
  const { api, attemptId, root, signal } = context
  for (;;) {
    try {
      return (await api.showAttempt({ path: { id: attemptId } }, { signal })).data
    } catch (error) {
      if (signal.aborted) return null
      root.replaceChildren(create('p', { class: 'notice bad', role: 'alert' }, ...describeFailure(context, error)))
      if (!isTransient(error)) return null
      if (!(await waitForLine(context))) return null
    }
  }
}
