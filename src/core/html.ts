/** The tagged template that makes HTML safe to write. */

// A symbol of this module, so that no object from outside (a mail has a field `html`, too) passes for markup.
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

function escapeFragment(value: Fragment): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  if (typeof value === 'number') return String(value)
  return markup in value ? value[markup] : value.map(escapeFragment).join('')
}

/** Markup that is known to be safe: constants of the program, never what came from outside. */
export const trustHtml = (source: string): Html => ({ [markup]: source })

/**
 * Markup whose interpolations are escaped. Markup within markup and lists of it stay as they are; null,
 * undefined and false leave nothing. Attribute values must be quoted. Nothing can be interpolated unescaped.
 */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return trustHtml(String.raw({ raw: strings }, ...values.map(escapeFragment)))
}

/** The finished text of markup, to be sent as a reply or a mail. */
export const renderHtml = (value: Html): string => value[markup]
