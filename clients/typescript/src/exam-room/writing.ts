/** The page in which the candidate writes: questions, answers that are saved as they change, and the time. */

import type { ExamAttempt } from '../contract.ts'
import type { AnswerKeeper } from '../keeper.ts'
import { describeFailure, type RoomContext } from './context.ts'
import { create, focusHeading } from './dom.ts'
import { Drafts } from './drafts.ts'
import type { Answer, FileLabel } from './field.ts'
import { createQuestionCard, createQuestionList, type QuestionList } from './layout.ts'
import { listenToPage } from './page-events.ts'
import { createRecorderNotice, recordPage } from './recorder.ts'
import { Status } from './status.ts'
import { createSubmission } from './submission.ts'
import { createTimer } from './timer.ts'

export interface WritingOptions {
  context: RoomContext
  attempt: ExamAttempt
  keeper: AnswerKeeper
  /** Called when the time is over. It resolves when the time was extended, and the candidate can go on. */
  onTimeOver: () => Promise<void>
  /** Called when the service takes no more answers. */
  onEnd: (unsaved?: Readonly<Record<string, unknown>>) => void
}

export class WritingRoom {
  readonly #options: WritingOptions
  readonly #answers: Record<string, unknown>
  readonly #drafts: Drafts
  readonly #complaints = new Map<number, string>()
  readonly #files: Map<number, string>
  readonly #list: QuestionList
  readonly #card = create('div')
  readonly #status: Status
  readonly #closed = new AbortController()
  readonly #signal: AbortSignal
  #index = 0
  /** The service does not have all answers of the device yet. */
  #isUnsent = true
  #isLocked = false

  constructor(options: WritingOptions) {
    this.#options = options
    const { attempt, keeper, context } = options
    this.#signal = AbortSignal.any([this.#closed.signal, context.signal])
    this.#answers = { ...keeper.answers }
    this.#status = new Status(context)
    this.#drafts = new Drafts({
      keeper,
      onChange: () => {
        this.#isUnsent = true
        this.#showState()
      },
      onFailure: () =>
        this.#status.setRefusal(context.write('This browser does not store the answer. Leave the page open.')),
    })
    this.#files = new Map(attempt.files?.map(({ id, filename }) => [id, filename]))
    this.#list = createQuestionList(attempt.questions.length, context.write, (index) => this.#open(index))
    const first = attempt.questions.findIndex((_, index) => !this.#isAnswered(index))
    this.#index = Math.max(0, first)
    this.#listen()
  }

  /** Shows the page. */
  open(): void {
    const { context, keeper } = this.#options
    const { write, announce, root } = context
    const signal = this.#signal
    const timer = createTimer({
      write,
      announce,
      signal,
      secondsLeft: () => keeper.secondsLeft(),
      onJump: () => keeper.refresh(),
      onTick: (seconds) => this.#tick(seconds),
    })
    const submit = create('button', { type: 'button', class: 'main' }, write('Submit…'))
    const submission = createSubmission(this.#options, {
      store: () => this.#drafts.store(),
      listUnanswered: () => this.#listUnanswered(),
      open: (index) => this.#open(index),
    })
    const recorder = recordPage(context, keeper, signal)
    submit.addEventListener('click', () => {
      recorder.flush()
      submission.open()
    })
    root.replaceChildren(
      create('div', { class: 'bar' }, timer, this.#status.state, submit),
      this.#status.notice,
      this.#status.refusal,
      create('div', { class: 'columns' }, this.#list.element, this.#card),
      createRecorderNotice(write),
      submission.element,
    )
    this.#showQuestion()
    this.#showState()
  }

  /** Stops the timer and all listeners. */
  close(): void {
    this.#closed.abort()
    this.#drafts.close()
  }

  #change(id: number, answer: Answer, pace: 'now' | 'typing'): void {
    if (answer === null) delete this.#answers[id]
    else this.#answers[id] = answer
    this.#drafts.set(id, answer, pace)
    this.#showList()
  }

  readonly #isAnswered = (index: number): boolean =>
    this.#answers[this.#options.attempt.questions[index]?.id ?? 0] !== undefined

  #listUnanswered(): number[] {
    return [...this.#options.attempt.questions.keys()].filter((index) => !this.#isAnswered(index))
  }

  #open(index: number): void {
    void this.#drafts.store()
    this.#index = index
    this.#status.setRefusal(null)
    const focus = this.#showQuestion()
    focus()
  }

  #showList(): void {
    this.#list.update(this.#index, this.#isAnswered)
  }

  /** Shows the present question. Returns the function that moves the focus to it. */
  #showQuestion(): () => void {
    const { attempt, context } = this.#options
    const { write, announce } = context
    const question = attempt.questions[this.#index]
    if (question === undefined) return () => undefined
    const { id } = question
    const { element, focus } = createQuestionCard({
      question,
      index: this.#index,
      total: attempt.questions.length,
      answer: this.#answers[id],
      complaint: this.#complaints.get(id) ?? null,
      write,
      announce,
      open: (index) => this.#open(index),
      change: (answer, pace = 'now') => this.#change(id, answer, pace),
      onComplaint: (sentence) => this.#setComplaint(id, sentence),
      upload: (file) => this.#upload(file),
      nameFile: (file) => this.#files.get(file) ?? write('File {id}', { id: file }),
    })
    this.#card.replaceChildren(element)
    this.#lock(this.#isLocked)
    this.#showList()
    return focus
  }

  #setComplaint(id: number, sentence: string | null): void {
    if (sentence === null) this.#complaints.delete(id)
    else this.#complaints.set(id, sentence)
  }

  async #upload(file: File): Promise<FileLabel> {
    const { data } = await this.#options.context.api.uploadFile({ body: { type: 'document', file } })
    this.#files.set(data.file.id, data.file.filename)
    return data.file
  }

  #lock(isLocked: boolean): void {
    this.#isLocked = isLocked
    const fields = this.#card.querySelector('fieldset')
    if (fields !== null) fields.disabled = isLocked
    this.#card.classList.toggle('locked', isLocked)
  }

  #tick(seconds: number): void {
    if (seconds > 0 || this.#isLocked) return
    const { context, onTimeOver } = this.#options
    this.#lock(true)
    const over = create('h2', { role: 'alert' }, context.write('The time is over. What is saved counts.'))
    this.#card.prepend(over)
    focusHeading(over)
    void this.#drafts
      .store()
      .then(onTimeOver)
      .then(() => {
        over.remove()
        this.#lock(false)
      })
  }

  #listen(): void {
    const { keeper, context, onEnd } = this.#options
    const { write, announce } = context
    keeper.on('saved', ({ pending }) => {
      this.#isUnsent = pending > 0
      this.#showState()
    })
    keeper.on('reached', () => {
      if (this.#status.setReached()) keeper.refresh()
    })
    keeper.on('offline', ({ error, pending }) => {
      this.#isUnsent = pending > 0
      this.#status.setOffline(describeFailure(context, error))
      this.#showState()
    })
    keeper.on('late', ({ seconds }) =>
      this.#status.setRefusal(write('Saved {seconds} seconds after the end.', { seconds })),
    )
    keeper.on('moved', () => announce(write('The end of the exam has moved.')))
    keeper.on('refused', ({ question, messages }) => this.#showRefusal(Number(question), messages.join(' ')))
    keeper.on('expired', ({ unsaved }) => onEnd(unsaved))
    this.#listenToPage()
  }

  #listenToPage(): void {
    const { keeper } = this.#options
    listenToPage({
      signal: this.#signal,
      onOffline: () => this.#status.setCut(),
      onReturn: () => {
        this.#status.expectAnswer()
        keeper.refresh()
      },
      onHide: () => void this.#drafts.store(),
      mustStay: () => this.#drafts.isSaving() || this.#isUnsent,
    })
    // The first exchange says whether answers of an earlier visit are still to be sent.
    void keeper.flush().then(() => {
      this.#isUnsent = false
      this.#showState()
    })
  }

  /** The service has not stored the answer, so the question counts as unanswered. */
  #showRefusal(id: number, message: string): void {
    const index = this.#options.attempt.questions.findIndex((question) => question.id === id)
    const { write } = this.#options.context
    if (!this.#drafts.has(id)) delete this.#answers[id]
    this.#complaints.set(id, message)
    this.#status.setRefusal(write('Question {number}: {message}', { number: index + 1, message }))
    this.#showList()
  }

  #showState(): void {
    this.#status.setState({ isSaving: this.#drafts.isSaving(), isUnsent: this.#isUnsent })
  }
}
