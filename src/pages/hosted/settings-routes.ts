/** Pages of the visitor's settings, of the export of their data and of the end of their account. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { User } from '../contract.ts'
import type { Failure, Success } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusedAct, sendOperationForm } from './operation-forms.ts'
import { renderSaved, renderSignInAgain } from './pages.ts'
import { createNoCredential, newPasskey, readCredential, renderPasskeys } from './passkeys.ts'
import { fetchMethods } from './provider-routes.ts'
import {
  email,
  type Losses,
  newPassword,
  preferences,
  region,
  renderContents,
  renderDeletion,
  renderEmail,
  renderFarewell,
  renderLosses,
  renderPassword,
  renderPreferences,
  renderRegion,
  renderSessions,
  renderSignInWays,
} from './settings.ts'
import { closeSession } from './sign-in.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getQueryValue,
  rateLimited,
  raw,
  send,
  sendPage,
  sendPasskeyPage,
  type Visit,
} from './visit.ts'

const title = 'Settings'

export function registerSettingsPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/settings', { config: raw }, (request, reply) => showSettings(visit(request, reply), config))

  app.post('/app/settings', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const act = getFormField(request, 'act')
    const answer = await saveSettings(here, me.data, act)
    if (!answer.ok) return showSettings(here, config, answer)
    if (act === 'end-all') return closeSession(config, here).redirect(`${config.basePath}/app/sign-in`, 303)
    return reply.redirect(`${config.basePath}/app/settings?saved=${act}`, 303)
  })

  app.get('/app/settings/export', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const file = await here.fetchFile('GET /users/{id}/export', { id: me.data.id })
    if (!file.ok) return showFailure(here, file)
    return reply
      .headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .header('Content-Disposition', 'attachment; filename="my-data.json"')
      .send(file.content)
  })

  registerDeletion(app, visit, config)
}

type Done = Success<unknown> | Failure | RefusedForm

/** Saves one form of the page. */
function saveSettings(here: Visit, { id }: User, act: string): Promise<Done> {
  const read = (name: string) => getFormField(here.request, name)
  const change = (form: typeof region) => sendOperationForm(here, form, { parameters: { id } })
  const further = { credential: readCredential(here.request) }
  const value = read('value')
  const none = Promise.resolve(createNoCredential(here.frame.writer))
  const acts: Record<string, () => Promise<Done>> = {
    region: () => change(region),
    notifications: () => sendOperationForm(here, preferences, { parameters: {} }),
    email: () => change(email),
    password: () => change(newPassword),
    unlink: () => send(here, 'POST /auth/{provider}/unlink', { provider: value }),
    'add-passkey': () =>
      further.credential === null ? none : sendOperationForm(here, newPasskey, { parameters: {}, further }),
    'remove-passkey': () => send(here, 'DELETE /auth/passkeys/{id}', { id: value }),
    'end-session': () => send(here, 'DELETE /auth/sessions/{id}', { id: value }),
    'end-all': () => send(here, 'POST /auth/logout-all'),
  }
  return Object.hasOwn(acts, act) ? (acts[act]?.() ?? none) : none
}

async function showSettings(here: Visit, config: Config, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const [me, wanted, sessions, passkeys, methods] = await Promise.all([
    get(here, 'GET /auth/me'),
    get(here, 'GET /notifications/preferences'),
    getAll(here, 'GET /auth/sessions', {}),
    getAll(here, 'GET /auth/passkeys', {}),
    fetchMethods(here),
  ])
  if (!me.ok) return showFailure(here, me)
  const account = me.data
  const timezone = account.timezone ?? config.timezone
  const part = { account, refused }
  const hasPassword = methods.password || account.login_methods.includes('password')
  const content = [
    refused === undefined && renderSaved(writer, getQueryValue(here.request, 'saved')),
    renderRefusedAct(refused),
    refused && renderSignInAgain(here.frame, refused),
    renderContents(writer, hasPassword),
    renderRegion(here, part, config.timezone),
    wanted.ok && renderPreferences(here, wanted.data, refused),
    renderEmail(here, part, methods.password && account.login_methods.includes('password')),
    hasPassword && renderPassword(here, part),
    renderSignInWays(writer, { account, providers: methods.providers }, base),
    passkeys.ok && renderPasskeys(here, { passkeys: passkeys.data, timezone, refused }),
    sessions.ok && renderSessions(writer, { sessions: sessions.data, timezone }),
    renderFarewell(writer, base),
  ]
  return sendPasskeyPage(here, { heading: title, content, isList: true, status: refused?.status ?? 200 })
}

/** Reads what a person loses with the account. */
async function readLosses(here: Visit): Promise<Losses> {
  const [subscription, applications] = await Promise.all([
    get(here, 'GET /subscriptions/current'),
    getAll(here, 'GET /job-applications', {}),
  ])
  const open = applications.ok
    ? applications.data.filter(({ status }) => status !== 'rejected' && status !== 'hired')
    : []
  const { base } = here.frame
  if (!subscription.ok || subscription.data.plan.price === 0) return { plan: null, openApplications: open.length, base }
  const { plan, expires_at, next_billing_date } = subscription.data
  return { plan: { name: plan.name, until: expires_at ?? next_billing_date }, openApplications: open.length, base }
}

const deletionTitle = 'Delete my account'

function registerDeletion(app: App, visit: CreateVisit, config: Config) {
  const showDeletion = async (here: Visit, failure?: Failure) => {
    const { writer } = here.frame
    const [me, losses] = await Promise.all([get(here, 'GET /auth/me'), readLosses(here)])
    if (!me.ok) return showFailure(here, me)
    const state = { writer, values: {}, errors: failure?.errors ?? {} }
    const content = [
      failure && renderFormAlert(writer, failure, ['email']),
      failure && renderSignInAgain(here.frame, failure),
      renderLosses(writer, losses),
      renderDeletion(state, me.data.email || me.data.name),
    ]
    return sendPage(here, deletionTitle, content, failure?.status ?? 200)
  }

  app.get('/app/settings/delete', { config: raw }, (request, reply) => showDeletion(visit(request, reply)))

  app.post('/app/settings/delete', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const { write } = here.frame.writer
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const isConfirmed =
      getFormField(request, 'email').trim().toLowerCase() === (me.data.email || me.data.name).toLowerCase()
    const message = write('This is not the address of the account.')
    const wrong: Failure = { ok: false, status: 422, message, errors: { email: [message] } }
    const answer = isConfirmed ? await send(here, 'DELETE /users/{id}', { id: me.data.id }) : wrong
    if (!answer.ok) return showDeletion(here, answer)
    // Returns the reply, for chains.
    void closeSession(config, here)
    const signedOut = { ...here, frame: { ...here.frame, isSignedIn: false } }
    return sendPage(signedOut, 'Your account is deleted', html`<p>${write('Thank you for your time here.')}</p>`)
  })
}
