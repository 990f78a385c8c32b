/** The page on which a form stood that has waited for the sign-in. */

import { html } from '#core/html.ts'
import { decryptForm, type KeptForm } from '#http/form-sealing.ts'
import { keptFormId, openedForm } from './kept-forms.ts'
import { sendPage, type Visit } from './visit.ts'

const headerNames = ['content-security-policy', 'cache-control', 'referrer-policy', 'content-type', 'content-language']

/** Shows the form that has waited, and returns whether there is one for the visitor. */
export async function showKeptForm(here: Visit): Promise<boolean> {
  const account = await here.findAccount()
  if (here.sealedForm === '' || account === null) return false
  const { config, clock } = here.request.ctx
  const form = await decryptForm(config.appSecret, here.sealedForm, account.id, clock.now())
  if (form === null) return false
  // Awaited within, because the request begins with that.
  const page = await openedForm.run(form, async () => await here.openPage(form.page))
  if (page.statusCode === 200 && page.body.includes(`id="${keptFormId}"`)) {
    for (const name of headerNames) here.reply.header(name, page.headers[name])
    // Fastify sends it, and records when it cannot.
    void here.reply.send(page.body)
  } else await sendTexts(here, form)
  return true
}

/** A shorter text is soon typed again. */
const minTextLength = 20

/** Shows what was typed where the page has the form no more. */
function sendTexts(here: Visit, { page, fields }: KeptForm) {
  const { writer, base } = here.frame
  const texts = fields.map(([, value]) => value).filter((value) => value.length >= minTextLength)
  return sendPage(here, 'What you typed', [
    html`<p>${writer.write('Nothing was sent. Copy what you need, and send it from the page again.')}</p>`,
    texts.map((text) => html`<pre class="text" dir="auto" tabindex="0">${text}</pre>`),
    html`<p><a href="${base}${page}">${writer.write('Back to the page')}</a></p>`,
  ])
}
