/** The review: each question with the answer, its mark, and what the exam shows of the right one. */

import type { ExamAttemptReview, ReviewQuestion } from '../contract.ts'
import { create } from './dom.ts'
import { renderMarkdown, renderPlainText } from './markdown.ts'
import type { Write } from './sentences.ts'

/** Renders the review; `names` are those of uploaded files, by id. */
export function renderReview({ questions }: ExamAttemptReview, names: FileNames, write: Write): HTMLElement {
  return create(
    'section',
    { class: 'review', 'aria-labelledby': 'review-title' },
    create('h2', { id: 'review-title' }, write('Review')),
    questions.map((question, index) =>
      renderQuestion(question, { number: index + 1, total: questions.length, names, write }),
    ),
  )
}

type FileNames = ReadonlyMap<number, string>

/** A blank of a cloze, whose name is that of its answer. */
const blank = /\{\{(\w{1,50})\}\}/g

interface Place {
  number: number
  total: number
  names: FileNames
  write: Write
}

function renderQuestion(question: ReviewQuestion, { number, total, names, write }: Place): HTMLElement {
  const { explanation = '', comment = '', rubric = [], option_feedback = {}, appeal = null } = question
  return create(
    'article',
    { class: 'card', 'aria-label': write('Question {number} of {total}', { number, total }) },
    create(
      'div',
      { class: 'head' },
      create('h3', {}, write('Question {number} of {total}', { number, total })),
      renderMark(question, write),
    ),
    create('div', { class: 'text' }, ...renderMarkdown(question.question.replace(blank, '__$1__'))),
    create('dl', { class: 'answer' }, ...renderAnswers(question, { names, write })),
    renderTexts(Object.entries(option_feedback)),
    explanation !== '' && renderPart(write('Explanation'), ...renderMarkdown(explanation)),
    rubric.length > 0 &&
      renderTexts(
        rubric.map(({ criterion, points, description }) => [
          criterion,
          `${write('Points: {points}', { points })}${description === '' ? '' : ` · ${description}`}`,
        ]),
      ),
    comment !== '' && renderPart(write('Comment of the grader'), create('p', { dir: 'auto' }, comment)),
    appeal !== null &&
      create(
        'p',
        { class: 'soft' },
        appeal === 'open' ? write('Your appeal waits for an answer.') : write('Your appeal is answered.'),
      ),
  )
}

const renderPart = (title: string, ...content: HTMLElement[]) =>
  create('div', { class: 'text' }, create('strong', {}, title), ...content)

/** Sentences about options or criteria. */
function renderTexts(texts: readonly (readonly [name: string, text: string])[]): HTMLElement | null {
  if (texts.length === 0) return null
  const parts = texts.map(([name, text]) => [
    create('dt', {}, renderPlainText(name)),
    create('dd', {}, create('bdi', {}, text)),
  ])
  return create('dl', { class: 'answer' }, ...parts.flat())
}

function renderMark({ correct, points, points_earned }: ReviewQuestion, write: Write): HTMLElement {
  if (correct === null && points_earned === null)
    return create('span', { class: 'soft' }, write('Points: {points}', { points }))
  const verdict =
    correct === true
      ? `✓ ${write('Right')}`
      : points_earned !== null && points_earned > 0
        ? write('Partly right')
        : `✗ ${write('Wrong')}`
  const style = correct === true ? 'good' : 'bad'
  const earned =
    points_earned === null ? null : write('Points: {earned} of {points}', { earned: points_earned, points })
  return create('span', { class: `mark ${style}` }, earned === null ? verdict : `${verdict} · ${earned}`)
}

type Known = Pick<Place, 'names' | 'write'>

function renderAnswers(question: ReviewQuestion, known: Known): HTMLElement[] {
  const { your_answer, right_answer } = question
  const { write } = known
  const renderRow = (title: string, answer: ReviewQuestion['your_answer']) => [
    create('dt', {}, title),
    create('dd', {}, renderAnswer(question, answer, known)),
  ]
  return [
    ...renderRow(write('Your answer'), your_answer),
    ...(right_answer === undefined ? [] : renderRow(write('Right answer'), right_answer)),
  ]
}

/** Shows an answer of any type. */
function renderAnswer({ type }: ReviewQuestion, answer: ReviewQuestion['your_answer'], known: Known): HTMLElement {
  const { names, write } = known
  if (answer === null) return create('span', { class: 'soft' }, write('No answer shown'))
  if (typeof answer === 'boolean') return create('span', {}, answer ? write('True') : write('False'))
  if (typeof answer !== 'object') return create('bdi', {}, String(answer))
  if (!Array.isArray(answer)) return create('ul', {}, Object.entries(answer).map(renderPair))
  const nameFile = (id: number) => names.get(id) ?? write('File {id}', { id: String(id) })
  const texts = answer.map((text) => (type === 'file_upload' ? nameFile(Number(text)) : String(text)))
  return create(
    type === 'ordering' ? 'ol' : 'ul',
    {},
    texts.map((text) => create('li', {}, renderPlainText(text))),
  )
}

const renderPair = ([name, text]: readonly [string, string]) =>
  create('li', {}, renderPlainText(name), ': ', renderPlainText(text))
