/** The page of a lesson, on which a learner reads it and marks it as done. */

import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import type { Body } from '../contract.ts'
import { renderLesson } from './lessons.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { listPictureSources } from './picture-sources.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getPathId,
  raw,
  send,
  sendMediaPage,
  sendPage,
  type Visit,
} from './visit.ts'

const path = '/app/courses/:id/lessons/:lesson_id'

const progress = 'PUT /courses/{id}/progress'

/** What the buttons of the page report. */
const reports: Readonly<Record<string, Body<typeof progress>>> = {
  done: { completed: true },
  undo: { completed: false },
  watched: { watched_percent: 100 },
}

const report = (here: Visit, what: Body<typeof progress>) =>
  send(
    here,
    progress,
    { id: getId(here.request) },
    { lesson_id: Number(getPathId(here.request, 'lesson_id')), ...what },
  )

async function readLesson(here: Visit) {
  const id = getId(here.request)
  const [course, lessons, lesson] = await Promise.all([
    get(here, 'GET /courses/{id}', { id }),
    get(here, 'GET /courses/{id}/lessons', { id }),
    get(here, 'GET /courses/{id}/lessons/{lesson_id}', { id, lesson_id: getPathId(here.request, 'lesson_id') }),
  ])
  if (!course.ok) return course
  if (!lessons.ok) return lessons
  if (!lesson.ok) return lesson
  return { ok: true, course: course.data, lessons: lessons.data, lesson: lesson.data } as const
}

export function registerLessonPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base, publicUrl } = config
  const sources = listPictureSources(config)
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const read = await readLesson(here)
    if (!read.ok) return showFailure(here, read)
    const { lesson, course } = read
    const isOpened = course.enrolled && lesson.unlocked && !lesson.completed && lesson.completion.rule === 'opened'
    const completed = isOpened ? (await report(here, { opened: true })).ok : lesson.completed
    const content = renderLesson(here.frame.writer, {
      ...read,
      lesson: { ...lesson, completed },
      base,
      ownFiles: `${publicUrl}/files/`,
    })
    return sendMediaPage(here, { heading: { verbatim: lesson.title }, content, sources })
  })

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await report(here, reports[getFormField(request, 'act')] ?? {})
    if (answer.ok) return reply.redirect(request.url, 303)
    return answer.status === 422
      ? sendPage(here, 'Lesson', renderAlert(answer), answer.status)
      : showFailure(here, answer)
  })
}
