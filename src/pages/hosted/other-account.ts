/**
 * A form that was made for one account does nothing in another that was signed in since, in another tab of the browser: the
 * visitor is asked, and what was typed is kept.
 */

import { html } from '#core/html.ts'
import type { Fields } from '#http/form-sealing.ts'
import type { App } from '#http/routes.ts'
import { sendEndedSession } from './ended-session.ts'
import { accountField } from './form-marks.ts'
import { omitSecrets, secretFields } from './kept-forms.ts'
import { type CreateVisit, get, sendPage, type Visit, type VisitorAccount } from './visit.ts'

/** Forms that act for whom their password or the link of a mail names, or that only end the session: they do not depend on the account. */
const independentPath =
  /^\/app\/(end-session|forgot-password|kept-form|reject-email|reset-password|sign-in|sign-out|sign-up|verify-email|welcome)(\/|$)/

/** Returns the account that is signed in when the form was made for another; null when it may act, or as whom it acts is not known. */
async function findOtherAccount(here: Visit, fields: Fields): Promise<VisitorAccount | null> {
  const accountId = fields.find(([name]) => name === accountField)?.[1]
  if (accountId === undefined || independentPath.test(here.frame.path)) return null
  const account = await here.findAccount()
  return account === null || String(account.id) === accountId ? null : account
}

/** Asks whether the form shall act in the account that is signed in. The page gives its form that account, as all pages do. */
function sendQuestion(here: Visit, { name, email }: VisitorAccount, fields: Fields, hasFile: boolean) {
  const { writer, base } = here.frame
  const { write, writeHtml } = writer
  const kept = omitSecrets(fields)
  const hasSecret = fields.some(([field, value]) => secretFields.includes(field) && value !== '')
  const account = html`<bdi>${name}</bdi>${email !== '' && html` (<bdi>${email}</bdi>)`}`
  const link = html`<a href="${base}/app/sign-in" target="_blank">${write('Sign in')}</a>`
  const isMultipart = here.request.headers['content-type']?.startsWith('multipart/') === true
  const content = html`<div class="alert" role="alert"><p>${writeHtml('You are signed in as {account} now, and this form was opened with another account. Nothing was done.', { account })}</p></div>
<p>${write('What you typed is kept. Go on only if it is meant for this account.')}</p>
${(hasFile || hasSecret) && html`<p>${write('Files, passwords and codes are not kept. You can add them afterwards.')}</p>`}
<form class="stacked" method="post"${isMultipart && html` enctype="multipart/form-data"`}>
${kept.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
<button>${writeHtml('Go on as {name}', { name })}</button></form>
<p>${writeHtml('{link} with the other account in a new tab and reload this page to send the form there.', { link })}</p>`
  return sendPage(here, 'Another account is signed in', content, 409)
}

/** Responds with the question when the fields are those of a form for another account, and returns whether it has. */
export async function respondToOtherAccount(here: Visit, fields: Fields, hasFile = false): Promise<boolean> {
  const account = await findOtherAccount(here, fields)
  if (account === null) return false
  await sendQuestion(here, account, fields, hasFile)
  return true
}

/** Responds with the sign-in, which keeps what was typed, when the session has ended in which the form was opened; returns whether it has. */
export async function respondToEndedSession(here: Visit, fields: Fields, hasFile = false): Promise<boolean> {
  const accountId = Number(fields.find(([name]) => name === accountField)?.[1])
  if (!Number.isSafeInteger(accountId) || independentPath.test(here.frame.path)) return false
  if ((await here.findAccount()) !== null) return false
  const me = await get(here, 'GET /auth/me')
  if (me.ok || me.status !== 401) return false
  await sendEndedSession(here, { accountId, fields, hasFile })
  return true
}

/** A field that was sent several times has a list of texts. */
const listFields = (body: unknown): Fields =>
  Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(([name, value]) =>
    [value].flat().flatMap((text) => (typeof text === 'string' ? [[name, text] as const] : [])),
  )

/** Holds back forms for other accounts and of ended sessions on all routes of the scope; `receiveUpload` does it for those with files. */
export function registerAccountCheck(scope: App, visit: CreateVisit): void {
  scope.addHook('preHandler', async (request, reply) => {
    const here = visit(request, reply)
    const fields = listFields(request.body)
    return (await respondToOtherAccount(here, fields)) || (await respondToEndedSession(here, fields))
      ? reply
      : undefined
  })
}
