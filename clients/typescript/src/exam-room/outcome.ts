/** What is shown when the attempt is over: the result, and the review where the exam allows it. */

import type { ExamAttempt, ExamAttemptReview } from '../contract.ts'
import { isProblem } from '../problems.ts'
import { isTransient, loadAttempt, type RoomContext, waitForLine } from './context.ts'
import { create, focusHeading } from './dom.ts'
import { renderReview } from './review.ts'
import { formatTime } from './timer.ts'

/** The first and the longest pause before the result is asked for again, in milliseconds. */
const [shortestPauseMs, longestPauseMs] = [10_000, 120_000]
/** Late answers count for half an hour at most; an attempt without a result by then has none. */
const longestAskingMs = 35 * 60_000

/** Answers that the service no longer took, by question. */
export type Unsaved = Readonly<Record<string, unknown>>

/** Shows the result as soon as there is one, and which answers did not arrive in time. */
export async function showOutcome(context: RoomContext, attempt: ExamAttempt, unsaved: Unsaved): Promise<void> {
  const started = performance.now()
  let [present, pauseMs] = [attempt, shortestPauseMs]
  showResult(context, present)
  while (present.result === null && performance.now() - started < longestAskingMs) {
    if (!(await waitForLine(context, pauseMs))) return
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
    const next = await loadAttempt(context)
    if (next === null) return
    present = next
    showResult(context, present)
  }
  showUnsaved(context, present, unsaved)
  context.end(present)
  await showCertificate(context, present)
  await showReview(context, present)
}

/** Leads to the certificate of the exam, once there is one. */
async function showCertificate({ api, root, write, signal }: RoomContext, { exam_id, result }: ExamAttempt) {
  if (result?.certificate_eligible !== true) return
  // Without the link, the certificate is in the list of the person's certificates.
  const listed = await api.listCertificates({}, { signal }).catch(() => null)
  const own = listed?.data.find(({ exam, verified }) => exam?.id === exam_id && verified)
  if (own !== undefined)
    root.append(create('p', {}, create('a', { href: own.certificate_url }, write('Show the certificate'))))
}

function showUnsaved({ root, write }: RoomContext, { questions }: ExamAttempt, unsaved: Unsaved): void {
  const numbers = [...questions.keys()].filter((index) => String(questions[index]?.id) in unsaved)
  if (numbers.length === 0) return
  const list = numbers.map((index) => index + 1).join(', ')
  const sentence = write('These answers arrived after the end and do not count. Questions: {numbers}', {
    numbers: list,
  })
  root.append(create('p', { class: 'notice bad', role: 'alert' }, sentence))
}

function showResult({ root, write }: RoomContext, { result, status }: ExamAttempt): void {
  const heading = create('h2', {}, write('Result'))
  if (result === null) {
    const sentence =
      status === 'expired'
        ? write('The time is over. If there is a result, it appears here.')
        : write('The exam is submitted. The result appears here.')
    root.replaceChildren(create('div', { class: 'card' }, heading, create('p', { role: 'status' }, sentence)))
  } else root.replaceChildren(renderResult(result, heading, write))
  focusHeading(heading)
}

type Result = NonNullable<ExamAttempt['result']>

function renderVerdict({ passed, grading }: Result, write: RoomContext['write']): HTMLElement {
  const [style, sign, sentence] =
    grading === 'pending'
      ? ['', '…', write('Answers are still to be graded by people. The score is what is certain so far.')]
      : passed
        ? ['good', '✓', write('Passed')]
        : ['bad', '✗', write('Not passed')]
  return create(
    'p',
    { class: `verdict ${style}` },
    create('span', { 'aria-hidden': 'true' }, sign),
    create('strong', {}, sentence),
  )
}

function renderResult(result: Result, heading: HTMLElement, write: RoomContext['write']): HTMLElement {
  const facts: [name: string, value: string][] = [
    [write('Score'), write('{percent} %', { percent: result.score })],
    [write('Needed to pass'), write('{percent} %', { percent: result.passing_score })],
    [
      write('Right answers'),
      write('{count} of {total}', { count: result.correct_answers, total: result.total_questions }),
    ],
    [write('Time taken'), formatTime(result.time_taken_seconds)],
    [write('Attempts left'), String(result.attempts_remaining)],
  ]
  return create(
    'div',
    { class: 'card' },
    heading,
    renderVerdict(result, write),
    create(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) =>
        create('div', {}, create('dt', {}, name), create('dd', {}, create('bdi', {}, value))),
      ),
    ),
    result.certificate_eligible && create('p', {}, write('You get a certificate for this exam.')),
  )
}

/** Adds the review below the result, or says why there is none. */
async function showReview(context: RoomContext, { files = [] }: ExamAttempt): Promise<void> {
  const review = await loadReview(context)
  if (review === null) return
  const isText = typeof review === 'string'
  const names = new Map(files.map(({ id, filename }) => [id, filename]))
  const content = isText ? create('p', { class: 'soft review' }, review) : renderReview(review, names, context.write)
  context.root.append(content)
}

/** Returns the sentence of the service when the review is not shown; null when the room is closed. */
async function loadReview(context: RoomContext): Promise<ExamAttemptReview | string | null> {
  const { api, attemptId, signal } = context
  for (;;) {
    try {
      return (await api.reviewAttempt({ path: { id: attemptId } }, { signal })).data
    } catch (error) {
      if (isProblem(error) && !isTransient(error)) return error.message
      if (!(await waitForLine(context))) return null
    }
  }
}
