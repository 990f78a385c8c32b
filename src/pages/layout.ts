/** The layout and styles of all pages. */

import { createHash } from 'node:crypto'
import { type Html, html, markTrusted, renderHtml } from '#core/html.ts'
import { type Brand, type BrandColors, chooseFooter, toDataUri } from '#language/brand.ts'
import { isRightToLeft } from '#language/languages.ts'
import { foundation } from './design/tokens.ts'
import type { Writer } from './writer.ts'

export interface Link {
  href: string
  text: string
  /** Whether it leads to the page that is shown, or to the list to which it belongs. */
  isCurrent?: boolean
}
interface Page {
  title: string
  base: string
  body: Html
  nav?: readonly Link[]
  /** What stands at the end of the header. */
  aside?: Html | null
  /** More elements of the head. */
  head?: Html
  /** Whether it stands in a frame of another site, without header and footer. */
  isEmbedded?: boolean
  writer: Writer
}

export const mark = markTrusted(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">' +
    '<rect width="32" height="32" rx="8" fill="#3550c4"/>' +
    '<g fill="#fff" stroke="#fff" stroke-width="1.75"><path d="M9.5 22 16 9.5 23 19.5Z" fill="none"/>' +
    '<circle cx="16" cy="9.5" r="3"/><circle cx="9.5" cy="22" r="2.5"/><circle cx="23" cy="19.5" r="2"/>' +
    '</g></svg>',
)

/** All styles are in one element, so that the policy allows it by one hash and nothing else. */
const stylesheet = `
${foundation}html { text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body { min-height: 100vh; overflow-wrap: anywhere; }
header, main { max-width: 62rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: 1.25rem; }
header svg, header img { display: block; }
header img { max-width: 12rem; max-height: 2.5rem; }
footer { max-width: 62rem; margin-inline: auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 2rem; }
footer p { margin: 0; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; white-space: pre-line; }
header nav { display: flex; flex: 1; flex-wrap: wrap; gap: .25rem 1.25rem; }
:is(header, .foot) form { margin: 0; }
:is(header, .foot) button.quiet { padding: .25rem .75rem; border-color: var(--line); color: var(--soft); font-size: .875rem; }
header nav a { color: var(--soft); text-decoration: none; padding-block: .25rem; }
header nav a:hover { color: var(--accent); }
header nav a[aria-current] { color: var(--ink); box-shadow: 0 2px var(--accent); }
main { padding-block: clamp(1rem, 4vw, 3rem) 4rem; }
h1, h2 { line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; }
h1 { margin: 0 0 .75rem; font-size: clamp(1.75rem, 5vw, 2.4rem); }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
.lede { max-width: 44rem; font-size: 1.125rem; color: var(--soft); text-wrap: pretty; }
.text { max-width: 44rem; white-space: pre-line; unicode-bidi: plaintext; text-align: start; }
dt { color: var(--soft); }
section { margin-top: clamp(2rem, 5vw, 3rem); }
code { background: var(--code); border-radius: .3rem; padding: .1em .35em; }
pre { margin: 0; padding: .8rem 1rem; white-space: pre-wrap; background: var(--code); border-radius: .6rem; }
pre code { padding: 0; background: none; font-size: 1em; }
pre:not([dir]) { direction: ltr; unicode-bidi: isolate; }
[dir=rtl] pre:not([dir]) { text-align: left; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; }
.cards > * { flex: 1 1 min(13rem, 100%); }
.cards a, .card { background: var(--surface); border: 1px solid var(--line); border-radius: .9rem; }
.cards a { display: block; padding: 1.1rem 1.25rem; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; color: var(--accent); }
.cards span { color: var(--soft); font-size: .9375rem; }
.card { padding: clamp(1rem, 3vw, 1.5rem); }
.card + .card { margin-top: 1rem; }
.card > :last-child { margin-bottom: 0; }
.steps { display: grid; gap: 1.25rem; margin: 1rem 0 0; padding-inline-start: 1.5rem; }
.steps p { margin-bottom: .4rem; }
dl {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: .75rem 2rem;
  margin: 0; padding-top: 1.5rem; border-top: 1px solid var(--line);
}
dl:first-child { padding-top: 0; border-top: 0; }
.columns { display: grid; gap: 1rem 2rem; margin-bottom: 1.5rem; }
.columns { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.columns h2 { font-size: .8125rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
address { font-style: normal; }
.answers { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1rem; }
.answers form { margin: 0; }
dt { font-size: .8125rem; }
dd { margin: 0; }
table { width: 100%; margin: 1rem 0 0; border-collapse: collapse; }
th, td { padding: .65rem 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; }
tr:last-child > * { padding-bottom: 0; }
th { width: 15.5rem; padding-inline-end: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.card > table:first-child { margin-top: 0; }
.card > table:first-child tr:first-child > * { padding-top: 0; border-top: 0; }
table + p { margin: 1.25rem 0 0; }
.items th { width: auto; padding-inline-end: 0; }
.items th, .items td { padding-inline: 0 1rem; }
.items .number { padding-inline: .5rem 0; text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.items tfoot th { font-weight: 400; color: var(--soft); }
.items tfoot td:last-child { width: 8rem; }
[hidden] { display: none !important; }
.status { position: sticky; top: 0; z-index: 1; margin: 0; padding-block: .5rem; background: var(--ground); }
pre + form, div + form { margin-top: 1rem; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-bottom: 1.5rem; }
label { flex: 0 1 24rem; }
input, button, select, textarea {
  font: inherit; font-size: 1rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
}
input, select, textarea { display: block; width: 100%; margin-top: .25rem; background: var(--surface); color: var(--ink); }
select { min-height: 2.7rem; }
.places { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); margin-top: 2rem; }
.places section { margin: 0; }
.menu { display: grid; background: var(--surface); border: 1px solid var(--line); border-radius: .9rem; }
.menu a { display: block; padding: .7rem 1.25rem; color: inherit; text-decoration: none; }
.menu a + a { border-top: 1px solid var(--line); }
.menu a:hover strong { text-decoration: underline; }
.menu strong { display: block; color: var(--accent); }
.menu span { color: var(--soft); font-size: .9375rem; }
button { background: var(--accent); border-color: transparent; color: var(--accent-ink); cursor: pointer; }
button.quiet { background: none; border-color: var(--soft); color: var(--ink); }
button.quiet:hover { border-color: var(--accent); color: var(--accent); }
button.bad { background: none; border-color: var(--bad); color: var(--bad); }
a.button { display: inline-block; padding: .5rem 1.5rem; border-radius: .5rem; background: var(--accent); color: var(--accent-ink); text-decoration: none; }
a.button.quiet { padding-block: calc(.5rem - 1px); border: 1px solid var(--soft); background: none; color: var(--ink); }
a.button.quiet:hover { border-color: var(--accent); color: var(--accent); }
form a { padding-block: .5rem; }
.field > label { display: block; }
.field > label.check { display: flex; }
.stacked .field { max-width: 44rem; }
.field p { margin: .25rem 0 0; font-size: .875rem; }
.error { color: var(--bad); }
[aria-invalid] { border-color: var(--bad); }
summary { cursor: pointer; color: var(--accent); }
details > :nth-child(2) { margin-top: 1rem; }
.filters { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.filters > * { grid-column: 1 / -1; }
.filters > .field { grid-column: auto; }
.filters button { justify-self: start; padding-inline: 1.5rem; }
.rows { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.rows > li { padding: 1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: .9rem; }
.rows > li > form:last-child { margin-bottom: 0; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; min-height: 2rem; }
.rows + :is(h2, h3) { margin-top: 1.75rem; }
.rows + form { margin-top: 1.25rem; }
.rows + p { margin-top: .75rem; }
.card + h2 { margin-top: 1.75rem; }
.card + p { margin-top: 1.25rem; }
.rows h2 { margin: 0; font-size: 1.0625rem; letter-spacing: 0; }
.rows p { margin: .15rem 0 0; }
.plans { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.plans > li { display: flex; flex-direction: column; }
.plans > li > p:last-child { margin-top: auto; padding-top: .5rem; }
.plans ul { margin: .75rem 0; padding-inline-start: 1.25rem; }
.tag { padding: .1rem .6rem; font-weight: 400; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; color: var(--ink); }
.narrow { max-width: 32rem; }
.stacked { display: grid; align-items: start; gap: 1.1rem; }
.stacked > :is(h3, p) { margin: 0; }
.stacked button { justify-self: start; padding-inline: 1.5rem; }
.plain { display: grid; gap: .75rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.plain > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; }
.plain form { margin: 0; }
.providers { display: grid; gap: .75rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.providers a {
  display: block; padding: .5rem 1.5rem; border: 1px solid var(--soft); border-radius: .5rem;
  color: var(--ink); text-align: center; text-decoration: none; overflow-wrap: anywhere;
}
.providers a:hover { border-color: var(--accent); color: var(--accent); }
blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); overflow-wrap: anywhere; }
fieldset { display: grid; gap: .75rem; min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .75rem; font-size: .875rem; color: var(--soft); }
.alert { margin-bottom: 1rem; padding: .6rem .9rem; border-inline-start: 3px solid var(--accent); background: var(--code); }
.alert > :last-child { margin-bottom: 0; }
.alert ul { margin: 0; padding-inline-start: 1.25rem; }
.alert.done { position: sticky; top: 0; z-index: 1; }
html:has(.done) { scroll-padding-top: 5rem; }
.card > dl + * { margin-top: 1rem; }
.verdict { display: flex; align-items: center; gap: .9rem; }
.verdict span {
  flex: none; width: 1.5em; border-radius: 50%; font-size: .8em; line-height: 1.5em; text-align: center;
  background: var(--soft); color: var(--ground);
}
.verdict.good span { background: var(--good); }
.verdict.bad span { background: var(--bad); }
.findings { display: grid; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.findings li { padding-inline-start: 2.25rem; position: relative; }
.findings li > span {
  position: absolute; inset-inline-start: 0; width: 1.5em; border-radius: 50%; line-height: 1.5em; text-align: center;
  background: var(--soft); color: var(--ground);
}
.findings .good > span { background: var(--good); }
.findings .bad > span { background: var(--bad); }
.mail { padding: 0; }
.mail + .mail { margin-top: .75rem; }
.mail > summary { padding: .9rem 1.25rem; cursor: pointer; list-style: none; }
.mail > summary::-webkit-details-marker { display: none; }
.mail > summary:hover strong { color: var(--accent); }
.mail[open] > summary { border-bottom: 1px solid var(--line); }
.mail strong { display: block; }
.mail small { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .875rem; color: var(--soft); }
.mail > details { padding: .75rem 1.25rem; border-top: 1px solid var(--line); }
.mail > details > summary { cursor: pointer; color: var(--soft); }
.mail > details > pre { margin-top: .75rem; }
.mail > pre { margin: 1.25rem; }
.message { max-width: 36rem; margin-bottom: 1rem; padding: .75rem 1rem; background: var(--code); border-radius: .9rem; }
.message h3 { margin: 0; font-size: 1rem; }
.message.mine { margin-inline-start: auto; box-shadow: inset 3px 0 var(--accent); }
.message > :last-child { margin-bottom: 0; }
iframe { display: block; width: 100%; height: 34rem; border: 0; resize: vertical; }
.prose { max-width: 44rem; margin-top: 1.5rem; }
.prose :is(h1, h2, h3) { margin: 1.75rem 0 .5rem; font-size: 1.25rem; }
.prose table { display: block; overflow-x: auto; }
.prose tr { display: table-row; }
.prose :is(th, td) { display: table-cell; width: auto; padding: .4rem .8rem; border-top: 1px solid var(--line); }
main :is(video, .prose img) { display: block; width: 100%; height: auto; margin: 1.25rem 0; border-radius: .6rem; }
main .prose img { width: auto; max-width: 100%; }
.pictured { display: grid; grid-template-columns: auto 1fr; align-items: start; gap: .5rem 1rem; }
.logo { display: block; width: 3rem; height: 3rem; border-radius: .5rem; }
img.logo { background: #fff; object-fit: contain; }
span.logo { background: var(--code); color: var(--soft); font-size: 1.5rem; line-height: 3rem; text-align: center; }
main img.portrait { width: 6rem; height: 6rem; border-radius: 50%; object-fit: cover; }
.row + .row { padding-top: 1rem; border-top: 1px solid var(--line); }
audio { width: 100%; }
li meter { max-width: 20rem; }
.rows h3 { margin: 0; font-size: 1rem; }
.bars td:nth-child(2) { width: 40%; }
meter { display: block; width: 100%; height: 1.6em; }
meter::-webkit-meter-optimum-value { background: var(--accent); }
meter::-moz-meter-bar { background: var(--accent); }
.pages a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.pages { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-top: 1.5rem; }
@media print {
  body { min-height: 0; background: none; }
  header, footer, nav, .skip, .on-screen, .answers, .done, form, details, iframe, section:has(> h2:first-child + form:last-child) { display: none !important; }
  main { max-width: none; padding: 0; }
  .card, .rows > li { break-inside: avoid; }
}
@media (max-width: 34rem) {
  header nav { order: 1; flex-basis: 100%; }
  header > form:last-child { margin-inline-start: auto; }
  dl { display: flex; flex-wrap: wrap; }
  .menu span { display: none; }
  tr { display: block; padding: .65rem 0; border-top: 1px solid var(--line); }
  tr:last-child { padding-bottom: 0; }
  .card > table:first-child tr:first-child { padding-top: 0; border-top: 0; }
  th, td { display: block; width: auto; padding: 0; border: 0; }
  label { flex-basis: 100%; }
  .items tr { display: table-row; }
  .items th, .items td { display: table-cell; padding-block: .5rem; border-top: 1px solid var(--line); }
  .items .quantity { display: none; }
}
`

const hashStyles = (styles: string) => `sha256-${createHash('sha256').update(styles).digest('base64')}`

export const stylesheetHash = hashStyles(stylesheet)

/** The styles of a brand are in a second element. */
const createBrandStyles = ({ accent, onAccent, darkAccent, onDarkAccent }: BrandColors): string =>
  `:root { --accent: ${accent}; --accent-ink: ${onAccent}; }\n` +
  `@media screen and (prefers-color-scheme: dark) { :root { --accent: ${darkAccent}; --accent-ink: ${onDarkAccent}; } }`

interface Sources {
  /** From where the page shows pictures, besides data addresses. */
  images?: string
  /** The sites that may show it in a frame. */
  ancestors?: readonly string[]
}

/** The Content-Security-Policy of all pages: only their own styles. `more` are directives of one page. */
export function createPolicy({ colors }: Brand, more = '', { images = '', ancestors = [] }: Sources = {}): string {
  const styles = colors === null ? [stylesheetHash] : [stylesheetHash, hashStyles(createBrandStyles(colors))]
  return (
    `default-src 'none'; style-src ${styles.map((hash) => `'${hash}'`).join(' ')}; img-src ${`data: ${images}`.trim()}; ` +
    `base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors.join(' ') || "'none'"}${more === '' ? '' : `; ${more}`}`
  )
}

/** Renders a whole HTML document around `body`; `base` is the path of the API, `''` for the root. */
export function renderLayout(page: Page): string {
  const { title, body, head, isEmbedded = false } = page
  const { language, brand } = page.writer.wording
  const { colors } = brand
  return renderHtml(html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}<link rel="icon" href="${createIcon(brand)}">
<style>${markTrusted(stylesheet)}</style>${
    colors &&
    html`
<style>${markTrusted(createBrandStyles(colors))}</style>`
  }
</head>
<body>
${!isEmbedded && renderHeader(page)}<main id="content">
${body}
</main>${!isEmbedded && renderFooter(page)}
</body>
</html>
`)
}

const createIcon = ({ logo }: Brand): string =>
  logo === null ? `data:image/svg+xml,${encodeURIComponent(renderHtml(mark))}` : toDataUri(logo)

function renderHeader({ base, nav = [], aside, writer: { write, wording } }: Page): Html {
  const { brand } = wording
  return html`<a class="skip" href="#content">${write('Skip to the content')}</a>
<header>
<a href="${base}/" aria-label="${write('Start page')}">${brand.logo === null ? mark : html`<img src="${createIcon(brand)}" alt="">`}</a>
<nav aria-label="${write('Menu')}">${nav.map(
    ({ href, text, isCurrent = false }) =>
      html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a> `,
  )}</nav>
${aside}</header>
`
}

function renderFooter({ writer: { wording } }: Page): Html | null {
  const footer = chooseFooter(wording.brand, wording.language)
  return footer === ''
    ? null
    : html`
<footer><p class="soft" dir="auto">${footer}</p></footer>`
}
