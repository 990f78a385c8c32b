/** The page that browsers get instead of the error envelope. */

import { html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { renderLayout } from './layout.ts'
import { listEntrances, listPublicLinks, type Site } from './public-page.ts'
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
  (site: Site) =>
  ({ status, message, path }: ErrorPage, wording: Localizer): string => {
    const { basePath: base, hostedPages } = site
    const writer = createWriter(wording)
    const { write } = writer
    const isOfAccount = hostedPages && path.startsWith(`${base}/app/`)
    const account = { href: `${base}/app`, text: write('My account') }
    const entrances = status === 401 ? listEntrances(site, writer) : []
    const title = write(titles[status] ?? 'This did not work')
    const ways = [{ href: `${base}/`, text: write('Start page') }, ...(hostedPages ? [account] : []), ...entrances]
    return renderLayout({
      writer,
      title,
      base,
      nav: isOfAccount ? [account] : [...listPublicLinks(site, writer), ...listEntrances(site, writer)],
      body: html`<div class="narrow"><h1>${title}</h1>
<p class="lede">${status === 404 ? write('The address is not right, or what it led to is gone.') : message}</p>
<p>${ways.map(({ href, text }, index) => html`${index > 0 && ' · '}<a href="${href}">${text}</a>`)}</p>
</div>`,
    })
  }
