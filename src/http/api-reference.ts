/** The viewer of the API description at `/docs`, with what it lacks for those who do not see well, or use no mouse. */

import fastify, { type FastifyInstance } from 'fastify'

/** Its own grays and the colors of its methods have too little contrast. Light pages have dark examples. A class counts twice to precede the theme. */
const colors = `
.light-mode.light-mode {
  --scalar-color-2: #595959; --scalar-color-3: #616161; --scalar-color-accent: #005fae;
  --scalar-color-green: #006b46; --scalar-color-blue: #005fae; --scalar-color-red: #b80000;
  --scalar-color-orange: #a33600; --scalar-color-yellow: #7a5b00; --scalar-color-query: #00666a;
}
.dark-mode.dark-mode { --scalar-color-3: #a0a0a0; --scalar-color-red: #ff7b7b; }
`

/**
 * Gives buttons names that have the text that is seen, lets the keyboard scroll lists, and makes cards of one name, of which each operation has
 * some, groups instead of landmarks; the viewer adds them as the page is scrolled.
 */
const script = `
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) button.ariaLabel = 'Copy'
  for (const button of document.querySelectorAll('.show-more[aria-label]'))
    if (!button.ariaLabel.includes(button.innerText)) button.ariaLabel = button.innerText + ': ' + button.ariaLabel
  for (const card of document.querySelectorAll('.scalar-card[role=region]')) card.role = 'group'
  for (const list of document.querySelectorAll('.endpoints:not([tabindex])')) list.tabIndex = 0
}).observe(document.body, { childList: true, subtree: true })
`

/** The viewer takes 44 MB and 0.2 s, so it is a separate server that the first visit creates. */
export async function createViewer(url: string, pageTitle: string): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url,
      pageTitle,
      customCss: colors,
      favicon: url.replace('openapi.json', 'favicon.svg'),
      // Features that would call or link to other sites are disabled.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      authentication: { preferredSecurityScheme: 'bearer' },
    },
  })
  return viewer
}

/** Returns the page of the viewer with its language and with the script. */
export const completeReference = (page: string): string =>
  page.replace('<html>', '<html lang="en">').replace('<body>', `<body>\n    <script>${script}</script>`)
