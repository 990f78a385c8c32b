/** Logos of companies, all of one size, on pages for visitors and for people who are signed in. */

import { type Html, html } from '#core/html.ts'
import type { Writer } from './writer.ts'

interface Pictured {
  /** The name of the company. */
  name: string
  /** The address of the picture; null without one. */
  logo: string | null
}

/** Renders the logo, or the first letter of the name in its place. */
export function renderLogo({ write }: Writer, { name, logo }: Pictured): Html {
  if (logo !== null)
    return html`<img class="logo" src="${logo}" alt="${write('Logo of {issuer}', { issuer: name })}" width="48" height="48" loading="lazy">`
  const [first = ''] = new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment ?? ''
  return html`<span class="logo" aria-hidden="true">${first}</span>`
}
