/** The dialog before the submission: what is unanswered, and that nothing can be changed afterwards. */

import type { AnswerKeeper } from '../keeper.ts'
import { isProblem } from '../problems.ts'
import { describeFailure, isTransient, type RoomContext, waitForLine } from './context.ts'
import { create } from './dom.ts'

interface SubmissionOptions {
  context: RoomContext
  keeper: AnswerKeeper
  /** Called when the attempt is over. */
  onEnd: () => void
}

interface Answers {
  /** Stores what is typed. */
  store: () => Promise<void>
  /** Returns the indexes of questions without an answer. */
  listUnanswered: () => number[]
  /** Opens a question. */
  open: (index: number) => void
}

/** Creates the dialog, which is closed at first. */
export function createSubmission(
  options: SubmissionOptions,
  answers: Answers,
): { element: HTMLElement; open: () => void } {
  const { write } = options.context
  const content = create('div', { class: 'pairs' })
  const dialog = create(
    'dialog',
    { 'aria-labelledby': 'submission-title' },
    create('h2', { id: 'submission-title' }, write('Submit the exam')),
    content,
  )
  const goTo = (index: number) => {
    dialog.close()
    answers.open(index)
  }
  const open = () => {
    void answers.store()
    const unanswered = answers.listUnanswered()
    const back = create('button', { type: 'button', onclick: () => dialog.close() }, write('Go back'))
    content.replaceChildren(
      ...(unanswered.length === 0 ? [] : createMissing(options, unanswered, goTo)),
      ...createConfirmation(options, answers, { dialog, back, hasGaps: unanswered.length > 0 }),
    )
    dialog.showModal()
  }
  return { element: dialog, open }
}

const createMissing = (
  { context: { write } }: SubmissionOptions,
  unanswered: readonly number[],
  goTo: (index: number) => void,
): HTMLElement[] => [
  create('p', {}, write('These questions have no answer yet. Without one they count as wrong.')),
  create(
    'ul',
    { class: 'buttons options' },
    unanswered.map((index) =>
      create(
        'li',
        {},
        create(
          'button',
          { type: 'button', onclick: () => goTo(index) },
          write('Question {number}', { number: index + 1 }),
        ),
      ),
    ),
  ),
]

interface Dialog {
  dialog: HTMLDialogElement
  back: HTMLElement
  /** Whether questions have no answer, of which the person is warned. */
  hasGaps: boolean
}

function createConfirmation(
  options: SubmissionOptions,
  answers: Answers,
  { dialog, back, hasGaps }: Dialog,
): HTMLElement[] {
  const { write } = options.context
  const state = create('p', { role: 'status' })
  const confirm = create(
    'button',
    { type: 'button', class: 'main' },
    hasGaps ? write('Submit with these gaps') : write('Submit now'),
  )
  confirm.addEventListener('click', async () => {
    confirm.disabled = true
    state.textContent = write('Submitting…')
    await answers.store()
    const show = (reason: (Node | string)[]) => state.replaceChildren(...reason)
    const isOver = await submit(options, { dialog, hasGaps }, show)
    if (isOver) options.onEnd()
    else confirm.disabled = false
  })
  return [
    create(
      'p',
      {},
      hasGaps
        ? write('After the submission you cannot change your answers.')
        : write('All questions are answered. After the submission you cannot change your answers.'),
    ),
    state,
    create('div', { class: 'buttons' }, confirm, back),
  ]
}

/**
 * Submits the attempt as soon as the service can be reached. Returns whether the attempt is over, also when it was submitted before
 * and the reply was lost. A candidate who closes the dialog has not submitted, although the connection comes back later.
 */
async function submit(
  { context, keeper }: SubmissionOptions,
  { dialog, hasGaps }: Pick<Dialog, 'dialog' | 'hasGaps'>,
  show: (reason: (Node | string)[]) => void,
): Promise<boolean> {
  const interrupted = [context.write('The connection is interrupted. The exam is submitted when it is back.')]
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  dialog.addEventListener('close', () => closing.abort(), { once: true })
  for (;;) {
    if (!navigator.onLine) show(interrupted)
    await Promise.race([keeper.flush(), closed])
    if (closing.signal.aborted || context.signal.aborted) return false
    const error = await keeper.submit({ allowUnanswered: hasGaps }).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null || (isProblem(error, 422) && (await isOver(context)))) return true
    show(isProblem(error) ? describeFailure(context, error) : interrupted)
    if (!isTransient(error) || !(await waitForLine(context))) return false
  }
}

async function isOver({ api, attemptId }: RoomContext): Promise<boolean> {
  const attempt = await api.showAttempt({ path: { id: attemptId } }).catch(() => null)
  return attempt !== null && attempt.data.status !== 'in_progress'
}
