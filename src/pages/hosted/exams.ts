/** The HTML of the exams of a visitor: the list, one exam, and the room of an attempt. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Exam, ExamAttemptItem, ExamBookingItem, ExamItem } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty, renderForm } from './pages.ts'
import { renderPages, renderTabs } from './paging.ts'

interface ExamPage {
  id: string
  exam: Exam
  /** Whether the visitor is its author, or an administrator. */
  mayManage: boolean
  bookings: readonly ExamBookingItem[]
  attempts: readonly ExamAttemptItem[]
  base: string
}

const renderText = (text: string): Html => html`<p class="text" dir="auto">${text}</p>`

const renderFact = (name: string, value: string | number): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const minutesOfDay = 24 * 60

const renderDuration = ({ write }: Writer, { duration_minutes: minutes }: Pick<Exam, 'duration_minutes'>): string =>
  minutes % minutesOfDay === 0
    ? write('Duration: {days, plural, one {{days} day} other {{days} days}}', { days: minutes / minutesOfDay })
    : write('Duration: {minutes, plural, other {{minutes} minutes}}', { minutes })

/** Renders an exam with its rules, the bookings and attempts of the visitor, and the way into the room. */
export function renderExam(writer: Writer, page: ExamPage): Html {
  const { write, wording } = writer
  const { exam } = page
  const showMoment = (moment: string) => formatDateTime(moment, exam.timezone, wording)
  return html`<section class="card">
${[exam.description, exam.instructions].filter((text) => text !== '').map(renderText)}
<p class="soft">${renderDuration(writer, exam)}</p>
<dl>
${renderFact(write('Questions'), exam.questions_count)}
${renderFact(write('Needed to pass'), write('{percent} %', { percent: exam.passing_score }))}
${renderFact(write('Attempts left'), exam.attempts_remaining)}
${renderFact(write('From'), showMoment(exam.available_from))}
${exam.available_until === null ? null : renderFact(write('Until'), showMoment(exam.available_until))}
</dl>
${renderBookings(writer, page)}
${page.mayManage ? renderManagement(writer, page) : null}
</section>
${renderEntrance(writer, page)}
${renderAttempts(writer, page)}`
}

const renderManagement = ({ write }: Writer, { id, base }: ExamPage): Html =>
  html`<nav class="pages" aria-label="${write('For its author')}"><a href="${base}/app/exams/${id}/grading">${write('Grading')}</a> <a href="${base}/app/exams/${id}/statistics">${write('Statistics')}</a> <a href="${base}/app/exams/${id}/roster">${write('Roster')}</a></nav>`

function renderBookings({ write, wording }: Writer, { exam, bookings }: ExamPage): Html | null {
  if (bookings.length === 0) return null
  return html`<ul>${bookings.map(
    ({ starts_at, location }) =>
      html`<li>${write('{when}, {minutes, plural, other {{minutes} minutes}}', {
        when: formatDateTime(starts_at, exam.timezone, wording),
        minutes: exam.duration_minutes,
      })} · <bdi>${location}</bdi></li>`,
  )}</ul>`
}

/** Only a form starts an attempt, because each one counts. */
function renderEntrance(writer: Writer, { exam, base }: ExamPage): Html | null {
  const { write } = writer
  if (exam.open_attempt_id !== null)
    return html`<section><p><a href="${base}/app/exam-attempts/${exam.open_attempt_id}">${write('Continue the attempt')}</a></p></section>`
  if (!exam.can_take) return null
  const rule =
    exam.on_expiry === 'void'
      ? write('The time begins at once. An attempt that is not submitted in time has no result.')
      : write('The time begins at once. When it ends, what is saved counts.')
  return html`<section><p>${rule}</p>
${renderForm(writer, { button: 'Start an attempt' })}</section>`
}

function renderAttempts({ write, wording }: Writer, { exam, attempts, base }: ExamPage): Html | null {
  if (attempts.length === 0) return null
  return html`<section class="card"><h2>${write('My attempts')}</h2>
<ul>${attempts.map(
    (attempt) =>
      html`<li><a href="${base}/app/exam-attempts/${attempt.id}">${formatDateTime(attempt.started_at, exam.timezone, wording)}</a>: ${describeAttempt({ write }, attempt)}</li>`,
  )}</ul>
</section>`
}

function describeAttempt({ write }: Pick<Writer, 'write'>, { status, score, passed }: ExamAttemptItem): string {
  if (status === 'in_progress') return write('In progress')
  if (score === null) return write('No result yet')
  return `${write('{percent} %', { percent: score })}, ${passed === true ? write('Passed') : write('Not passed')}`
}

/** What an exam is to the visitor, besides one to take now. */
export const examStates = { upcoming: 'Later', completed: 'Finished' } as const satisfies Record<string, PlainTemplate>

interface ExamList {
  exams: readonly ExamItem[]
  /** One of `examStates`; empty for those that the visitor can take now. */
  state: string
  base: string
  page: number
  lastPage: number
}

/** Renders a page of the exams: those that the visitor can take now, later, or has taken. */
export function renderExams(writer: Writer, { exams, state, base, page, lastPage }: ExamList): Html {
  return html`${renderTabs(writer, { name: 'status', label: 'State', labels: examStates, none: 'To take now', chosen: state })}
<section>${
    exams.length === 0
      ? renderEmpty({ base, writer }, 'There are none yet.')
      : html`<ul class="rows">${exams.map(
          (exam) =>
            html`<li><h2><a href="${base}/app/exams/${exam.id}"><bdi>${exam.title}</bdi></a></h2>
<p class="soft">${renderDuration(writer, exam)}</p></li>
`,
        )}</ul>`
  }</section>
${renderPages(writer, { page, lastPage, filters: state === '' ? {} : { status: state } })}`
}

/** Renders the element of the room, with its modules. */
export const renderRoom = ({ write }: Writer, { id, base }: { id: string; base: string }): Html =>
  html`<exam-room attempt="${id}" base-url="${base}/app/api" sign-in-url="${base}/app/sign-in"></exam-room>
<noscript><p class="alert">${write('The exam room needs JavaScript.')}</p></noscript>`
