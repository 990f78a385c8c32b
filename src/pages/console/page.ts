/** The page of the console before its modules run, and the sentences that they write. */

import type { Config } from '#config.ts'
import { html, markTrusted, renderHtml } from '#core/html.ts'
import type { FindSchemas } from '#http/form-schemas.ts'
import { isRightToLeft } from '#language/languages.ts'
import type { Template } from '#language/sentence.ts'
import { createTranslate, findMessage } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { mark } from '../layout.ts'
import { createWriter } from '../writer.ts'
import { buildFilters } from './filters.ts'
import { buildForms } from './forms.ts'
import { buildNames } from './names.ts'
import { buildViews } from './views.ts'

interface Page {
  config: Config
  wording: Localizer
  styles: string
  /** The files of the modules that every view needs; the browser loads them at once. */
  modules: readonly string[]
}

/** Renders what is there at once: the frame of the page. */
export function renderConsole({ config, wording, styles, modules }: Page): string {
  const { basePath: base, organizationName } = config
  const write = createTranslate(wording)
  const { language } = wording
  const icon = `data:image/svg+xml,${encodeURIComponent(renderHtml(mark))}`
  return renderHtml(html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${write('Console')} · ${organizationName}</title>
<link rel="icon" href="${icon}">
<style>${markTrusted(styles)}</style>
${modules.map((name) => html`<link rel="modulepreload" href="${base}/console/app/${name}">`)}
<link rel="modulepreload" href="${base}/modules/webauthn.js">
<script type="module" src="${base}/console/app/main.js"></script>
</head>
<body data-base="${base}" data-organization="${organizationName}">
<div id="console"><header class="bar"><span class="brand">${mark} ${organizationName}</span></header>
<main class="page"><h1>${write('Console')}</h1><p class="soft" role="status">${write('Loading…')}</p></main></div>
<noscript><main class="page"><p>${write('The console needs JavaScript.')}</p></main></noscript>
</body>
</html>
`)
}

/** Renders what the modules of the console get in a language: the sentences that they state, and all that follows from the schemas of operations. */
export function renderCatalogue(sentences: readonly string[], schemas: FindSchemas, wording: Localizer): string {
  const writer = createWriter(wording)
  const parts = {
    words: Object.fromEntries(sentences.map((one) => [one, findMessage(one as Template, wording)])),
    names: buildNames(writer),
    forms: buildForms(schemas.body, writer),
    filters: buildFilters(schemas.query, writer),
    views: buildViews(schemas.data, writer),
  }
  return Object.entries(parts)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}
