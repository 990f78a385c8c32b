/** What a link in a mail opens while no frontend is configured: what a frontend would do with it. */

import { html } from '../core/html.ts'
import { layout } from './layout.ts'

interface StandIn {
  base: string
  title: string
  intro: string
  /** A command that does what the page of a frontend would do. */
  command: string
}

export const standInPage = ({ base, title, intro, command }: StandIn): string =>
  layout({
    title,
    base,
    nav: [{ href: `${base}/sandbox/mail`, text: 'Mailbox' }],
    body: html`<h1>${title}</h1>
<p class="lede">${intro}</p>
<section class="card">
<p>No frontend is configured (<code>FRONTEND_URL</code>), so the link leads here. A frontend would send this:</p>
<pre><code>${command}</code></pre>
</section>`,
  })
