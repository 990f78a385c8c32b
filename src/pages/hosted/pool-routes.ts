/** The page of a request to be kept in a talent pool, to which its notification leads. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Writer } from '../writer.ts'
import { type Me, showFailure } from './object-routes.ts'
import { renderForm } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  isForeignOrigin,
  raw,
  renderForeignForm,
  sendListPage,
  sendPage,
} from './visit.ts'

interface Entry {
  id: number
  user_id: number
  user: { name: string }
  keeper: { name: string }
  company: { name: string } | null
  consent_until: string
  status: 'pending' | 'consented'
}

const path = '/app/talent-pool/:id'

function describeRequest({ write, wording }: Writer, { keeper, company, consent_until }: Entry): string {
  const [name, day] = [{ verbatim: keeper.name }, { verbatim: formatDay(consent_until, wording) }]
  return company === null
    ? write('{name} asks to keep you in a personal talent pool until {day}.', { name, day })
    : write('{name} asks to keep you in the talent pool of {company} until {day}.', {
        name,
        company: { verbatim: company.name },
        day,
      })
}

/** Renders the request with the ways to answer it. */
function renderRequest(writer: Writer, entry: Entry) {
  const { write } = writer
  const isGiven = entry.status === 'consented'
  const renderAnswer = (answer: 'consented' | 'declined', button: PlainTemplate, isQuiet: boolean) =>
    renderForm(writer, { fields: [{ name: 'answer', label: null, type: 'hidden', value: answer }], button, isQuiet })
  return html`<p class="lede" dir="auto">${describeRequest(writer, entry)}</p>
${isGiven && html`<p role="status">${write('You have agreed. You can withdraw your consent here at any time.')}</p>`}
<p>${write('They see your name, your picture and your e-mail address, and may write notes that you do not see. It ends by itself on that day.')}</p>
<div class="answers">${!isGiven && renderAnswer('consented', 'Accept', false)}${renderAnswer('declined', isGiven ? 'Withdraw my consent' : 'Decline', true)}</div>`
}

const stateNames = { pending: 'Not answered yet', consented: 'Agreed' } as const satisfies Record<string, PlainTemplate>

function renderEntries({ write, wording }: Writer, entries: readonly Entry[], base: string) {
  if (entries.length === 0) return html`<p class="lede">${write('There are none yet.')}</p>`
  return html`<ul class="rows">${entries.map(
    ({ id, user, company, consent_until, status }) =>
      html`<li><h2><a href="${base}/app/talent-pool/${id}"><bdi>${user.name}</bdi></a> <span class="tag">${write(stateNames[status])}</span></h2>
<p class="soft">${company !== null && html`<bdi>${company.name}</bdi> · `}${write('Until {day}', { day: { verbatim: formatDay(consent_until, wording) } })}</p></li>
`,
  )}</ul>`
}

/** The people whom the visitor keeps, to which the notification of a refusal leads. */
function registerPoolList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/talent-pool', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const entries = await get<Entry[]>(here, `/talent-pool?page=${page}`)
    if (!entries.ok) return showFailure(here, entries)
    return sendListPage(here, 'Talent pool', [
      renderEntries(writer, entries.data, base),
      renderPages(writer, { page, lastPage: entries.meta?.last_page ?? 1 }),
    ])
  })
}

export function registerPoolPages(app: App, visit: CreateVisit, config: Config) {
  registerPoolList(app, visit, config)
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const [me, entry] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Entry>(here, `/talent-pool/${getId(request)}`),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!entry.ok) return showFailure(here, entry)
    const { user_id, user } = entry.data
    // Those who keep a person come here by the notification of the answer.
    const content =
      user_id === me.data.id ? renderRequest(writer, entry.data) : html`<p class="lede"><bdi>${user.name}</bdi></p>`
    return sendPage(here, 'Talent pool', content)
  })

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Talent pool', renderForeignForm(here.frame.writer), 403)
    const answer = getFormField(request, 'answer')
    const body = { answer }
    const answered = await here.call({ method: 'POST', path: `/talent-pool/${getId(request)}/answer`, body })
    if (!answered.ok) return showFailure(here, answered)
    if (answer === 'consented') return reply.redirect(request.url, 303)
    const { write } = here.frame.writer
    return sendPage(here, 'Talent pool', html`<p role="status">${write('You are not in this talent pool.')}</p>`)
  })
}
