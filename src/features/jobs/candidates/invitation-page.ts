import { html } from '#core/html.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translate.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import { choices } from './invitations.ts'

export interface InvitationPage {
  /** Null when the data are erased. */
  candidate: {
    invitation: Sentence
    source: Sentence
    name: string
    email: string
    /** What came of an acceptance; null before. */
    outcome: Sentence | null
  } | null
  base: string
  /** Where the form is sent to. */
  action: string
  /** The signature of the link, which the form repeats. */
  proof: { expires: string; signature: string }
}

/** Renders the page where an imported candidate applies, or has the data erased, without signing in. */
export function renderInvitationPage(writer: Writer, { candidate, base, action, proof }: InvitationPage): string {
  const { write, wording } = writer
  const title = write('You are invited to apply')
  const body =
    candidate === null
      ? html`<h1>${title}</h1>
<p class="lede" role="status">${write('Nothing is stored about you here.')}</p>`
      : html`<h1>${title}</h1>
<p class="lede">${translate(candidate.invitation, wording)}</p>
${candidate.outcome === null ? null : html`<p role="status">${translate(candidate.outcome, wording)}</p>`}
<section class="card">
<p><bdi>${candidate.name}</bdi>, <bdi>${candidate.email}</bdi></p>
<p>${translate(candidate.source, wording)}</p>
<p>${translate(choices, wording)}</p>
<form method="post" action="${action}" class="stacked">
<input type="hidden" name="expires" value="${proof.expires}"><input type="hidden" name="signature" value="${proof.signature}">
<div class="answers">${
          candidate.outcome === null ? html`<button name="answer" value="accepted">${write('Accept')}</button>` : null
        }
<button name="answer" value="declined">${write('Erase my data')}</button></div>
</form>
</section>`
  return renderLayout({ writer, title, base, body })
}
