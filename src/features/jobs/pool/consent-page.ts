import { type Html, html } from '#core/html.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translate.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import { consequences, extensionConsequences } from './mails.ts'

interface ConsentPage {
  /** What the person was asked; null when the entry is gone. */
  request: Sentence | null
  isGiven: boolean
  /** The later end that the person is asked for; null without such a request. */
  requestedUntil: string | null
  base: string
  /** Where the form is sent to. */
  action: string
  /** The signature of the link, which the form repeats. */
  proof: { expires: string; signature: string }
}

/** Renders the page where a person answers a request of a talent pool, or withdraws the consent, without signing in. */
export function renderConsentPage(writer: Writer, { request, ...page }: ConsentPage): string {
  const { write, wording } = writer
  const title = write('Talent pool')
  const body =
    request === null
      ? html`<h1>${title}</h1>
<p class="lede" role="status">${write('You are not in this talent pool.')}</p>`
      : html`<h1>${title}</h1>
<p class="lede">${translate(request, wording)}</p>
${page.isGiven ? html`<p role="status">${write('You have agreed. You can withdraw your consent here at any time.')}</p>` : null}
<section class="card">
<p>${translate(consequences, wording)}</p>
${page.requestedUntil === null ? null : html`<p>${translate(extensionConsequences, wording)}</p>`}
${renderForm(writer, page)}
</section>`
  return renderLayout({ writer, title, base: page.base, body })
}

const renderForm = (
  { write }: Writer,
  { action, proof, isGiven, requestedUntil }: Omit<ConsentPage, 'request'>,
): Html => html`<form method="post" action="${action}" class="stacked">
<input type="hidden" name="expires" value="${proof.expires}"><input type="hidden" name="signature" value="${proof.signature}">
${requestedUntil === null ? null : html`<input type="hidden" name="requested_until" value="${requestedUntil}">`}
<div class="answers">${
  requestedUntil === null
    ? null
    : html`<button name="answer" value="extended">${write('Agree to the later day')}</button>
<button name="answer" value="not_extended">${write('Keep the present day')}</button>`
}${
  isGiven
    ? html`<button name="answer" value="declined">${write('Withdraw my consent')}</button>`
    : html`<button name="answer" value="consented">${write('Accept')}</button>
<button name="answer" value="declined">${write('Decline')}</button>`
}</div>
</form>`
