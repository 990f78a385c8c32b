/** Pages of courses: the list, those of the visitor, and one course, to enroll and to finish it. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { CourseWithOutline } from '../contract.ts'
import {
  courseFilters,
  enrollmentStates,
  type Prerequisite,
  renderCourse,
  renderCourses,
  renderEnrollments,
  renderFinishForm,
  renderLessons,
  renderManagement,
  renderOutline,
  renderOwnGroup,
  renderPrerequisites,
  renderProgress,
} from './courses.ts'
import { renderEnrollForm, sendEnrollment } from './enrollment.ts'
import { sendFilteredList } from './filters.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusal } from './operation-forms.ts'
import { renderCertificateLink } from './own-certificate.ts'
import { toOutcome } from './pages.ts'
import { readFilters, readPage, renderPages, renderTabs } from './paging.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendListPage, type Visit } from './visit.ts'

export function registerCoursePages(app: App, visit: CreateVisit, config: Config) {
  registerCourseList(app, visit, config)
  registerMyCourses(app, visit, config)
  registerCourse(app, visit)
}

function registerCourseList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/courses', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    return sendFilteredList(here, courseFilters, {
      heading: 'Courses',
      head: html`<p><a href="${base}/app/courses/enrolled">${writer.write('My courses')}</a></p>`,
      read: (filters, page) => get(here, 'GET /courses', { ...filters, page }),
      render: (courses) => renderCourses(writer, courses, `${base}/app/courses`),
    })
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

async function renderOwnProgress(visit: Visit, { course, progress }: ReadCourse) {
  if (progress === null) return null
  const { writer, base } = visit.frame
  const { write } = writer
  const { progress_percentage, lessons_completed, total_lessons, completed_at } = progress
  const isReady = total_lessons > 0 && lessons_completed === total_lessons && completed_at === null
  return html`<section class="card"><h2>${write('My progress')}</h2>
${renderProgress(writer, progress_percentage)}
${completed_at !== null && html`<p>${write('You have finished this course.')}</p>${await renderCertificateLink(visit, 'course', course.id)}`}
${isReady && renderFinishForm(writer)}
<p><a href="${base}/app/courses/${course.id}/download">${write('Download the course to learn offline')}</a></p></section>`
}

/** Reads the courses that come before; those that the visitor may not see are left to the API. */
async function readPrerequisites(here: Visit, ids: readonly number[]): Promise<Prerequisite[]> {
  const read = await Promise.all(
    ids.map(async (id) => {
      const [course, progress] = await Promise.all([
        get(here, 'GET /courses/{id}', { id }),
        get(here, 'GET /courses/{id}/progress', { id }),
      ])
      if (!course.ok) return []
      return [{ id, title: course.data.title, isFinished: progress.ok && progress.data.completed_at !== null }]
    }),
  )
  return read.flat()
}

async function renderEnrollment(here: Visit, course: CourseWithOutline, refused: RefusedForm | undefined) {
  const { writer, base } = here.frame
  const before = await readPrerequisites(here, course.prerequisites)
  const list = renderPrerequisites(writer, before, `${base}/app/courses`)
  const isLacking = before.some(({ isFinished }) => !isFinished)
  return [list, isLacking ? renderRefusal(refused) : await renderEnrollForm(here, course, refused)]
}

async function showCourse(here: Visit, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const read = await readCourse(here, getId(here.request))
  if (!read.ok) return showFailure(here, read)
  const { course, lessons, progress } = read
  const now = here.request.ctx.clock.now()
  const content = [
    renderCourse(writer, course),
    read.mayManage && renderManagement(writer, course.id, base),
    course.enrolled ? renderRefusal(refused) : await renderEnrollment(here, course, refused),
    await renderOwnProgress(here, read),
    progress !== null &&
      course.cohorts.length > 0 &&
      renderOwnGroup(writer, {
        cohort: course.cohorts.find(({ id }) => id === progress.cohort_id),
        lessons: lessons ?? [],
        now,
      }),
    lessons === null
      ? renderOutline(writer, course.lessons)
      : renderLessons(writer, { lessons, courseId: course.id, base, now }),
  ]
  return sendListPage(here, { verbatim: course.title }, content, refused?.status ?? 200)
}

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
  const answer = await sendEnrollment(here)
  if (!answer.ok) return showCourse(here, answer)
  const { payment } = answer.data
  if (payment?.status === 'pending') return here.reply.redirect(`${here.frame.base}/app/pay/${payment.id}`, 303)
  const done = answer.data.enrollment.cohort_id === null ? 'enrolled' : 'enrolled-group'
  return here.reply.redirect(toOutcome(`${here.frame.base}${here.frame.path}`, done), 303)
}

async function complete(here: Visit) {
  const answer = await send(here, 'POST /courses/{id}/complete', { id: getId(here.request) })
  if (!answer.ok) return showFailure(here, answer)
  return here.reply.redirect(toOutcome(`${here.frame.base}${here.frame.path}`, 'completed'), 303)
}
