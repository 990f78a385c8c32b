/**
 * What each form carries besides its fields: for which account it was made, because another one may be signed in when it is sent, and a
 * key of its own, by which the API does what it asks for once, however often it is sent.
 */

import { createHmac } from 'node:crypto'
import { escapeHtml, type Fragment, html, renderHtml } from '#core/html.ts'
import { createRandomText } from '#core/random.ts'

/** The hidden field with the id of the account. */
export const accountField = 'for_account'
/** The hidden field with the key of the form. */
export const keyField = 'form_key'
/** The hidden field with a form that waits for the sign-in. */
export const keptField = 'kept_form'

export const markFields: readonly string[] = [accountField, keyField, keptField]

/** The tag of a form. Texts and values are escaped, so that nothing else looks like one. */
const formTag = /<form\b[^<>]*>/g
const isPost = (tag: string) => tag.includes(' method="post"')

interface Marks {
  accountId: number | null
  /** The sealed form that waits for the sign-in; empty without one. */
  kept: string
  /** The address to which forms without one are sent; undefined where it is that of the page. */
  address: string | undefined
}

const renderHidden = (name: string, value: Fragment) => html`<input type="hidden" name="${name}" value="${value}">`

/** Returns the document with the marks in each form that is sent by POST. */
export const markForms = (document: string, { accountId, kept, address }: Marks): string =>
  document.replace(formTag, (tag) => {
    if (!isPost(tag)) return tag
    const marks = html`${accountId !== null && renderHidden(accountField, accountId)}${renderHidden(keyField, createRandomText(16))}${
      kept !== '' && renderHidden(keptField, kept)
    }`
    return `${address === undefined ? tag : addAddress(tag, address)}${renderHtml(marks)}`
  })

/** Sends a form to the address unless it names one; the part of the page that it names stays. */
function addAddress(tag: string, address: string): string {
  const escaped = escapeHtml(address)
  if (tag.includes(' action="')) return tag.replace(' action="#', () => ` action="${escaped}#`)
  return tag.replace('<form', () => `<form action="${escaped}"`)
}

const keyShape = /^[\w-]{22}$/

/**
 * Returns the `Idempotency-Key` of a call for a form; null for a form without a key. It depends on what is sent, so that a form that was corrected
 * after the way back is another one, and on the secret, because a plain hash of a card could be searched for its number.
 */
export const createCallKey = (secret: string, formKey: string, call: readonly string[]): string | null =>
  keyShape.test(formKey)
    ? createHmac('sha256', secret)
        .update(JSON.stringify(['form', formKey, ...call]))
        .digest('base64url')
    : null
