/** Pages of the visitor's settings, of the export of their data and of the end of their account. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Body, User } from '../contract.ts'
import type { Failure, Success } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { getAll, showFailure } from './object-routes.ts'
import { renderSaved, renderSignInAgain } from './pages.ts'
import { createNoCredential, readCredential, renderPasskeys } from './passkeys.ts'
import { fetchMethods } from './provider-routes.ts'
import {
  buildPreferences,
  emailFields,
  passwordFields,
  renderContents,
  renderDeletion,
  renderEmail,
  renderFarewell,
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
  readFields,
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
    if (!answer.ok)
      return answer.status === 401 ? showFailure(here, answer) : showSettings(here, config, { act, answer })
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

type Done = Success<unknown> | Failure

/** Saves one form of the page. */
function saveSettings(here: Visit, { id }: User, act: string): Promise<Done> {
  const read = (name: string) => getFormField(here.request, name)
  const change = (body: Body<'PUT /users/{id}'>) => send(here, 'PUT /users/{id}', { id }, body)
  const value = read('value')
  const credential = readCredential(here.request)
  const none = Promise.resolve(createNoCredential(here.frame.writer))
  const acts: Record<string, () => Promise<Done>> = {
    region: () => change({ locale: read('locale') || null, timezone: read('timezone') || null }),
    notifications: () => send(here, 'PUT /notifications/preferences', {}, buildPreferences(read)),
    email: () => change(omitEmptyPassword(readFields(here.request, emailFields))),
    password: () => change(omitEmptyPassword(readFields(here.request, passwordFields))),
    unlink: () => send(here, 'POST /auth/{provider}/unlink', { provider: value }),
    'add-passkey': () =>
      credential === null ? none : send(here, 'POST /auth/passkeys', {}, { name: read('name'), credential }),
    'remove-passkey': () => send(here, 'DELETE /auth/passkeys/{id}', { id: value }),
    'end-session': () => send(here, 'DELETE /auth/sessions/{id}', { id: value }),
    'end-all': () => send(here, 'POST /auth/logout-all'),
  }
  return Object.hasOwn(acts, act) ? (acts[act]?.() ?? none) : none
}

/** An account without a password has no present one. */
const omitEmptyPassword = ({ current_password = '', ...fields }: Record<string, string>) => ({
  ...fields,
  ...(current_password !== '' && { current_password }),
})

interface Refused {
  act: string
  answer: Failure
}

const shownFields: Readonly<Record<string, readonly string[]>> = {
  region: ['locale', 'timezone'],
  email: emailFields,
  password: passwordFields,
  'add-passkey': ['name'],
}

async function showSettings(here: Visit, config: Config, refused?: Refused) {
  const { writer, base } = here.frame
  const [me, preferences, sessions, passkeys, methods] = await Promise.all([
    get(here, 'GET /auth/me'),
    get(here, 'GET /notifications/preferences'),
    getAll(here, 'GET /auth/sessions', {}),
    getAll(here, 'GET /auth/passkeys', {}),
    fetchMethods(here),
  ])
  if (!me.ok) return showFailure(here, me)
  const account = me.data
  const timezone = account.timezone ?? config.timezone
  const stateOf = (act: string, stored: Record<string, string> = {}) =>
    refused?.act === act
      ? { writer, values: readFields(here.request, shownFields[act] ?? []), errors: refused.answer.errors }
      : { writer, values: stored, errors: {} }
  const hasPassword = methods.password || account.login_methods.includes('password')
  const region = { locale: account.locale?.split('-')[0] ?? '', timezone: account.timezone ?? '' }
  const content = [
    refused === undefined && renderSaved(writer, getQueryValue(here.request, 'saved')),
    refused && renderFormAlert(refused.answer, shownFields[refused.act] ?? []),
    refused && renderSignInAgain(here.frame, refused.answer),
    renderContents(writer, hasPassword),
    renderRegion(stateOf('region', region), config.timezone),
    preferences.ok && renderPreferences(writer, preferences.data),
    renderEmail(stateOf('email'), account, methods.password && account.login_methods.includes('password')),
    hasPassword && renderPassword(stateOf('password'), account),
    renderSignInWays(writer, { account, providers: methods.providers }, base),
    passkeys.ok && renderPasskeys(stateOf('add-passkey'), { passkeys: passkeys.data, timezone, base }),
    sessions.ok && renderSessions(writer, { sessions: sessions.data, timezone }),
    renderFarewell(writer, base),
  ]
  return sendPasskeyPage(here, { heading: title, content, isList: true, status: refused?.answer.status ?? 200 })
}

const deletionTitle = 'Delete my account'

function registerDeletion(app: App, visit: CreateVisit, config: Config) {
  const showDeletion = async (here: Visit, failure?: Failure) => {
    const { writer } = here.frame
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const state = { writer, values: {}, errors: failure?.errors ?? {} }
    const content = [
      failure && renderFormAlert(failure, ['email']),
      failure && renderSignInAgain(here.frame, failure),
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
