/** The parts of the page in which the candidate writes. */

import type { AttemptQuestion } from '../contract.ts'
import { create, focusHeading } from './dom.ts'
import type { Answer, Field } from './field.ts'
import { createInput } from './inputs.ts'
import { renderMarkdown } from './markdown.ts'
import type { Write } from './sentences.ts'

/** The list of the questions, each with its number and whether it is answered. */
export interface QuestionList {
  element: HTMLElement
  update(current: number, isAnswered: (index: number) => boolean): void
}

export function createQuestionList(total: number, write: Write, open: (index: number) => void): QuestionList {
  const buttons = Array.from({ length: total }, (_, index) =>
    create('button', { type: 'button', onclick: () => open(index) }, String(index + 1)),
  )
  const count = create('p', { class: 'soft legend' })
  const element = create(
    'nav',
    { 'aria-label': write('Questions') },
    create('strong', { 'aria-hidden': 'true' }, write('Questions')),
    create(
      'ol',
      { class: 'numbers' },
      buttons.map((button) => create('li', {}, button)),
    ),
    count,
  )
  const update: QuestionList['update'] = (current, isAnswered) => {
    let answered = 0
    for (const [index, button] of buttons.entries()) {
      const isDone = isAnswered(index)
      if (isDone) answered++
      button.classList.toggle('answered', isDone)
      const label = isDone
        ? write('Question {number}: answered', { number: index + 1 })
        : write('Question {number}: not answered', { number: index + 1 })
      button.setAttribute('aria-label', label)
      if (index === current) button.setAttribute('aria-current', 'step')
      else button.removeAttribute('aria-current')
    }
    count.textContent = write('Answered: {answered} of {total}', { answered, total })
  }
  return { element, update }
}

export interface CardOptions extends Omit<Field, 'labelId' | 'complaintId' | 'complain'> {
  index: number
  total: number
  complaint: string | null
  onComplaint: (sentence: string | null) => void
  open: (index: number) => void
  change(value: Answer, pace?: 'now' | 'typing'): void
}

/** Creates the card of one question with its field and the steps to its neighbours. */
export function createQuestionCard(options: CardOptions): { element: HTMLElement; focus: () => void } {
  const { question, index, total, write, complaint, onComplaint } = options
  const [labelId, complaintId] = ['question-text', 'question-complaint']
  const heading = create('h2', {}, write('Question {number} of {total}', { number: index + 1, total }))
  const text = create('div', { class: 'text', id: labelId }, ...renderMarkdown(question.question))
  const problem = create('p', { class: 'complaint', id: complaintId, role: 'alert' }, complaint ?? '')
  const complain = (sentence: string | null) => {
    if (problem.textContent !== (sentence ?? '')) problem.textContent = sentence ?? ''
    onComplaint(sentence)
  }
  const field: Field = { ...options, labelId, complaintId, complain }
  const input = createInput(field, text)
  const element = create(
    'form',
    { novalidate: true, onsubmit: (event) => event.preventDefault() },
    create(
      'fieldset',
      { class: 'card' },
      create(
        'div',
        { class: 'head' },
        heading,
        create('span', { class: 'soft' }, write('Points: {points}', { points: question.points })),
      ),
      text,
      describeType(question, write),
      input,
      problem,
    ),
    createSteps(options),
  )
  return { element, focus: () => focusHeading(heading) }
}

/** Says how the question is answered where the field does not show it. */
function describeType({ type }: AttemptQuestion, write: Write): HTMLElement | null {
  const hints: Partial<Record<AttemptQuestion['type'], string>> = {
    multiple_choice: write('Several answers can be right.'),
    ordering: write('Put the list in order.'),
    matching: write('Choose the matching answer for each line.'),
    cloze: write('Fill in the blanks.'),
    file_upload: write('Choose one or more files.'),
  }
  const hint = hints[type]
  return hint === undefined ? null : create('p', { class: 'soft' }, hint)
}

function createSteps({ index, total, write, open }: CardOptions): HTMLElement {
  const createStep = (to: number, label: string, style = '') =>
    create('button', { type: 'button', class: style, disabled: to < 0 || to >= total, onclick: () => open(to) }, label)
  return create(
    'div',
    { class: 'steps' },
    createStep(index - 1, write('Previous')),
    createStep(index + 1, write('Next'), 'main'),
  )
}
