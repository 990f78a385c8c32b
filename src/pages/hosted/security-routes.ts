/** The second factor of the visitor, and the end of a session that another person started. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { codeLabel, renderAlert, renderForm } from './pages.ts'
import {
  type CreateVisit,
  foreignFormContent,
  getFormField,
  getQueryValue,
  isForeignOrigin,
  rateLimited,
  raw,
  sendPage,
} from './visit.ts'

const title = 'Security of my account'

interface Setup {
  secret: string
  qr_svg: string
}

const setUpForm = renderForm([{ name: 'act', label: '', type: 'hidden', value: 'set-up' }], 'Set up a second factor')

const renderCodeForm = (act: 'enable' | 'disable', button: string) =>
  renderForm(
    [
      { name: 'act', label: '', type: 'hidden', value: act },
      {
        name: 'code',
        label: act === 'enable' ? 'Six digits of the app' : codeLabel,
        type: 'text',
        autocomplete: 'one-time-code',
      },
    ],
    button,
  )

const renderSetup = ({
  secret,
  qr_svg,
}: Setup) => html`<section class="card"><h2>Scan this code with an authenticator app</h2>
<p><img alt="QR code of the secret" width="220" height="220" src="data:image/svg+xml,${encodeURIComponent(qr_svg)}"></p>
<p>Or type the secret into the app: <code>${secret}</code></p>
${renderCodeForm('enable', 'Turn on')}</section>`

const renderState = (isEnabled: boolean) =>
  isEnabled
    ? html`<section class="card"><h2>The second factor is on</h2>
<p>A sign-in needs a code of your authenticator app.</p>${renderCodeForm('disable', 'Turn off')}</section>`
    : html`<section class="card"><h2>The second factor is off</h2>
<p>With a second factor, your password alone is not enough to sign in.</p>${setUpForm}</section>`

const renderCodes = (codes: readonly string[]) => html`<section class="card"><h2>The second factor is on</h2>
<p>Store these recovery codes in a safe place. Each works once if you lose the app; they are shown only now.</p>
<pre>${codes.join('\n')}</pre></section>`

export function registerSecurityPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/security', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const state = await here.call<{ enabled: boolean }>({ method: 'GET', path: '/auth/two-factor' })
    return state.ok ? sendPage(here, title, renderState(state.data.enabled)) : showFailure(here, state)
  })

  app.post('/app/security', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config)) return sendPage(here, title, foreignFormContent, 403)
    const act = getFormField(request, 'act')
    const body = { code: getFormField(request, 'code') }
    if (act === 'set-up') {
      const setup = await here.call<Setup>({ method: 'POST', path: '/auth/two-factor/setup' })
      return setup.ok
        ? sendPage(here, title, renderSetup(setup.data))
        : sendPage(here, title, renderAlert(setup), setup.status)
    }
    if (act === 'enable') {
      const enabled = await here.call<{ recovery_codes: string[] }>({
        method: 'POST',
        path: '/auth/two-factor/enable',
        body,
      })
      if (enabled.ok) return sendPage(here, title, renderCodes(enabled.data.recovery_codes))
      return sendPage(here, title, [renderAlert(enabled), renderCodeForm('enable', 'Turn on')], enabled.status)
    }
    const disabled = await here.call({ method: 'POST', path: '/auth/two-factor/disable', body })
    if (disabled.ok) return sendPage(here, title, renderState(false))
    return sendPage(here, title, [renderAlert(disabled), renderState(true)], disabled.status)
  })
}

/** Behind the link in the mail about a sign-in from a new device. */
export function registerSessionEndPages(app: App, visit: CreateVisit, { basePath }: Config) {
  const heading = 'End the session?'
  const end = renderForm([], 'End the session')
  app.get('/app/end-session', { config: raw }, (request, reply) => sendPage(visit(request, reply), heading, end))
  app.post('/app/end-session', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { token: getQueryValue(request, 'token') }
    const answer = await here.call({ method: 'POST', path: '/auth/sessions/end', body })
    const link = html`<p>The device is signed out. Now <a href="${basePath}/app/forgot-password">choose a new password</a>.</p>`
    return answer.ok
      ? sendPage(here, 'The session has ended', link)
      : sendPage(here, heading, renderAlert(answer), answer.status)
  })
}
