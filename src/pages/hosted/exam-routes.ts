/** Pages of exams: those that the visitor can take, one of them, and the room of an attempt. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import { sendAsset } from '../replies.ts'
import type { Success } from './api.ts'
import { listExamRoomSentences, readExamRoom, renderLanguages } from './exam-room-assets.ts'
import { examStates, renderExam, renderExams, renderRoom } from './exams.ts'
import { showFailure } from './object-routes.ts'
import { renderCertificateLink } from './own-certificate.ts'
import { renderAlert } from './pages.ts'
import { readFilters, readPage } from './paging.ts'
import { listPictureSources } from './picture-sources.ts'
import { type CreateVisit, get, getId, raw, send, sendListPage, sendPage, sendWidePage, type Visit } from './visit.ts'

export function registerExamPages(app: App, visit: CreateVisit, config: Config) {
  registerList(app, visit, config)
  registerExam(app, visit, config)
  registerRoom(app, visit, config)
  registerModules(app)
}

function registerList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/exams', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const page = readPage(request)
    const { status: chosen = '' } = readFilters(request, ['status'])
    const state = Object.hasOwn(examStates, chosen) ? chosen : ''
    const exams = await get(here, 'GET /exams', { status: state || 'available', page })
    if (!exams.ok) return showFailure(here, exams)
    const { data, meta } = exams
    return sendListPage(
      here,
      'Exams',
      renderExams(here.frame.writer, { exams: data, state, base, page, lastPage: meta.last_page }),
    )
  })
}

/** Reads what the page of an exam shows. */
async function readExam(visit: Visit, id: string) {
  const [me, exam, bookings, attempts] = await Promise.all([
    get(visit, 'GET /auth/me'),
    get(visit, 'GET /exams/{id}', { id }),
    get(visit, 'GET /exam-bookings', { exam_id: id, upcoming: true, limit: maxLimit }),
    get(visit, 'GET /exam-attempts', { exam_id: id, limit: maxLimit }),
  ])
  if (!me.ok) return me
  if (!exam.ok) return exam
  if (!bookings.ok) return bookings
  if (!attempts.ok) return attempts
  const mayManage = me.data.role === 'admin' || me.data.id === exam.data.owner.id
  const data = { id, exam: exam.data, bookings: bookings.data, attempts: attempts.data, mayManage }
  return { ...exam, data } satisfies Success<object>
}

function registerExam(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base } = config
  app.get('/app/exams/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const read = await readExam(here, getId(request))
    if (!read.ok) return showFailure(here, read)
    const { data } = read
    return sendListPage(here, { verbatim: data.exam.title }, [
      renderExam(here.frame.writer, { ...data, base }),
      data.attempts.some(({ passed }) => passed) && (await renderCertificateLink(here, 'exam', data.exam.id)),
    ])
  })

  app.post('/app/exams/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const started = await send(here, 'POST /exams/{id}/start', { id: getId(request) })
    if (started.ok) return reply.redirect(`${base}/app/exam-attempts/${started.data.id}`, 303)
    if (started.status !== 422) return showFailure(here, started)
    const back = html`<p><a href="${request.url}">${here.frame.writer.write('Back to the exam')}</a></p>`
    return sendPage(here, 'Exam', [renderAlert(started), back], started.status)
  })
}

function registerRoom(app: App, visit: CreateVisit, config: Config) {
  const { basePath } = config
  const images = listPictureSources(config)
  app.get('/app/exam-attempts/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    const attempt = await get(here, 'GET /exam-attempts/{id}', { id })
    if (!attempt.ok) return showFailure(here, attempt)
    const exam = await get(here, 'GET /exams/{id}', { id: attempt.data.exam_id })
    if (!exam.ok) return showFailure(here, exam)
    const page = {
      title: exam.data.title,
      content: renderRoom(here.frame.writer, { id, base: basePath }),
      module: `${basePath}/app/modules/exam-room/element.js`,
    }
    return sendWidePage(here, page, images)
  })
}

/** The modules are read with the first visit, because many instances never show an exam. */
function registerModules(app: App) {
  let assets: ReturnType<typeof readExamRoom> | undefined
  let sentences: string[] | undefined
  app.get('/app/modules/exam-room/languages.js', { config: raw }, ({ ctx }, reply) => {
    sentences ??= listExamRoomSentences()
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/javascript; charset=utf-8')
      .send(renderLanguages(sentences, ctx.wording))
  })

  app.get('/app/modules/*', { config: raw }, (request, reply) => {
    assets ??= readExamRoom()
    const asset = assets.get((request.params as { '*': string })['*'])
    return asset === undefined ? reply.callNotFound() : sendAsset(request, reply, asset)
  })
}
