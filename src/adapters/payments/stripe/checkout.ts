/** Pages of Stripe on which people add a card, https://docs.stripe.com/payments/checkout/save-and-reuse */

import type Stripe from 'stripe'
import type { HostedPageOrder, HostedPageOutcome, HostedSetup } from '../method.ts'
import { isMissing, rethrowUnlessInvalidRequest } from './errors.ts'
import { toStoredCard } from './methods.ts'

/** The languages of the service that Stripe's pages have; in others they take that of the browser. */
const locales: ReadonlySet<string> = new Set(['en', 'es', 'fr', 'pt'])

/** The longest text beside the button of a page. */
const maxNoteLength = 1_200

export const createHostedSetup = (getClient: () => Promise<Stripe>): HostedSetup => ({
  async check() {
    await (await getClient()).checkout.sessions.list({ limit: 1 })
  },
  begin: async (order) => createPage(await getClient(), order),
  find: async (id) => findPage(await getClient(), id),
  async end(id) {
    const stripe = await getClient()
    await stripe.checkout.sessions.expire(id).catch(rethrowUnlessInvalidRequest)
    return findPage(stripe, id)
  },
})

/** The page takes cards alone, so it needs no currency. Stripe ends it a day later, if this service does not. */
async function createPage(stripe: Stripe, { key, customer, returnUrl, locale, note }: HostedPageOrder) {
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      ui_mode: 'hosted_page',
      allowed_payment_method_types: ['card'],
      customer,
      success_url: returnUrl,
      cancel_url: returnUrl,
      locale: locales.has(locale) ? locale : 'auto',
      custom_text: { submit: { message: note.slice(0, maxNoteLength) } },
    },
    { idempotencyKey: key },
  )
  if (url === null) throw new Error('Stripe made a page without an address.')
  return { id, url }
}

/** A page of another account of Stripe, or of one that was deleted, can no longer be used. */
async function findPage(stripe: Stripe, id: string): Promise<HostedPageOutcome> {
  const expand = ['setup_intent.payment_method']
  try {
    return toOutcome(await stripe.checkout.sessions.retrieve(id, { expand }))
  } catch (error) {
    if (isMissing(error)) return { status: 'ended' }
    throw error
  }
}

function toOutcome({ status, setup_intent }: Stripe.Checkout.Session): HostedPageOutcome {
  if (status === 'expired') return { status: 'ended' }
  if (status !== 'complete' || typeof setup_intent !== 'object' || setup_intent === null) return { status: 'open' }
  const { payment_method } = setup_intent
  if (setup_intent.status !== 'succeeded' || typeof payment_method !== 'object' || payment_method === null)
    return { status: 'open' }
  return { status: 'succeeded', method: { ...toStoredCard(payment_method), setup: null } }
}
