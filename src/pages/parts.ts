/** Parts that pages of all kinds share. */

import { type Html, html } from '#core/html.ts'

/** Renders a text of a user, paragraph by paragraph. */
export const renderParagraphs = (text: string): Html[] =>
  text.split(/\n{2,}/).map((paragraph) => html`<p class="text" dir="auto">${paragraph}</p>\n`)

/** Renders what a thing is in a few words, as names and values. */
export const renderFacts = (facts: readonly (readonly [string, Html | string])[]): Html | null =>
  facts.length === 0
    ? null
    : html`<section class="card">
<table>
${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>\n`)}
</table>
</section>`
