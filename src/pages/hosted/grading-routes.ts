/** The pages of those who teach: what an exam says about its questions, and the answers that wait for a grade. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import {
  type GradingState,
  gradeForm,
  gradingStates,
  levelPrefix,
  release,
  renderGradedAnswer,
  renderGrading,
} from './grading.ts'
import { showFailure } from './object-routes.ts'
import { sendOperationForm } from './operation-forms.ts'
import { renderOnward, toOutcome } from './pages.ts'
import { readPage } from './paging.ts'
import { renderStatistics } from './statistics.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getPathId,
  getQueryValue,
  raw,
  readPrefixedFields,
  send,
  sendListPage,
  sendPage,
  type Visit,
} from './visit.ts'

export function registerGradingPages(app: App, visit: CreateVisit, config: Config) {
  registerStatistics(app, visit)
  registerQueue(app, visit, config)
  registerAnswer(app, visit, config)
}

function registerStatistics(app: App, visit: CreateVisit) {
  app.get('/app/exams/:id/statistics', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    const [exam, figures] = await Promise.all([
      get(here, 'GET /exams/{id}', { id }),
      get(here, 'GET /exams/{id}/statistics', { id }),
    ])
    if (!exam.ok) return showFailure(here, exam)
    if (!figures.ok) return showFailure(here, figures)
    const { data: questions, meta } = figures
    const shown = { title: exam.data.title, exam: meta, questions }
    const back = renderOnward(here.frame, `/app/exams/${id}`, 'Back to the exam')
    return sendPage(here, 'Statistics', [back, renderStatistics(here.frame.writer, shown)])
  })
}

const readState = (request: FastifyRequest): GradingState =>
  gradingStates.find((state) => state === getQueryValue(request, 'state')) ?? 'open'

function registerQueue(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base } = config
  app.get('/app/exams/:id/grading', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const examId = getId(request)
    const state = readState(request)
    const page = readPage(request)
    const [me, exam, items] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /exams/{id}', { id: examId }),
      get(here, 'GET /exams/{id}/grading', { id: examId, state, page }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!exam.ok) return showFailure(here, exam)
    if (!items.ok) return showFailure(here, items)
    const mayRelease = me.data.role === 'admin' || me.data.id === exam.data.owner.id
    const { title } = exam.data
    const shown = { title, items: items.data, state, page, lastPage: items.meta.last_page, examId, mayRelease }
    return sendListPage(here, 'Grading', renderGrading(here, shown))
  })

  app.post('/app/exams/:id/grading', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const examId = getId(request)
    if (getFormField(request, 'action') === 'release') {
      const released = await sendOperationForm(here, release, { parameters: { id: examId } })
      if (!released.ok) return showFailure(here, released)
      return reply.redirect(toOutcome(`${base}/app/exams/${examId}/grading?state=done`, 'released'), 303)
    }
    const claimed = await send(here, 'POST /exams/{id}/grading/claim', { id: examId }, {})
    if (!claimed.ok) return showFailure(here, claimed)
    const { attempt_id, question_id } = claimed.data
    return reply.redirect(`${base}/app/exam-attempts/${attempt_id}/grades/${question_id}?exam=${examId}`, 303)
  })
}

const graded = 'GET /exam-attempts/{id}/grades/{question_id}'

const getAnswer = (request: FastifyRequest) => ({ id: getId(request), question_id: getPathId(request, 'question_id') })

/** Returns the levels that were chosen; empty for an answer that is graded by points. */
function readLevels(request: FastifyRequest): Record<string, number> {
  const levels = readPrefixedFields(request, levelPrefix).filter(([, level]) => level !== '')
  return Object.fromEntries(levels.map(([criterion, level]) => [criterion, Number(level)]))
}

/** Sends the grade as the API takes it: by levels, or else by points. */
function sendGrade(here: Visit) {
  const rubric = readLevels(here.request)
  return sendOperationForm(here, gradeForm, {
    parameters: getAnswer(here.request),
    further: Object.keys(rubric).length > 0 ? { rubric } : {},
    without: getFormField(here.request, 'points') === '' ? ['points'] : [],
  })
}

function registerAnswer(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base } = config
  const path = '/app/exam-attempts/:id/grades/:question_id'
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const shown = await get(here, graded, getAnswer(request))
    if (!shown.ok) return showFailure(here, shown)
    return sendPage(here, 'Answer', renderGradedAnswer(here, shown.data))
  })

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const saved = await sendGrade(here)
    if (saved.ok) {
      const exam = /^\d{1,15}$/.exec(getQueryValue(request, 'exam'))?.[0]
      return reply.redirect(
        toOutcome(exam === undefined ? request.url : `${base}/app/exams/${exam}/grading`, 'saved'),
        303,
      )
    }
    const shown = await get(here, graded, getAnswer(request))
    if (!shown.ok) return showFailure(here, shown)
    return sendPage(here, 'Answer', renderGradedAnswer(here, shown.data, saved), saved.status)
  })
}
