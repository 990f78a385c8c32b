/** The HTML for those who grade: the answers of an exam, and one answer with the form for its grade. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { ExamGradedAnswer, ExamGradingItem, RubricCriterion } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty } from './pages.ts'
import { renderPages, renderTabs } from './paging.ts'

export const gradingStates = ['open', 'mine', 'done'] as const
export type GradingState = (typeof gradingStates)[number]

interface GradingPage {
  title: string
  items: readonly ExamGradingItem[]
  state: GradingState
  page: number
  lastPage: number
  /** The address of the exam. */
  path: string
  base: string
  examId: string
  /** Whether the visitor may release the grades. */
  mayRelease: boolean
}

const stateLabels = {
  open: 'Waiting',
  mine: 'Claimed by me',
  done: 'Graded',
} as const satisfies Record<GradingState, PlainTemplate>

const { open: _, ...laterLabels } = stateLabels

/** Renders a page of the answers of one state, with the way to the next one. */
export function renderGrading(writer: Writer, page: GradingPage): Html {
  const { write } = writer
  const { title, items, state, path, mayRelease, base, examId } = page
  const chosen = state === 'open' ? '' : state
  return html`<p><a href="${base}/app/exams/${examId}"><bdi>${title}</bdi></a></p>
${renderTabs(writer, { name: 'state', label: 'State', labels: laterLabels, none: stateLabels.open, chosen })}
<section>
${items.length === 0 ? renderEmpty({ base, writer }, 'There are none yet.') : html`<ul class="rows">${items.map((item) => renderItem(writer, item, page))}</ul>`}
</section>
${renderPages(writer, { page: page.page, lastPage: page.lastPage, filters: { state } })}
${state === 'done' ? null : html`<section><form method="post" action="${path}"><input type="hidden" name="action" value="claim"><button>${write('Grade the next answer')}</button></form></section>`}
${state === 'done' && mayRelease ? renderRelease(writer, path) : null}`
}

function renderItem(writer: Writer, item: ExamGradingItem, { base, examId }: GradingPage): Html {
  const { write } = writer
  const { attempt_id, question_id, question, user, grade } = item
  const points =
    grade !== null &&
    html` · ${write('Points: {earned} of {points}', { earned: String(grade.points), points: String(item.points) })}`
  return html`<li><h2><a href="${base}/app/exam-attempts/${attempt_id}/grades/${question_id}?exam=${examId}"><bdi>${question}</bdi></a></h2>
<p class="soft">${renderWriter(writer, user)}${points}</p></li>
`
}

const renderWriter = ({ write }: Writer, user: ExamGradingItem['user']): Html =>
  user === null ? html`${write('Anonymous')}` : html`<bdi>${user.name}</bdi>`

const renderRelease = ({ write }: Writer, path: string): Html =>
  html`<section class="card"><p>${write('Learners see grades, comments and their result once you release them. After that, grades change by appeals.')}</p>
<form class="stacked" method="post" action="${path}"><input type="hidden" name="action" value="release">
<label class="check"><input type="checkbox" name="partial" value="yes"> ${write('Also when other answers still wait')}</label>
<button>${write('Release the grades')}</button></form></section>`

/** What was entered, which stays in the form when it is refused. */
export interface Entered {
  points: string
  comment: string
  rubric: Record<string, number>
}

/** Renders an answer, and the form by which it is graded. */
export function renderGradedAnswer(writer: Writer, shown: ExamGradedAnswer, entered: Entered): Html {
  const { write } = writer
  const { question, user, answer, files, explanation, words, max_words } = shown
  return html`<section class="card"><h2 class="text">${question}</h2>
<p class="soft">${renderWriter(writer, user)}${answer === null ? null : html` · ${max_words === null ? write('Words: {words}', { words: String(words) }) : write('Words: {words} of {most}', { words: String(words), most: String(max_words) })}`}</p>
${answer === null ? null : html`<div class="text">${answer}</div>`}
${files.length === 0 ? null : html`<ul>${files.map(({ filename, url }) => html`<li><a href="${url}"><bdi>${filename}</bdi></a></li>`)}</ul>`}
</section>
${explanation === '' ? null : html`<section class="card"><h2>${write('Explanation')}</h2><p class="text">${explanation}</p></section>`}
<section class="card"><h2>${write('Grade')}</h2>
<form class="stacked" method="post">
${shown.criteria.length > 0 ? shown.criteria.map((one) => renderCriterion(writer, one, entered)) : renderPoints(writer, shown, entered)}
<label>${write('Comment for the learner')}
<textarea name="comment" rows="6" maxlength="5000" dir="auto">${entered.comment}</textarea></label>
<button>${write('Save the grade')}</button>
</form></section>`
}

const renderPoints = ({ write }: Writer, { points }: Pick<ExamGradingItem, 'points'>, entered: Entered): Html =>
  html`<label>${write('Points, at most {most}', { most: String(points) })}
<input name="points" type="number" min="0" max="${points}" step="0.01" value="${entered.points}" required></label>`

const renderCriterion = ({ write }: Writer, { id, criterion, levels }: RubricCriterion, { rubric }: Entered): Html =>
  html`<label><bdi>${criterion}</bdi>
<select name="level_${id}" required><option value="">${write('Choose a level')}</option>${levels.map(
    ({ points, description }, level) =>
      html`<option value="${level}"${rubric[id] === level ? html` selected` : null}>${write('Points: {points}', { points: String(points) })}${description === '' ? '' : ` · ${description}`}</option>`,
  )}</select></label>`
