/** The second factor of the visitor, and the end of a session that another person started. */

import type { Config } from '#config.ts'
import { type Fragment, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { TwoFactorSetup } from '../contract.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { showFailure } from './object-routes.ts'
import { codeLabel, type Form, renderAlert, renderForm, renderSignInAgain } from './pages.ts'
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

const setUpForm = {
  fields: [{ name: 'act', label: null, type: 'hidden', value: 'set-up' }],
  button: 'Set up a second factor',
} as const

const codeForm = (act: 'enable' | 'disable', button: PlainTemplate): Form => ({
  fields: [
    { name: 'act', label: null, type: 'hidden', value: act },
    {
      name: 'code',
      label: act === 'enable' ? 'Six digits of the app' : codeLabel,
      type: 'text',
      autocomplete: 'one-time-code',
    },
  ],
  button,
})

const renderSetup = (
  writer: Writer,
  { secret, qr_svg }: TwoFactorSetup,
) => html`<section class="card"><h2>${writer.write('Scan this code with an authenticator app')}</h2>
<p><img alt="${writer.write('QR code of the secret')}" width="220" height="220" src="data:image/svg+xml,${encodeURIComponent(qr_svg)}"></p>
<p>${writer.writeHtml('Or type the secret into the app: {secret}', { secret: html`<code>${secret}</code>` })}</p>
${renderForm(writer, codeForm('enable', 'Turn on'))}</section>`

const renderState = (writer: Writer, isEnabled: boolean) =>
  isEnabled
    ? html`<section class="card"><h2>${writer.write('The second factor is on')}</h2>
<p>${writer.write('A sign-in needs a code of your authenticator app.')}</p>${renderForm(writer, codeForm('disable', 'Turn off'))}</section>`
    : html`<section class="card"><h2>${writer.write('The second factor is off')}</h2>
<p>${writer.write('With a second factor, your password alone is not enough to sign in.')}</p>${renderForm(writer, setUpForm)}</section>`

const renderCodes = (
  { write }: Writer,
  codes: readonly string[],
) => html`<section class="card"><h2>${write('The second factor is on')}</h2>
<p>${write('Store these recovery codes in a safe place. Each works once if you lose the app; they are shown only now.')}</p>
<pre>${codes.join('\n')}</pre></section>`

const sendRefusal = (here: Visit, failure: Failure, content: Fragment = null) =>
  sendPage(here, title, [renderAlert(failure), renderSignInAgain(here.frame, failure), content], failure.status)

export function registerSecurityPages(app: App, visit: CreateVisit) {
  app.get('/app/security', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const state = await get(here, 'GET /auth/two-factor')
    return state.ok
      ? sendPage(here, title, renderState(here.frame.writer, state.data.enabled))
      : showFailure(here, state)
  })

  app.post('/app/security', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const act = getFormField(request, 'act')
    const body = { code: getFormField(request, 'code') }
    if (act === 'set-up') {
      const setup = await send(here, 'POST /auth/two-factor/setup')
      return setup.ok ? sendPage(here, title, renderSetup(here.frame.writer, setup.data)) : sendRefusal(here, setup)
    }
    if (act === 'enable') {
      const enabled = await send(here, 'POST /auth/two-factor/enable', {}, body)
      if (enabled.ok) return sendPage(here, title, renderCodes(here.frame.writer, enabled.data.recovery_codes))
      return sendRefusal(here, enabled, renderForm(here.frame.writer, codeForm('enable', 'Turn on')))
    }
    const disabled = await send(here, 'POST /auth/two-factor/disable', {}, body)
    if (disabled.ok) return sendPage(here, title, renderState(here.frame.writer, false))
    return sendRefusal(here, disabled, renderState(here.frame.writer, true))
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
