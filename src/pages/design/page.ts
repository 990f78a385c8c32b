/** `/sandbox/design`: each component of the pages in each of its states, in all languages and both schemes. */

import { createHash } from 'node:crypto'
import { type Html, html, markTrusted, renderHtml } from '#core/html.ts'
import { isRightToLeft, languages } from '#language/languages.ts'
import { readStyles } from '../console/assets.ts'
import { createPolicy, renderLayout } from '../layout.ts'
import type { Writer } from '../writer.ts'
import { listConsoleSamples } from './console.ts'
import { renderSamples } from './samples.ts'
import { listSiteSamples } from './site.ts'
import { renderScheme, type Scheme } from './tokens.ts'

export interface DesignPage {
  base: string
  writer: Writer
  /** The console has styles of its own, from the same colors. */
  part: 'site' | 'console'
  /** Null for what the device prefers. */
  scheme: Scheme | null
}

const schemeStyles = { light: renderScheme('light'), dark: renderScheme('dark') }

const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

let consoleStyles: string | undefined
const getConsoleStyles = () => {
  consoleStyles ??= readStyles()
  return consoleStyles
}

/** Returns the page and its content security policy. */
export function renderDesignPage(page: DesignPage): { text: string; policy: string } {
  const { part, scheme, writer } = page
  const head = scheme !== null && html`<style>${markTrusted(schemeStyles[scheme])}</style>`
  const hashes = [
    ...(scheme === null ? [] : [hashText(schemeStyles[scheme])]),
    ...(part === 'console' ? [hashText(getConsoleStyles())] : []),
  ]
  const policy = createPolicy(writer.wording.brand).replace('style-src', ['style-src', ...hashes].join(' '))
  return { policy, text: part === 'console' ? renderConsolePart(page, head) : renderSitePart(page, head) }
}

const renderSitePart = (page: DesignPage, head: Html | false): string =>
  renderLayout({
    writer: page.writer,
    title: page.writer.write('Design'),
    base: page.base,
    ...(head === false ? {} : { head }),
    nav: [{ href: `${page.base}/sandbox`, text: page.writer.write('Sandbox') }],
    body: html`${renderChoices(page)}
${renderSamples(listSiteSamples(page.writer))}
<p id="end"></p>`,
  })

function renderConsolePart(page: DesignPage, head: Html | false): string {
  const { write, wording } = page.writer
  return renderHtml(html`<!doctype html>
<html lang="${wording.language}" dir="${isRightToLeft(wording.language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${write('Design')}</title>
<link rel="icon" href="data:,">
<style>${markTrusted(getConsoleStyles())}</style>
${head}
</head>
<body>
<a class="skip" href="#end">${write('Skip to the content')}</a>
<main class="page"><h1>${write('Console')}</h1>
${renderChoices(page)}
${renderSamples(listConsoleSamples(page.writer))}
<p id="end"></p>
</main>
</body>
</html>
`)
}

/** Links to the other part, the languages and the schemes. */
function renderChoices({ base, part, scheme, writer: { write, wording } }: DesignPage): Html {
  const other = `${base}/sandbox/design${part === 'site' ? '/console' : ''}`
  const choose = (language: string, chosen: Scheme | null) =>
    `?language=${language}${chosen === null ? '' : `&scheme=${chosen}`}`
  return html`<nav class="pages" aria-label="${write('Design')}"><a href="${other}">${part === 'site' ? write('Console') : write('The site')}</a>
${languages.map((language) => html`<a href="${choose(language, scheme)}"${language === wording.language && html` aria-current="page"`}>${language}</a> `)}
<a href="${choose(wording.language, 'light')}">${write('Light')}</a> <a href="${choose(wording.language, 'dark')}">${write('Dark')}</a></nav>`
}
