/** The page that browsers get instead of the error envelope. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { renderLayout } from './layout.ts'

const titles: Record<number, string> = {
  401: 'Sign in first',
  403: 'You may not see this',
  404: 'There is nothing here',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not possible at the moment',
}

/** Shows the message of the problem, with links to other pages. */
export const createErrorPage =
  ({ basePath: base, hostedPages }: Pick<Config, 'basePath' | 'hostedPages'>) =>
  (status: number, message: string): string =>
    renderLayout({
      title: titles[status] ?? 'This did not work',
      base,
      nav: [{ href: `${base}/docs`, text: 'API reference' }],
      body: html`<div class="narrow"><h1>${titles[status] ?? 'This did not work'}</h1>
<p class="lede">${status === 404 ? 'The address is not right, or what it led to is gone.' : message}</p>
<p><a href="${base}/">Start page</a>${hostedPages ? html` · <a href="${base}/app">My account</a>` : null}</p>
</div>`,
    })
