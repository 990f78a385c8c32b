/** The sign-in after a form was sent whose session had ended, and the form on its page afterwards. */

import { html } from '#core/html.ts'
import { encryptForm, type Fields } from '#http/form-sealing.ts'
import { omitSecrets } from './kept-forms.ts'
import { toNextPath } from './sign-in.ts'
import { sendSignIn } from './sign-in-page.ts'
import type { Visit } from './visit.ts'

interface SentForm {
  accountId: number
  fields: Fields
  hasFile: boolean
}

/** Returns the path of the page on which the form stood. */
function getPagePath({ request, frame: { base, path } }: Visit): string {
  const from = URL.parse(request.headers.referer ?? '')?.pathname ?? ''
  const page = from.startsWith(base) ? toNextPath(from.slice(base.length)) : '/app'
  return page === '/app' ? path : page
}

/** Shows the sign-in, and keeps the form until then. */
export async function sendEndedSession(here: Visit, { accountId, fields, hasFile }: SentForm) {
  const { config, clock } = here.request.ctx
  const { path, writer } = here.frame
  const page = getPagePath(here)
  const form = { path, page, fields: omitSecrets(fields), hasFile }
  const sealed = await encryptForm(config.appSecret, form, accountId, clock.now())
  const alert = html`<div class="alert" role="alert"><p>${writer.write('Your session has ended. Please sign in again.')}</p>
<p>${
    sealed === null
      ? writer.write('What you typed is too long to be kept here. Go back and copy it first.')
      : writer.write('What you typed is kept for an hour, and you get it back when you have signed in.')
  }</p>${hasFile && html`<p>${writer.write('Files, passwords and codes are not kept. You can add them afterwards.')}</p>`}</div>`
  return sendSignIn(config, { ...here, sealedForm: sealed ?? '' }, { alert, status: 401, next: page })
}
