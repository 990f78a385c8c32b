/** Sign-in and sign-out of the hosted pages. */

import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import { showKeptForm } from './kept-form-page.ts'
import { sendOperationForm } from './operation-forms.ts'
import { renderAlert } from './pages.ts'
import { createNoCredential, readCredential } from './passkeys.ts'
import { closeSession, getNextPath, openSession, respondToLogin, secondStep, sendSecondStep } from './sign-in.ts'
import { sendSignIn, signIn } from './sign-in-page.ts'
import { type CreateVisit, getFormField, rateLimited, raw, send, type Visit } from './visit.ts'

const sendRefusal = (config: Config, visit: Visit, failure: Failure) =>
  sendSignIn(config, visit, { alert: renderAlert(failure), status: failure.status })

export function registerSignInPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath } = config
  app.get('/app/sign-in', { config: raw }, (request, reply) => sendSignIn(config, visit(request, reply)))

  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await sendOperationForm(here, signIn, { parameters: {} })
    if (!answer.ok) return sendSignIn(config, here, { refused: answer })
    return respondToLogin(config, here, answer.data, getNextPath(request))
  })

  app.post('/app/sign-in/code', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await sendOperationForm(here, secondStep, { parameters: {} })
    if (answer.ok) return openSession(config, here, answer.data, getNextPath(request))
    if ('challenge' in answer.errors) return sendRefusal(config, here, answer)
    const methods = getFormField(request, 'methods').split(' ')
    return sendSecondStep(config, here, { methods, next: getNextPath(request), refused: answer })
  })

  app.post('/app/sign-in/passkey', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const credential = readCredential(request)
    if (credential === null) return sendRefusal(config, here, createNoCredential(here.frame.writer))
    const answer = await send(here, 'POST /auth/passkeys/login', {}, { credential })
    if (!answer.ok) return sendRefusal(config, here, answer)
    return openSession(config, here, answer.data, getNextPath(request))
  })

  // For who has signed in at a provider, in another tab.
  app.post('/app/kept-form', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const isSignedIn = (await here.findAccount()) !== null
    if (!isSignedIn) return sendSignIn(config, here)
    return (await showKeptForm(here)) ? reply : reply.redirect(`${basePath}/app`, 303)
  })

  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (here.token !== undefined) await send(here, 'POST /auth/logout')
    return closeSession(config, here).redirect(`${basePath}/app/sign-in`, 303)
  })
}
