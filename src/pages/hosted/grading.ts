/** The HTML for those who grade: the answers of an exam, and one answer with the form for its grade. */

import { type Fragment, type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { ExamGradedAnswer, ExamGradingItem, RubricCriterion } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { FormState } from './fields.ts'
import { renderOwnInput } from './form-inputs.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import { renderEmpty, renderForm } from './pages.ts'
import { renderPages, renderTabs } from './paging.ts'
import type { Visit } from './visit.ts'

export const gradingStates = ['open', 'mine', 'done'] as const
export type GradingState = (typeof gradingStates)[number]

interface GradingPage {
  title: string
  items: readonly ExamGradingItem[]
  state: GradingState
  page: number
  lastPage: number
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
export function renderGrading(here: Visit, page: GradingPage): Html {
  const { writer, base } = here.frame
  const { title, items, state, mayRelease, examId } = page
  const chosen = state === 'open' ? '' : state
  return html`<p><a href="${base}/app/exams/${examId}"><bdi>${title}</bdi></a></p>
${renderTabs(writer, { name: 'state', label: 'State', labels: laterLabels, none: stateLabels.open, chosen })}
<section>
${items.length === 0 ? renderEmpty({ base, writer }, 'There are none yet.') : html`<ul class="rows">${items.map((item) => renderItem(here, item, examId))}</ul>`}
</section>
${renderPages(writer, { page: page.page, lastPage: page.lastPage, filters: { state } })}
${state === 'done' ? null : html`<section>${renderForm(writer, { hidden: { action: 'claim' }, button: 'Grade the next answer' })}</section>`}
${state === 'done' && mayRelease ? renderRelease(here) : null}`
}

function renderItem(here: Visit, item: ExamGradingItem, examId: string): Html {
  const { writer, base } = here.frame
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

export const release = defineForm('POST /exams/{id}/grades/release', {
  groups: ['partial'],
  widgets: { partial: { label: 'Also when other answers still wait' } },
})

const renderRelease = (here: Visit): Html =>
  html`<section class="card"><p>${here.frame.writer.write('Learners see grades, comments and their result once you release them. After that, grades change by appeals.')}</p>
${renderOperationForm(here, release, { button: 'Release the grades', hidden: { action: 'release' } })}</section>`

export const gradeForm = defineForm('PUT /exam-attempts/{id}/grades/{question_id}', {
  groups: ['rubric', 'points', 'comment'],
  widgets: {
    rubric: { input: 'custom' },
    points: { isRequired: true },
    comment: { label: 'Comment for the learner' },
  },
})

/** The field of a criterion has this before its id. */
export const levelPrefix = 'level_'

/** Renders an answer, and the form by which it is graded. */
export function renderGradedAnswer(here: Visit, shown: ExamGradedAnswer, refused?: RefusedForm): Html {
  const { writer } = here.frame
  const { write } = writer
  const { question, user, answer, files, explanation, words, max_words } = shown
  return html`<section class="card"><h2 class="text">${question}</h2>
<p class="soft">${renderWriter(writer, user)}${answer === null ? null : html` · ${max_words === null ? write('Words: {words}', { words: String(words) }) : write('Words: {words} of {most}', { words: String(words), most: String(max_words) })}`}</p>
${answer === null ? null : html`<div class="text">${answer}</div>`}
${files.length === 0 ? null : html`<ul>${files.map(({ filename, url }) => html`<li><a href="${url}"><bdi>${filename}</bdi></a></li>`)}</ul>`}
</section>
${explanation === '' ? null : html`<section class="card"><h2>${write('Explanation')}</h2><p class="text">${explanation}</p></section>`}
<section class="card"><h2>${write('Grade')}</h2>
${renderGradeForm(here, shown, refused)}</section>`
}

function renderGradeForm(here: Visit, { criteria, grade, points }: ExamGradedAnswer, refused?: RefusedForm): Html {
  const { writer } = here.frame
  const values = refused?.entered ?? Object.fromEntries(here.keptForm?.fields ?? listLevels(grade))
  const state = { writer, values, errors: {} }
  return renderOperationForm(here, gradeForm, {
    button: 'Save the grade',
    object: grade ?? {},
    custom: { rubric: criteria.map((one) => renderCriterion(state, one)) },
    labels: { points: writer.write('Points, at most {most}', { most: String(points) }) },
    limits: { points },
    without: criteria.length > 0 ? ['points'] : [],
    refused,
  })
}

const listLevels = (grade: ExamGradedAnswer['grade']) =>
  Object.entries(grade?.rubric ?? {}).map(([id, level]) => [`${levelPrefix}${id}`, String(level)] as const)

function renderCriterion(state: FormState, { id, criterion, levels }: RubricCriterion): Fragment {
  const { write } = state.writer
  const choices = levels.map(({ points, description }, level) => ({
    value: String(level),
    text: `${write('Points: {points}', { points: String(points) })}${description === '' ? '' : ` · ${description}`}`,
  }))
  return renderOwnInput(state, {
    name: `${levelPrefix}${id}`,
    input: 'select',
    label: criterion,
    isRequired: true,
    choices: [{ value: '', text: write('Choose a level') }, ...choices],
  })
}
