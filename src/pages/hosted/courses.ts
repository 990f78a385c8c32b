/** The HTML of courses: the list with its filters, those of the visitor, and one course with its lessons. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatAmount, formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type {
  Course,
  CourseWithOutline,
  EnrolledCourse,
  Lesson,
  OutlineLesson,
  PaymentMethod,
  PurchasePreview,
} from '../contract.ts'
import type { Writer } from '../writer.ts'
import { type FormState, listChoices, renderSelect, renderTextField } from './fields.ts'
import { renderEmpty, renderForm } from './pages.ts'
import { describeMethod } from './payments.ts'

const levelNames = {
  beginner: 'For beginners',
  intermediate: 'For those who know the basics',
  advanced: 'For experts',
} as const satisfies Record<string, PlainTemplate>

const priceNames = { free: 'Free of charge', paid: 'With a price' } as const satisfies Record<string, PlainTemplate>

const sortNames = {
  '': 'Best first',
  recent: 'Newest first',
  popular: 'Most learners first',
  title: 'By title',
  price: 'Lowest price first',
} as const satisfies Record<string, PlainTemplate>

/** The fields of the list that a visitor filters by; the API checks them. */
export const courseFilters = ['search', 'category', 'level', 'price', 'sort'] as const

/** The states of an enrollment, in their order. */
export const enrollmentStates = {
  active: 'In progress',
  completed: 'Finished',
  paused: 'Paused',
} as const satisfies Record<string, PlainTemplate>

/** Renders the form with the filters; those that few people use are folded until they are used. */
export function renderCourseFilters(state: FormState): Html {
  const { writer } = state
  const all = { value: '', text: writer.write('Any') }
  const isUnfolded = courseFilters.slice(2).some((name) => state.values[name] !== undefined)
  return html`<form class="filters" method="get" role="search">
${renderTextField(state, { name: 'search', label: 'Words of the title or text', type: 'search', most: 200 })}
${renderTextField(state, { name: 'category', label: 'Category', most: 100 })}
<details${isUnfolded && html` open`}><summary>${writer.write('More filters')}</summary>
<div class="filters">
${renderSelect(state, { name: 'level', label: 'Level', choices: [all, ...listChoices(writer, levelNames)] })}
${renderSelect(state, { name: 'price', label: 'Price', choices: [all, ...listChoices(writer, priceNames)] })}
${renderSelect(state, { name: 'sort', label: 'Order', choices: listChoices(writer, sortNames) })}
</div></details>
<button>${writer.write('Search')}</button>
</form>`
}

export const describeMinutes = ({ write }: Writer, minutes: number): string =>
  minutes === 0 ? '' : write('{minutes} min', { minutes })

const describePrice = ({ write, wording }: Writer, { price, currency }: Course): string =>
  price === 0 ? write('Free of charge') : formatAmount(toMinorUnits(price, currency), currency, wording)

const listFacts = (writer: Writer, course: Course): string[] =>
  [
    writer.write(levelNames[course.level]),
    course.category,
    describeMinutes(writer, course.duration_minutes),
    describePrice(writer, course),
  ].filter((fact) => fact !== '')

/** Renders a page of the courses. */
export function renderCourses(writer: Writer, courses: readonly Course[], base: string): Html {
  if (courses.length === 0) return renderEmpty({ base, writer }, 'No course fits. Try other words or fewer filters.')
  return html`<ul class="rows">${courses.map(
    (course) =>
      html`<li><h2><a href="${base}/app/courses/${course.id}"><bdi>${course.title}</bdi></a>${
        course.enrolled && html` <span class="tag">${writer.write('Enrolled')}</span>`
      }</h2>
<p>${writer.writeHtml('A course by {instructor}', { instructor: course.instructor.name })}</p>
<p class="soft">${isolateDirections(listFacts(writer, course), ' · ')}</p></li>
`,
  )}</ul>`
}

/** Renders how far a person is; `percent` is between 0 and 100. */
export const renderProgress = ({ write }: Writer, percent: number): Html =>
  html`<p><meter min="0" max="100" value="${percent}" aria-label="${write('Progress')}"></meter> ${write('{percent} %', { percent })}</p>`

/** Renders the courses in which the visitor is enrolled. */
export function renderEnrollments(writer: Writer, enrollments: readonly EnrolledCourse[], base: string): Html {
  if (enrollments.length === 0)
    return renderEmpty({ base, writer }, 'There are none yet.', { path: '/app/courses', text: 'Courses' })
  return html`<ul class="rows">${enrollments.map(
    ({ course, progress, status }) =>
      html`<li><h2><a href="${base}/app/courses/${course.id}"><bdi>${course.title}</bdi></a> <span class="tag">${writer.write(enrollmentStates[status])}</span></h2>
${renderProgress(writer, progress)}</li>
`,
  )}</ul>`
}

/** Renders what a course is about. */
export const renderCourse = (writer: Writer, course: CourseWithOutline): Html => {
  const { write, writeHtml } = writer
  return html`<p class="lede">${writeHtml('A course by {instructor}', { instructor: course.instructor.name })}</p>
<p class="soft">${isolateDirections(listFacts(writer, course), ' · ')}</p>
${course.description.split(/\n{2,}/).map((paragraph) => html`<p class="text" dir="auto">${paragraph}</p>\n`)}
${course.certificate_enabled && html`<p>${write('Who does all lessons gets a certificate.')}</p>`}
${course.sequential && html`<p>${write('Each lesson opens when those before it are done.')}</p>`}`
}

/** Renders where the author goes from the course. */
export const renderManagement = ({ write }: Writer, id: number, base: string): Html =>
  html`<nav class="pages" aria-label="${write('For its author')}"><a href="${base}/app/courses/${id}/roster">${write('Roster')}</a></nav>`

/** Renders the lessons for people who are not enrolled. */
export const renderOutline = (writer: Writer, lessons: readonly OutlineLesson[]): Html | null =>
  lessons.length === 0
    ? null
    : html`<section><h2>${writer.write('Lessons')}</h2>
<ol>${lessons.map(
        ({ title, duration_minutes }) =>
          html`<li><bdi>${title}</bdi> <span class="soft">${describeMinutes(writer, duration_minutes)}</span></li>`,
      )}</ol></section>`

function describeState({ write, wording }: Writer, lesson: Lesson, now: string): string {
  const { completed, unlocked, available_at, due_at } = lesson
  if (completed) return write('Done')
  if (!unlocked)
    return available_at !== null && available_at > now
      ? write('Opens on {day}', { day: { verbatim: formatDay(available_at, wording) } })
      : write('Locked')
  return due_at === null ? '' : write('Due on {day}', { day: { verbatim: formatDay(due_at, wording) } })
}

interface Lessons {
  lessons: readonly Lesson[]
  courseId: number
  base: string
  now: string
}

/** Renders the lessons for learners; a locked one has no link. */
export const renderLessons = (writer: Writer, { lessons, courseId, base, now }: Lessons): Html =>
  html`<section><h2>${writer.write('Lessons')}</h2>
<ol class="rows">${lessons.map((lesson) => {
    const state = describeState(writer, lesson, now)
    const title = html`<bdi>${lesson.title}</bdi>`
    return html`<li>${
      lesson.unlocked ? html`<a href="${base}/app/courses/${courseId}/lessons/${lesson.id}">${title}</a>` : title
    } <span class="soft">${describeMinutes(writer, lesson.duration_minutes)}</span>${
      state !== '' && html` <span class="tag">${state}</span>`
    }</li>
`
  })}</ol></section>`

interface EnrollForm {
  course: CourseWithOutline
  methods: readonly PaymentMethod[]
  /** What the visitor would pay; undefined for a course without a price. */
  quote: PurchasePreview | undefined
  base: string
}

/** Renders the form to enroll; a course with a price needs a payment method. */
export function renderEnrollForm(state: FormState, { course, methods, quote, base }: EnrollForm): Html {
  const { writer } = state
  const { write, wording } = writer
  if (course.price > 0 && methods.length === 0)
    return html`<section class="card"><p>${write('This course has a price, and you have no payment method.')} <a href="${base}/app/payment-methods?next=/app/courses/${course.id}">${write('Your payment methods')}</a></p></section>`
  const cohorts = course.cohorts.map(({ id, title, starts_at }) => ({
    value: String(id),
    text: `${title} · ${formatDay(starts_at, wording)}`,
  }))
  const choices = methods.map((method) => ({ value: String(method.id), text: describeMethod(writer, method) }))
  const amount = quote && formatAmount(toMinorUnits(quote.total, quote.currency), quote.currency, wording)
  return html`<section class="card"><form class="stacked" method="post"><input type="hidden" name="act" value="enroll">
${amount !== undefined && html`<p>${write('You pay {amount}, taxes included.', { amount: { verbatim: amount } })}</p>`}
${cohorts.length > 0 && renderSelect(state, { name: 'cohort_id', label: 'Group', choices: [{ value: '', text: write('None') }, ...cohorts] })}
${course.price > 0 && renderSelect(state, { name: 'payment_method_id', label: 'Pay with', choices, isRequired: true })}
<button>${write(course.price > 0 ? 'Pay and enroll' : 'Enroll')}</button></form>
${course.price > 0 && html`<p><a href="${base}/app/payment-methods?next=/app/courses/${course.id}#add">${write('Pay with another phone or card')}</a></p>`}</section>`
}

/** Renders the form with which a learner ends a course whose lessons are all done. */
export const renderFinishForm = (writer: Writer): Html =>
  renderForm(writer, {
    fields: [{ name: 'act', label: null, type: 'hidden', value: 'complete' }],
    button: 'Finish the course',
  })
