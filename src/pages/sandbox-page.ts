/** The index at `/sandbox`: replacements of mail, payments and identity providers in development. */

import { type Html, html } from '#core/html.ts'
import { type Link, renderLayout } from './layout.ts'
import type { Writer } from './writer.ts'

interface SandboxPage {
  base: string
  writer: Writer
  sections: readonly SandboxSection[]
}
export interface SandboxSection {
  title: string
  intro: string
  rows: readonly SandboxRow[]
  link?: Link
  /** Buttons that advance the clock. */
  advances?: readonly { advance: string; text: string }[]
}
interface SandboxRow {
  name: string
  does: string
}

const renderRow = ({
  name,
  does,
}: SandboxRow): Html => html`<tr><th scope="row"><bdi>${name}</bdi></th><td><bdi>${does}</bdi></td></tr>
`

const renderAdvance = ({ advance, text }: { advance: string; text: string }): Html =>
  html`<button type="button" class="quiet" data-advance="${advance}">${text}</button> `

const renderSection = ({ title, intro, rows, link, advances }: SandboxSection): Html => html`<section class="card">
<h2>${title}</h2>
<p class="soft">${intro}</p>
${rows.length > 0 && html`<table>${rows.map(renderRow)}</table>`}
${advances && html`<p>${advances.map(renderAdvance)}</p>`}
${link && html`<p><a href="${link.href}">${link.text}</a></p>`}
</section>
`

/** Its own script, which advances the clock. */
export const sandboxDirectives = "script-src 'self'; connect-src 'self'"

export function renderSandboxPage({ base, sections, writer }: SandboxPage): string {
  const { write } = writer
  const body = html`<h1>${write('Sandbox')}</h1>
<p class="lede">${write('In development, the platform itself plays whatever it needs from the world outside: no mail leaves this machine, no money moves, and nobody needs an account elsewhere.')}</p>
${sections.map(renderSection)}
<script src="${base}/sandbox/clock.js" defer></script>`
  return renderLayout({
    writer,
    title: write('Sandbox'),
    base,
    body,
    nav: [
      { href: `${base}/docs`, text: write('API reference') },
      { href: `${base}/sandbox/design`, text: write('Design') },
    ],
  })
}
