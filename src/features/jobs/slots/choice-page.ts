import { type Html, html } from '#core/html.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { type LinkedContent, type RenderForm, renderFacts } from '#pages/linked-page-routes.ts'
import type { Writer } from '#pages/writer.ts'
import type { OfferedSlot } from './schemas.ts'

interface ChoicePage {
  title: string
  /** The zone of the applicant; null for that of each slot. */
  timezone: string | null
  /** Null when the invitation has ended. */
  offers: readonly OfferedSlot[] | null
}

/** Renders the page where an applicant chooses a time for an interview, changes and cancels it. */
export function renderChoice(writer: Writer, page: ChoicePage, renderForm: RenderForm): LinkedContent {
  const { write, wording } = writer
  const title = translate(fill('Interview: {title}', { title: page.title }), wording)
  const own = page.offers?.find(({ is_chosen }) => is_chosen)
  const others = page.offers?.filter(({ is_chosen }) => !is_chosen) ?? []
  const body = html`${page.offers === null ? html`<p class="lede" role="status">${write('The invitation has ended.')}</p>` : null}
${own === undefined ? null : renderOwn(writer, { page, renderForm }, own)}
${others.length > 0 ? renderOthers(writer, { page, renderForm }, others, own === undefined ? 'Choose a time' : 'Choose another time') : null}
${page.offers !== null && others.length === 0 && own === undefined ? html`<p class="lede" role="status">${write('No time is free at the moment. You are welcome to look again later.')}</p>` : null}`
  return { title, body }
}

/** Says when it is, in the zone of the applicant. */
const describe = ({ wording }: Writer, { timezone }: ChoicePage, slot: OfferedSlot): string =>
  translate(
    fill('{when}, {minutes, plural, other {{minutes} minutes}}', {
      when: { moment: slot.starts_at, timezone: timezone ?? slot.timezone },
      minutes: slot.minutes,
    }),
    wording,
  )

interface Shown {
  page: ChoicePage
  renderForm: RenderForm
}

function renderOwn(writer: Writer, { page, renderForm }: Shown, slot: OfferedSlot): Html {
  const { write } = writer
  const facts: [string, string][] = [
    [write('When'), describe(writer, page, slot)],
    [write('Kind'), slot.interview_type],
    [write('Place'), slot.location],
    [write('Notes'), slot.notes ?? ''],
  ]
  return html`<p class="lede" role="status">${write('Your interview is booked.')}</p>
<section class="card">
${renderFacts(facts)}
${renderForm(html`<button name="slot_id" value="0">${write('Cancel the interview')}</button>`)}
</section>`
}

const renderOthers = (
  writer: Writer,
  { page, renderForm }: Shown,
  slots: readonly OfferedSlot[],
  heading: 'Choose a time' | 'Choose another time',
): Html => html`<section class="card">
<h2>${writer.write(heading)}</h2>
${renderForm(
  html`<fieldset><legend>${writer.write('Free times')}</legend>
${slots.map(
  (slot) => html`<label class="check"><input type="radio" name="slot_id" value="${slot.id}" required>
<span>${describe(writer, page, slot)}${slot.location === '' ? null : html`<br><span class="soft">${slot.location}</span>`}</span></label>
`,
)}</fieldset>
<button>${writer.write('Book the interview')}</button>`,
  'stacked',
)}
</section>`
