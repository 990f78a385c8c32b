import { html } from '#core/html.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { LinkedContent, RenderForm } from '#pages/linked-page-routes.ts'
import type { Writer } from '#pages/writer.ts'
import { choices } from './invitations.ts'

interface InvitedCandidate {
  invitation: Sentence
  source: Sentence
  name: string
  email: string
  /** What came of an acceptance; null before. */
  outcome: Sentence | null
}

/** Renders the page where an imported candidate applies, or has the data erased; null when they are erased. */
export function renderInvitation(
  { write, wording }: Writer,
  candidate: InvitedCandidate | null,
  renderForm: RenderForm,
): LinkedContent {
  const title = write('You are invited to apply')
  if (candidate === null)
    return { title, body: html`<p class="lede" role="status">${write('Nothing is stored about you here.')}</p>` }
  const { outcome } = candidate
  const answers = html`<div class="answers">${outcome === null ? html`<button name="answer" value="accepted">${write('Accept')}</button>` : null}
<button name="answer" value="declined">${write('Erase my data')}</button></div>`
  const body = html`<p class="lede">${translate(candidate.invitation, wording)}</p>
${outcome === null ? null : html`<p role="status">${translate(outcome, wording)}</p>`}
<section class="card">
<p><bdi>${candidate.name}</bdi>, <bdi>${candidate.email}</bdi></p>
<p>${translate(candidate.source, wording)}</p>
<p>${translate(choices, wording)}</p>
${renderForm(answers, 'stacked')}
</section>`
  return { title, body }
}
