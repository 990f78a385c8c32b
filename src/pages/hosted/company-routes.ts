/** The page of the visitor's invitations to companies. */

import { type Fragment, type Html, html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import type { CompanyInvitation } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { showFailure } from './object-routes.ts'
import { type Frame, renderEmpty, renderForm, toOutcome } from './pages.ts'
import { type CreateVisit, get, raw, readFields, send, sendListPage } from './visit.ts'

const path = '/app/company-invitations'

export function registerCompanyPages(app: App, visit: CreateVisit) {
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await get(here, 'GET /company-invitations', { limit: maxLimit })
    if (!answer.ok) return showFailure(here, answer)
    return sendListPage(here, 'Invitations', renderInvitations(here.frame, answer.data))
  })

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { company_id, member_id, answer: input } = readFields(request, ['company_id', 'member_id', 'answer'])
    const membership = { id: Number(company_id), member_id: Number(member_id) }
    const answer =
      input === 'accept'
        ? await send(here, 'POST /companies/{id}/members/{member_id}/accept', membership)
        : await send(here, 'DELETE /companies/{id}/members/{member_id}', membership)
    if (!answer.ok) return showFailure(here, answer)
    return reply.redirect(toOutcome(request.url, input === 'accept' ? 'joined' : 'answered'), 303)
  })
}

const renderInvitations = (frame: Frame, invitations: readonly CompanyInvitation[]): Fragment =>
  invitations.length === 0
    ? renderEmpty(frame, 'There are none yet.')
    : invitations.map((invitation) => renderInvitation(frame.writer, invitation))

function renderInvitation(writer: Writer, { id, company, invited_by }: CompanyInvitation): Html {
  const { write, writeHtml } = writer
  const renderAnswer = (answer: 'accept' | 'decline') =>
    renderForm(writer, {
      hidden: { company_id: String(company.id), member_id: String(id), answer },
      button: answer === 'accept' ? 'Accept' : 'Decline',
      isQuiet: answer === 'decline',
    })
  return html`<section class="card"><h2><bdi>${company.name}</bdi></h2>
<p>${writeHtml('{inviter} invites you to the company {company}.', { inviter: invited_by, company: company.name })}</p>
<p class="soft">${write(company.verified ? 'An administrator has verified this company.' : 'This company is not verified.')}</p>
<div class="answers">${renderAnswer('accept')}
${renderAnswer('decline')}</div>
</section>`
}
