import { type Html, html } from '#core/html.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { LinkedContent, RenderForm } from '#pages/linked-page-routes.ts'
import type { Writer } from '#pages/writer.ts'
import { consequences, extensionConsequences } from './mails.ts'

interface ConsentPage {
  /** What the person was asked; null when the entry is gone. */
  request: Sentence | null
  isGiven: boolean
  /** The later end that the person is asked for; null without such a request. */
  requestedUntil: string | null
}

/** Renders the page where a person answers a request of a talent pool, or withdraws the consent. */
export function renderConsent(
  writer: Writer,
  { request, ...page }: ConsentPage,
  renderForm: RenderForm,
): LinkedContent {
  const { write, wording } = writer
  const body =
    request === null
      ? html`<p class="lede" role="status">${write('You are not in this talent pool.')}</p>`
      : html`<p class="lede">${translate(request, wording)}</p>
${page.isGiven ? html`<p role="status">${write('You have agreed. You can withdraw your consent here at any time.')}</p>` : null}
<section class="card">
<p>${translate(consequences, wording)}</p>
${page.requestedUntil === null ? null : html`<p>${translate(extensionConsequences, wording)}</p>`}
${renderForm(renderAnswers(writer, page), 'stacked')}
</section>`
  return { title: write('Talent pool'), body }
}

const renderAnswers = (
  { write }: Writer,
  { isGiven, requestedUntil }: Omit<ConsentPage, 'request'>,
): Html => html`${requestedUntil === null ? null : html`<input type="hidden" name="requested_until" value="${requestedUntil}">`}
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
}</div>`
