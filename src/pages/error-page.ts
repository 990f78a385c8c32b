/** The page that browsers get instead of the error envelope. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { renderLayout } from './layout.ts'
import { createWriter } from './writer.ts'

const titles: Record<number, PlainTemplate> = {
  401: 'Sign in first',
  403: 'You may not see this',
  404: 'There is nothing here',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not possible at the moment',
}

interface ErrorPage {
  status: number
  message: string
  path: string
}

/** Shows the message of the problem, with links to other pages. */
export const createErrorPage =
  ({ basePath: base, hostedPages }: Pick<Config, 'basePath' | 'hostedPages'>) =>
  ({ status, message, path }: ErrorPage, wording: Localizer): string => {
    const writer = createWriter(wording)
    const { write } = writer
    const isOfSite = hostedPages && path.startsWith(`${base}/app/`)
    const title = write(titles[status] ?? 'This did not work')
    return renderLayout({
      writer,
      title,
      base,
      nav: isOfSite
        ? [{ href: `${base}/app`, text: write('My account') }]
        : [{ href: `${base}/docs`, text: write('API reference') }],
      body: html`<div class="narrow"><h1>${title}</h1>
<p class="lede">${status === 404 ? write('The address is not right, or what it led to is gone.') : message}</p>
<p><a href="${base}/">${write('Start page')}</a>${hostedPages ? html` · <a href="${base}/app">${write('My account')}</a>` : null}</p>
</div>`,
    })
  }
