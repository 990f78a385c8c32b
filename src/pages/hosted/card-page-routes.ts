/** The way to the page of the payment provider on which a card is added, and back. */

import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PaymentMethodSetup } from '../contract.ts'
import { renderHostedCardForm } from './method-forms.ts'
import { showFailure } from './object-routes.ts'
import { toOutcome } from './pages.ts'
import { toNextPath } from './sign-in.ts'
import { type CreateVisit, get, getId, getQueryValue, raw, send, sendPage, type Visit } from './visit.ts'

const methodsPath = '/app/payment-methods'

export function registerCardPages(app: App, visit: CreateVisit) {
  app.get(`${methodsPath}/setups/:id`, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const parameters = { id: getId(request) }
    const isLeaving = getQueryValue(request, 'leave') !== ''
    const setup = isLeaving
      ? await get(here, 'GET /payment-methods/setups/{id}', parameters)
      : await send(here, 'POST /payment-methods/setups/{id}/refresh', parameters)
    if (!setup.ok) return showFailure(here, setup)
    const { status, url } = setup.data
    if (status === 'succeeded') return returnToNext(here, setup.data)
    if (isLeaving && url !== null) return showWayOut(here, url)
    return showUnfinished(here, setup.data)
  })
}

/** The page that wants the card; it was checked when it was stored, and is again. */
const getNext = ({ next }: PaymentMethodSetup): string => (next === null ? methodsPath : toNextPath(next))

function returnToNext({ reply, frame }: Visit, setup: PaymentMethodSetup) {
  const next = getNext(setup)
  const chosen =
    next === methodsPath || setup.payment_method_id === null ? '' : `?payment_method_id=${setup.payment_method_id}`
  return reply.redirect(toOutcome(`${frame.base}${next}${chosen}`, 'method'), 303)
}

/**
 * Leads to the page of the payment provider. The policy of these pages lets no form lead to another site, also not by a redirect, so this
 * page follows the form and goes on by itself; its link is for browsers that do not.
 */
function showWayOut(here: Visit, url: string) {
  const { write } = here.frame.writer
  here.reply.header('Refresh', `0; url=${url}`)
  return sendPage(here, 'Add a card', [
    html`<p role="status">${write('You enter the card on a page of the payment provider, which leads you back here.')}</p>`,
    renderWayOut(here, url),
  ])
}

const renderWayOut = ({ frame }: Visit, url: string): Html =>
  html`<p><a class="button" href="${url}" rel="noreferrer">${frame.writer.write('Continue to the payment provider')}</a></p>`

/** Shows the way on to a person who comes back without a card. */
async function showUnfinished(here: Visit, setup: PaymentMethodSetup) {
  const { writer, base } = here.frame
  const { write, wording } = writer
  const next = getNext(setup)
  const back = html`<p><a href="${base}${next}">${write('Back without a card')}</a></p>`
  if (setup.url !== null) {
    const me = await get(here, 'GET /auth/me')
    const timezone = (me.ok ? me.data.timezone : null) ?? here.request.ctx.config.timezone
    const time = formatDateTime(setup.expires_at, timezone, wording)
    const open = write('No card was added yet. The page of the payment provider is open until {time}.', { time })
    return sendPage(here, 'Add a card', [html`<p role="status">${open}</p>`, renderWayOut(here, setup.url), back])
  }
  const action = `${base}${methodsPath}?next=${encodeURIComponent(next)}`
  return sendPage(here, 'Add a card', [
    html`<p role="status">${write('No card was added, and the page of the payment provider has ended.')}</p>`,
    renderHostedCardForm(writer, { action, kept: {}, isQuiet: false }),
    back,
  ])
}
