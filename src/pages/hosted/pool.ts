/** The HTML of the pages of talent pools. */

import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { TalentPoolEntry } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { type RefusedForm, renderOperationForm, renderRefusal } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

function describeRequest(writer: Writer, entry: TalentPoolEntry): string {
  const { write, wording } = writer
  const { keeper, company, consent_until, requested_until } = entry
  if (requested_until !== null) return describeExtension(writer, entry, requested_until)
  const [name, day] = [{ verbatim: keeper.name }, { verbatim: formatDay(consent_until, wording) }]
  return company === null
    ? write('{name} asks to keep you in a personal talent pool until {day}.', { name, day })
    : write('{name} asks to keep you in the talent pool of {company} until {day}.', {
        name,
        company: { verbatim: company.name },
        day,
      })
}

function describeExtension({ write, wording }: Writer, entry: TalentPoolEntry, requestedUntil: string): string {
  const { keeper, requester, company, consent_until } = entry
  const values = {
    name: { verbatim: (requester ?? keeper).name },
    day: { verbatim: formatDay(requestedUntil, wording) },
    end: { verbatim: formatDay(consent_until, wording) },
  }
  return company === null
    ? write('{name} asks to keep you in a personal talent pool until {day}, instead of {end}.', values)
    : write('{name} asks to keep you in the talent pool of {company} until {day}, instead of {end}.', {
        ...values,
        company: { verbatim: company.name },
      })
}

type Answer = 'consented' | 'declined' | 'extended' | 'not_extended'

/** Renders the request with the ways to answer it. */
export function renderRequest(writer: Writer, entry: TalentPoolEntry) {
  const { write } = writer
  const { requested_until } = entry
  const isGiven = entry.status === 'consented'
  const renderAnswer = (answer: Answer, button: PlainTemplate, isQuiet: boolean) => {
    const end = answer === 'extended' && requested_until !== null ? { requested_until } : {}
    return renderForm(writer, { hidden: { answer, ...end }, button, isQuiet })
  }
  return html`<p class="lede" dir="auto">${describeRequest(writer, entry)}</p>
${isGiven && html`<p role="status">${write('You have agreed. You can withdraw your consent here at any time.')}</p>`}
<p>${write('They see your name, your picture and your e-mail address, and may write notes that you do not see. It ends by itself on that day.')}</p>
${requested_until !== null && html`<p>${write('If you do not agree, nothing changes: it ends by itself on the present day.')}</p>`}
<div class="answers">${
    requested_until !== null && [
      renderAnswer('extended', 'Agree to the later day', false),
      renderAnswer('not_extended', 'Keep the present day', true),
    ]
  }${!isGiven && renderAnswer('consented', 'Accept', false)}${renderAnswer('declined', isGiven ? 'Withdraw my consent' : 'Decline', true)}</div>`
}

export const extension = defineForm('POST /talent-pool/{id}/extension', {
  groups: ['consent_until'],
  widgets: { consent_until: { input: 'date', label: 'Until' } },
})

/** Renders an entry for those who keep it, with a form that asks the person for a later end. */
export function renderKeptEntry(here: Visit, entry: TalentPoolEntry, refused: RefusedForm | undefined): Html {
  const { write, wording } = here.frame.writer
  const { user, company, consent_until, status, requested_until } = entry
  return html`<p class="lede"><bdi>${user.name}</bdi> <span class="tag">${write(stateNames[status])}</span></p>
<p class="soft">${company !== null && html`<bdi>${company.name}</bdi> · `}${write('Until {day}', { day: { verbatim: formatDay(consent_until, wording) } })}</p>
${
  requested_until !== null &&
  html`<p role="status">${write('The person is asked to stay until {day}, and has not answered yet.', { day: { verbatim: formatDay(requested_until, wording) } })}</p>`
}
${
  status === 'consented' && requested_until === null
    ? renderOperationForm(here, extension, { button: 'Ask for longer', refused })
    : renderRefusal(refused)
}`
}

const stateNames = { pending: 'Not answered yet', consented: 'Agreed' } as const satisfies Record<string, PlainTemplate>

/** Renders the people whom the visitor keeps. */
export function renderEntries({ write, wording }: Writer, entries: readonly TalentPoolEntry[], base: string) {
  if (entries.length === 0) return html`<p class="lede">${write('There are none yet.')}</p>`
  return html`<ul class="rows">${entries.map(
    ({ id, user, company, consent_until, status }) =>
      html`<li><h2><a href="${base}/app/talent-pool/${id}"><bdi>${user.name}</bdi></a> <span class="tag">${write(stateNames[status])}</span></h2>
<p class="soft">${company !== null && html`<bdi>${company.name}</bdi> · `}${write('Until {day}', { day: { verbatim: formatDay(consent_until, wording) } })}</p></li>
`,
  )}</ul>`
}

/** Renders who keeps the visitor, or asks to. */
export const renderConsents = ({ write, wording }: Writer, entries: readonly TalentPoolEntry[], base: string): Html =>
  html`<section><h2>${write('Who keeps you')}</h2>
<ul class="rows">${entries.map(
    ({ id, keeper, company, consent_until, status }) =>
      html`<li><h2><a href="${base}/app/talent-pool/${id}"><bdi>${company?.name ?? keeper.name}</bdi></a> <span class="tag">${write(stateNames[status])}</span></h2>
<p class="soft">${write('Until {day}', { day: { verbatim: formatDay(consent_until, wording) } })}</p></li>
`,
  )}</ul></section>`
