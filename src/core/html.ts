/** A tagged template for HTML that escapes all interpolated values. */

// A symbol, so that no object from outside (mails have a field `html`) is mistaken for markup.
const markup = Symbol('markup')

export interface Html {
  readonly [markup]: string
}
export type Fragment = Html | string | number | null | undefined | false | readonly Fragment[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns the text as HTML, for formats that carry HTML in a text of their own. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

function escapeFragment(value: Fragment): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return markup in value ? value[markup] : value.map(escapeFragment).join('')
}

/** Marks constant markup as safe. Never use it with input. */
export const markTrusted = (source: string): Html => ({ [markup]: source })

/**
 * Markup whose interpolations are escaped. Markup within markup and lists of it stay as they are; null,
 * undefined and false leave nothing. Attribute values must be quoted. Nothing can be interpolated unescaped.
 */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return markTrusted(String.raw({ raw: strings }, ...values.map(escapeFragment)))
}

/** Texts of users in one line, each with a direction of its own, so that they stand in their order. */
export const isolateDirections = (texts: readonly string[], separator: string): Html =>
  html`${texts.map((text, index) => html`${index > 0 && separator}<bdi>${text}</bdi>`)}`

/** Data for programs within a page (JSON-LD). `<` is written as an escape, because a script ends at `</script` wherever it stands. */
export const renderDataBlock = (data: object): Html =>
  markTrusted(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)

/** Returns the finished text of the markup, for a response or a mail. */
export const renderHtml = (value: Html): string => value[markup]
