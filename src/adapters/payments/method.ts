/** What gateways store of payment methods, and how a person confirms or adds one. */

import type { Duration } from '#core/time.ts'

/** What is stored of a card or phone: the gateway's token and what may be shown. */
export interface StoredMethod {
  token: string
  brand: string | null
  last4: string | null
  expiry_month: number | null
  expiry_year: number | null
  /** Where it was issued (ISO 3166-1 alpha-2); null when the gateway does not say. */
  country: string | null
  /** What the person still has to confirm before it can be charged; null for nothing. */
  setup: { id: string; action: Action | null } | null
}

/** What the person has to do: confirm something on a page of the bank, or answer the prompt on the phone. */
export type Action =
  | {
      kind: 'redirect'
      url: string
      /** How long it is offered, from the begin of the charge or of the method. */
      within: Duration
    }
  | {
      kind: 'prompt'
      /** How long the phone shows it, from the time it was sent. */
      within: Duration
    }

/** Whether a method that a person had to confirm can be charged. */
export type SetupOutcome =
  | { status: 'succeeded' }
  | { status: 'pending'; action: Action | null }
  | { status: 'failed'; reason: string }

/** A page of the gateway on which a person adds a method, so that its number reaches neither this service nor its pages. */
export interface HostedPageOrder {
  /** The same key never makes two pages. */
  key: string
  customer: string
  /** Where the page leads back to, with and without a method. */
  returnUrl: string
  /** The language of the person, like `fr`. */
  locale: string
  /** A sentence that the page shows beside its button. */
  note: string
}

/** What became of a page: the person may still use it, has added a method, or can no longer add one there. */
export type HostedPageOutcome = { status: 'open' } | { status: 'succeeded'; method: StoredMethod } | { status: 'ended' }

/** How a person adds a method on a page of the gateway. After any rejection the outcome is unknown. */
export interface HostedSetup {
  /** Rejects when the credentials may not read such pages. Makes none. */
  check(): Promise<void>
  /** Makes a page for a customer. */
  begin(order: HostedPageOrder): Promise<{ id: string; url: string }>
  find(id: string): Promise<HostedPageOutcome>
  /** Ends a page and returns its outcome, because the person may just have added a method. */
  end(id: string): Promise<HostedPageOutcome>
}
