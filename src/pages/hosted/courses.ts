/** The HTML of courses: the list with its filters, those of the visitor, and one course with its lessons. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDay, formatMoney } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Cohort, Course, CourseWithOutline, EnrolledCourse, Lesson, OutlineLesson } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import { renderParagraphs } from '../parts.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty, renderForm } from './pages.ts'

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

/** The states of an enrollment, in their order. */
export const enrollmentStates = {
  active: 'In progress',
  completed: 'Finished',
  paused: 'Paused',
} as const satisfies Record<string, PlainTemplate>

/** The filters of the list; those that few people use are folded until they are used. */
export const courseFilters = defineForm('GET /courses', {
  groups: ['search', 'category', { title: 'More filters', isFolded: true, fields: [['level', 'price', 'sort']] }],
  widgets: {
    search: { label: 'Words of the title or text' },
    level: { choices: levelNames },
    price: { choices: priceNames },
    sort: { label: 'Order', choices: sortNames },
  },
  leftOut: {
    instructor_id: 'Programs ask for the courses of one person.',
    mine: 'Programs ask for it, in which courses are written.',
  },
})

export const describeMinutes = ({ write }: Writer, minutes: number): string =>
  minutes === 0 ? '' : write('{minutes} min', { minutes })

const describePrice = ({ write, wording }: Writer, { price, currency }: Pick<Course, 'price' | 'currency'>): string =>
  price === 0 ? write('Free of charge') : formatMoney(toMinorUnits(price, currency), currency, wording)

/** Returns the level, the category, the duration and the price. */
export const listCourseFacts = (writer: Writer, course: ListedCourse): string[] =>
  [
    writer.write(levelNames[course.level]),
    course.category,
    describeMinutes(writer, course.duration_minutes),
    describePrice(writer, course),
  ].filter((fact) => fact !== '')

/** What lists show of a course. */
type ListedCourse = Pick<Course, 'id' | 'title' | 'level' | 'category' | 'duration_minutes' | 'price' | 'currency'> & {
  enrolled?: boolean
  instructor?: { name: string }
}

/** Renders a page of the courses; `path` is that of their pages, with the base path. */
export function renderCourses(writer: Writer, courses: readonly ListedCourse[], path: string): Html {
  if (courses.length === 0)
    return renderEmpty({ base: '', writer }, 'No course fits. Try other words or fewer filters.')
  return html`<ul class="rows">${courses.map(
    (course) =>
      html`<li><h2><a href="${path}/${course.id}"><bdi>${course.title}</bdi></a>${
        course.enrolled && html` <span class="tag">${writer.write('Enrolled')}</span>`
      }</h2>
${
  course.instructor &&
  html`<p>${writer.writeHtml('A course by {instructor}', { instructor: course.instructor.name })}</p>
`
}<p class="soft">${isolateDirections(listCourseFacts(writer, course), ' · ')}</p></li>
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
<p class="soft">${isolateDirections(listCourseFacts(writer, course), ' · ')}</p>
${renderParagraphs(course.description)}
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

/** A course that comes before another one. */
export interface Prerequisite {
  id: number
  /** Empty for a course that the reader may not see. */
  title: string
  isFinished: boolean
}

/** Renders the courses that come before, with what is lacking; the page of one is below `path`. */
export function renderPrerequisites({ write }: Writer, courses: readonly Prerequisite[], path: string): Html | null {
  if (courses.length === 0) return null
  const known = courses.filter(({ title }) => title !== '')
  const count = courses.length - known.length
  const isLacking = courses.some(({ isFinished }) => !isFinished)
  return html`<section class="card"><h2>${write('Before this course')}</h2>
${isLacking && html`<p>${write('You can enroll when you have finished these courses.')}</p>`}
<ul>${known.map(
    ({ id, title, isFinished }) =>
      html`<li><a href="${path}/${id}"><bdi>${title}</bdi></a>${isFinished && html` <span class="tag">${write('Finished')}</span>`}</li>`,
  )}</ul>
${count > 0 && html`<p class="soft">${write('{count, plural, one {One more course comes before, which is not open to everybody.} other {{count} more courses come before, which are not open to everybody.}}', { count })}</p>`}</section>`
}

interface OwnGroup {
  /** Undefined for a learner without a group. */
  cohort: Cohort | undefined
  lessons: readonly Lesson[]
  /** An ISO time. */
  now: string
}

/** Renders the group of a learner: which one it is and why, when it begins, and when the next lesson opens. */
export function renderOwnGroup({ write, wording }: Writer, { cohort, lessons, now }: OwnGroup): Html {
  const heading = html`<h2>${write('Your group')}</h2>`
  if (cohort === undefined)
    return html`<section class="card" id="group">${heading}<p>${write('You learn without a group: the course had none when you enrolled.')}</p></section>`
  const days = lessons.flatMap(({ available_at: day }) => (day !== null && day > now ? [day] : []))
  const next = days.toSorted()[0]
  return html`<section class="card" id="group">${heading}
<dl>
<div><dt>${write('Group')}</dt><dd><bdi>${cohort.title}</bdi></dd></div>
<div><dt>${write('Begins on')}</dt><dd>${formatDay(cohort.starts_at, wording)}</dd></div>
<div><dt>${write('Learners')}</dt><dd>${cohort.enrolled_count}</dd></div>
${next !== undefined && html`<div><dt>${write('Next lesson opens on')}</dt><dd>${formatDay(next, wording)}</dd></div>`}
</dl>
<p>${write('It is the group that you chose, or else the first with a free place when you enrolled.')} ${write('You learn with a group. Its start decides on which day each lesson opens.')}</p></section>`
}

/** Renders the form with which a learner ends a course whose lessons are all done. */
export const renderFinishForm = (writer: Writer): Html =>
  renderForm(writer, {
    hidden: { act: 'complete' },
    button: 'Finish the course',
  })
