/** The page where those who manage a job post offer times for interviews. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { isCalendarDate } from '#core/time.ts'
import { getMomentInTimezone } from '#core/time-zone.ts'
import type { App } from '#http/routes.ts'
import type { JobPost } from '../contract.ts'
import type { Choice } from '../modules/form-values.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusedAct, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { freeFields, newSlots, renderSlotForm, renderSlots } from './slots.ts'
import { type CreateVisit, get, getFormField, getId, raw, readFields, send, sendListPage, type Visit } from './visit.ts'

/** Returns those who may hold interviews, the owner of the post first. */
async function listInterviewers(here: Visit, { company_id, recruiter }: JobPost): Promise<Choice[]> {
  const members = company_id === null ? null : await get(here, 'GET /companies/{id}/members', { id: company_id })
  const accepted = members?.ok === true ? members.data.filter(({ accepted_at }) => accepted_at !== null) : []
  const others = accepted.flatMap(({ user }) => (user === null || user.id === recruiter.id ? [] : [user]))
  return [recruiter, ...others].map(({ id, name }) => ({ value: String(id), text: name }))
}

async function showSlots(here: Visit, config: Config, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const id = getId(here.request)
  const [me, post, slots] = await Promise.all([
    get(here, 'GET /auth/me'),
    get(here, 'GET /job-posts/{id}', { id }),
    getAll(here, 'GET /interview-slots', { job_post_id: id, upcoming: true }),
  ])
  if (!me.ok) return showFailure(here, me)
  if (!post.ok) return showFailure(here, post)
  if (!slots.ok) return showFailure(here, slots)
  const timezone = me.data.timezone ?? config.timezone
  const interviewers = await listInterviewers(here, post.data)
  const content = [
    html`<p class="lede"><a href="${base}/app/job-posts/${id}/applicants"><bdi>${post.data.title}</bdi></a></p>`,
    renderRefusedAct(refused),
    renderSlots(writer, slots.data, timezone),
    renderSlotForm(here, { interviewers, timezone, refused }),
  ]
  return sendListPage(here, 'Times for interviews', content, refused?.status ?? 200)
}

/** Returns the moment of the day in the zone, or the texts as they are, which the API refuses. */
const toMoment = (day: string, time: string, timezone: string): string =>
  isCalendarDate(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
    ? getMomentInTimezone(day, time, timezone)
    : `${day} ${time}`

async function createSlots(here: Visit, config: Config) {
  const { day, from, to } = readFields(here.request, freeFields)
  const interviewer = getFormField(here.request, 'interviewers')
  const me = await get(here, 'GET /auth/me')
  if (!me.ok) return showFailure(here, me)
  const timezone = me.data.timezone ?? config.timezone
  const further = {
    job_post_id: Number(getId(here.request)),
    timezone,
    interviewers: interviewer === '' ? undefined : [Number(interviewer)],
    free: [{ from: toMoment(day, from, timezone), to: toMoment(day, to, timezone) }],
  }
  const created = await sendOperationForm(here, newSlots, { parameters: {}, further })
  return created.ok ? here.reply.redirect(toOutcome(here.request.url, 'slots'), 303) : showSlots(here, config, created)
}

async function deleteSlot(here: Visit, config: Config, id: number) {
  const deleted = await send(here, 'DELETE /interview-slots/{id}', { id })
  return deleted.ok
    ? here.reply.redirect(toOutcome(here.request.url, 'deleted'), 303)
    : showSlots(here, config, deleted)
}

export function registerSlotPages(app: App, visit: CreateVisit, config: Config) {
  const path = '/app/job-posts/:id/slots'
  app.get(path, { config: raw }, (request, reply) => showSlots(visit(request, reply), config))

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const slot = getFormField(request, 'slot_id')
    return slot === '' ? createSlots(here, config) : deleteSlot(here, config, Number(slot))
  })
}
