/** The colors of all pages: those of people, the public ones and the console. */

export type Scheme = 'light' | 'dark'

/** Each color in both schemes. A text in `ink`, `soft`, `accent`, `good`, `bad` or `warn` has a contrast of 4.5 on each ground. */
const colors = {
  ground: { light: '#f6f7f9', dark: '#11141a' },
  surface: { light: '#fff', dark: '#191e27' },
  line: { light: '#dde1e8', dark: '#2d3441' },
  code: { light: '#eef0f5', dark: '#222936' },
  ink: { light: '#1b2230', dark: '#e8ebf1' },
  soft: { light: '#566072', dark: '#a4aebe' },
  accent: { light: '#2f49b8', dark: '#a5b7ff' },
  'accent-ink': { light: '#fff', dark: '#121a3a' },
  good: { light: '#1a7a45', dark: '#63d396' },
  bad: { light: '#b3261e', dark: '#ff9d94' },
  warn: { light: '#7a5200', dark: '#f0c067' },
  // The lines of charts, besides the accent.
  'line-2': { light: '#b4561f', dark: '#f2a172' },
  'line-3': { light: '#1d6b3f', dark: '#7fd1a0' },
  'line-4': { light: '#7d3f98', dark: '#d3a4ea' },
} as const

const formatColors = (scheme: Scheme): string =>
  Object.entries(colors)
    .map(([name, values]) => `--${name}: ${values[scheme]};`)
    .join(' ')

/** The colors of the scheme that the device prefers. */
export const tokens = `:root { color-scheme: light dark; ${formatColors('light')} }
@media (prefers-color-scheme: dark) { :root { ${formatColors('dark')} } }
`

/** Returns styles with which a page has one scheme, whatever the device prefers. */
export const renderScheme = (scheme: Scheme): string => `html:root { color-scheme: ${scheme}; ${formatColors(scheme)} }`
