/** The second factor of the visitor, and the end of a session that another person started. */

import type { Config } from '#config.ts'
import { type Fragment, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { TwoFactorSetup } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { codeLabel, renderAlert, renderForm, renderSignInAgain } from './pages.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getQueryValue,
  rateLimited,
  raw,
  send,
  sendForm,
  sendPage,
  type Visit,
} from './visit.ts'

const title = 'Security of my account'

const enabling = defineForm('POST /auth/two-factor/enable', {
  groups: ['code'],
  widgets: { code: { label: 'Six digits of the app' } },
})

const disabling = defineForm('POST /auth/two-factor/disable', {
  groups: ['code'],
  widgets: { code: { label: codeLabel } },
})

const renderEnabling = (here: Visit, refused?: RefusedForm) =>
  renderOperationForm(here, enabling, { button: 'Turn on', hidden: { act: 'enable' }, refused })

const renderSetup = (
  here: Visit,
  { secret, qr_svg }: TwoFactorSetup,
) => html`<section class="card"><h2>${here.frame.writer.write('Scan this code with an authenticator app')}</h2>
<p><img alt="${here.frame.writer.write('QR code of the secret')}" width="220" height="220" src="data:image/svg+xml,${encodeURIComponent(qr_svg)}"></p>
<p>${here.frame.writer.writeHtml('Or type the secret into the app: {secret}', { secret: html`<code>${secret}</code>` })}</p>
${renderEnabling(here)}</section>`

function renderState(here: Visit, isEnabled: boolean, refused?: RefusedForm) {
  const { writer } = here.frame
  const { write } = writer
  return isEnabled
    ? html`<section class="card"><h2>${write('The second factor is on')}</h2>
<p>${write('A sign-in needs a code of your authenticator app.')}</p>${renderOperationForm(here, disabling, { button: 'Turn off', hidden: { act: 'disable' }, refused })}</section>`
    : html`<section class="card"><h2>${write('The second factor is off')}</h2>
<p>${write('With a second factor, your password alone is not enough to sign in.')}</p>${renderForm(writer, { hidden: { act: 'set-up' }, button: 'Set up a second factor' })}</section>`
}

const renderCodes = (
  { write }: Writer,
  codes: readonly string[],
) => html`<section class="card"><h2>${write('The second factor is on')}</h2>
<p>${write('Store these recovery codes in a safe place. Each works once if you lose the app; they are shown only now.')}</p>
<pre>${codes.join('\n')}</pre></section>`

/** Shows what was refused, and the way to a new sign-in where that is what it needs. */
const sendRefusal = (here: Visit, failure: Failure, content: Fragment) =>
  sendPage(here, title, [renderSignInAgain(here.frame, failure), content], failure.status)

export function registerSecurityPages(app: App, visit: CreateVisit) {
  app.get('/app/security', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const state = await get(here, 'GET /auth/two-factor')
    return state.ok ? sendPage(here, title, renderState(here, state.data.enabled)) : showFailure(here, state)
  })

  app.post('/app/security', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const act = getFormField(request, 'act')
    if (act === 'set-up') {
      const setup = await send(here, 'POST /auth/two-factor/setup')
      return setup.ok
        ? sendPage(here, title, renderSetup(here, setup.data))
        : sendRefusal(here, setup, renderAlert(setup))
    }
    if (act === 'enable') {
      const enabled = await sendOperationForm(here, enabling, { parameters: {} })
      if (enabled.ok) return sendPage(here, title, renderCodes(here.frame.writer, enabled.data.recovery_codes))
      return sendRefusal(here, enabled, renderEnabling(here, enabled))
    }
    const disabled = await sendOperationForm(here, disabling, { parameters: {} })
    if (disabled.ok) return sendPage(here, title, renderState(here, false))
    return sendRefusal(here, disabled, renderState(here, true, disabled))
  })
}

/** Behind the link in the mail about a sign-in from a new device. */
export function registerSessionEndPages(app: App, visit: CreateVisit, { basePath }: Config) {
  const heading = 'End the session?'
  const end = { button: 'End the session' } as const
  app.get('/app/end-session', { config: raw }, (request, reply) => sendForm(visit(request, reply), heading, end))
  app.post('/app/end-session', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { token: getQueryValue(request, 'token') }
    const answer = await send(here, 'POST /auth/sessions/end', {}, body)
    const { write, writeHtml } = here.frame.writer
    const link = html`<p>${writeHtml('The device is signed out. Now {link}.', {
      link: html`<a href="${basePath}/app/forgot-password">${write('choose a new password')}</a>`,
    })}</p>`
    return answer.ok
      ? sendPage(here, 'The session has ended', link)
      : sendPage(here, heading, renderAlert(answer), answer.status)
  })
}
