/** Pages of courses: the list, those of the visitor, and one course, to enroll and to finish it. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { CourseWithOutline } from '../contract.ts'
import type { Failure } from './api.ts'
import {
  courseFilters,
  enrollmentStates,
  renderCourse,
  renderCourseFilters,
  renderCourses,
  renderEnrollForm,
  renderEnrollments,
  renderFinishForm,
  renderLessons,
  renderManagement,
  renderOutline,
  renderProgress,
} from './courses.ts'
import { renderFormAlert } from './fields.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { readFilters, readPage, renderPages, renderTabs } from './paging.ts'
import { chooseMethod } from './payments.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  send,
  sendListPage,
  type Visit,
} from './visit.ts'

export function registerCoursePages(app: App, visit: CreateVisit, config: Config) {
  registerCourseList(app, visit, config)
  registerMyCourses(app, visit, config)
  registerCourse(app, visit)
}

function registerCourseList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/courses', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const filters = readFilters(request, courseFilters)
    const page = readPage(request)
    const courses = await get(here, 'GET /courses', { ...filters, page })
    const start = (errors: Failure['errors']) => [
      html`<p><a href="${base}/app/courses/enrolled">${writer.write('My courses')}</a></p>`,
      renderCourseFilters({ writer, values: filters, errors }),
    ]
    if (courses.ok)
      return sendListPage(here, 'Courses', [
        start({}),
        renderCourses(writer, courses.data, base),
        renderPages(writer, { page, lastPage: courses.meta.last_page, filters }),
      ])
    if (courses.status !== 422) return showFailure(here, courses)
    return sendListPage(here, 'Courses', [renderAlert(courses), start(courses.errors)], 422)
  })
}

function registerMyCourses(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/courses/enrolled', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const { status = '' } = readFilters(request, ['status'])
    const filters = Object.hasOwn(enrollmentStates, status) ? { status } : {}
    const enrollments = await get(here, 'GET /courses/enrolled', { ...filters, page })
    if (!enrollments.ok) return showFailure(here, enrollments)
    return sendListPage(here, 'My courses', [
      html`<p><a href="${base}/app/courses">${writer.write('All courses')}</a></p>`,
      renderTabs(writer, { name: 'status', label: 'State', labels: enrollmentStates, chosen: filters.status ?? '' }),
      html`<section>${renderEnrollments(writer, enrollments.data, base)}</section>`,
      renderPages(writer, { page, lastPage: enrollments.meta.last_page, filters }),
    ])
  })
}

/** Reads what the page of a course shows; the lessons are null for people who may not read them. */
async function readCourse(visit: Visit, id: string) {
  const [course, lessons, progress, roster] = await Promise.all([
    get(visit, 'GET /courses/{id}', { id }),
    get(visit, 'GET /courses/{id}/lessons', { id }),
    get(visit, 'GET /courses/{id}/progress', { id }),
    get(visit, 'GET /courses/{id}/roster', { id, limit: 1 }),
  ])
  if (!course.ok) return course
  return {
    ok: true,
    course: course.data,
    lessons: lessons.ok ? lessons.data : null,
    progress: progress.ok ? progress.data : null,
    /** Whether the visitor may say who takes the course. */
    mayManage: roster.ok,
  } as const
}

type ReadCourse = Extract<Awaited<ReturnType<typeof readCourse>>, { ok: true }>

function renderOwnProgress(visit: Visit, { course, progress }: ReadCourse) {
  if (progress === null) return null
  const { writer, base } = visit.frame
  const { write } = writer
  const { progress_percentage, lessons_completed, total_lessons, completed_at } = progress
  const isReady = total_lessons > 0 && lessons_completed === total_lessons && completed_at === null
  return html`<section class="card"><h2>${write('My progress')}</h2>
${renderProgress(writer, progress_percentage)}
${completed_at !== null && html`<p>${write('You have finished this course.')}${course.certificate_enabled && html` <a href="${base}/app/certificates">${write('My certificates')}</a>`}</p>`}
${isReady && renderFinishForm(writer)}
<p><a href="${base}/app/courses/${course.id}/download">${write('Download the course to learn offline')}</a></p></section>`
}

/** What was entered in the form to enroll and is refused. */
interface Refused {
  values: Record<string, string>
  failure: Failure
}

/** Returns the price with the method that is chosen. */
function fetchQuote(here: Visit, id: number, payment_method_id: string) {
  const body = { payment_method_id: Number(payment_method_id) }
  return send(here, 'POST /courses/{id}/preview', { id }, body)
}

async function renderEnrollment(here: Visit, course: CourseWithOutline, refused: Refused | undefined) {
  const { writer, base } = here.frame
  const isPaid = course.price > 0
  const listed = isPaid ? await get(here, 'GET /payment-methods') : undefined
  const methods = listed?.ok ? listed.data.filter(({ action }) => action === null) : []
  const entered = refused?.values ?? { payment_method_id: getQueryValue(here.request, 'payment_method_id') }
  const values = { ...entered, payment_method_id: chooseMethod(methods, entered.payment_method_id) }
  const quote = methods.length > 0 ? await fetchQuote(here, course.id, values.payment_method_id) : undefined
  const state = { writer, values, errors: refused?.failure.errors ?? {} }
  return renderEnrollForm(state, {
    course,
    methods,
    quote: quote?.ok ? quote.data : undefined,
    base,
  })
}

async function showCourse(here: Visit, refused?: Refused) {
  const { writer, base } = here.frame
  const read = await readCourse(here, getId(here.request))
  if (!read.ok) return showFailure(here, read)
  const { course, lessons } = read
  const now = here.request.ctx.clock.now()
  const content = [
    refused && renderFormAlert(refused.failure, enrollFields),
    renderCourse(writer, course),
    read.mayManage && renderManagement(writer, course.id, base),
    !course.enrolled && (await renderEnrollment(here, course, refused)),
    renderOwnProgress(here, read),
    lessons === null
      ? renderOutline(writer, course.lessons)
      : renderLessons(writer, { lessons, courseId: course.id, base, now }),
  ]
  return sendListPage(here, { verbatim: course.title }, content, refused?.failure.status ?? 200)
}

const enrollFields = ['payment_method_id', 'cohort_id'] as const

function registerCourse(app: App, visit: CreateVisit) {
  app.get('/app/courses/:id', { config: raw }, (request, reply) => showCourse(visit(request, reply)))

  app.post('/app/courses/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    return getFormField(request, 'act') === 'complete' ? complete(here) : enroll(here)
  })

  app.get('/app/courses/:id/download', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const link = await get(here, 'GET /courses/{id}/download', { id: getId(request), link: true })
    return link.ok ? reply.redirect(link.data.download_url, 303) : showFailure(here, link)
  })
}

async function enroll(here: Visit) {
  const values = Object.fromEntries(enrollFields.map((name) => [name, getFormField(here.request, name)]))
  const entered = Object.entries(values).filter(([, value]) => value !== '')
  const body = Object.fromEntries(entered.map(([name, value]) => [name, Number(value)]))
  const answer = await send(here, 'POST /courses/{id}/enroll', { id: getId(here.request) }, body)
  if (!answer.ok)
    return answer.status === 401 ? showFailure(here, answer) : showCourse(here, { values, failure: answer })
  const { payment } = answer.data
  if (payment?.status === 'pending') return here.reply.redirect(`${here.frame.base}/app/pay/${payment.id}`, 303)
  return here.reply.redirect(here.request.url, 303)
}

async function complete(here: Visit) {
  const answer = await send(here, 'POST /courses/{id}/complete', { id: getId(here.request) })
  if (!answer.ok) return showFailure(here, answer)
  const { certificate_url } = answer.data
  return here.reply.redirect(certificate_url === null ? here.request.url : `${here.frame.base}/app/certificates`, 303)
}
