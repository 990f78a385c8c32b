/** The colors of all pages, those of people, the public ones and the console, and the styles that these have in common. */

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

/** The colors of the scheme that the device prefers; paper has the light ones. */
const tokens = `:root { color-scheme: light dark; ${formatColors('light')} }
@media screen and (prefers-color-scheme: dark) { :root { ${formatColors('dark')} } }
`

/** What the pages and the console have in common besides the colors: texts, focus, and parts with the same names. */
export const foundation = `${tokens}*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
}
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .3rem; }
[dir=rtl] :is(h1, h2) { letter-spacing: 0; }
code, pre, kbd { font: .875em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code { overflow-wrap: anywhere; direction: ltr; unicode-bidi: isolate; }
label { font-size: .875rem; color: var(--soft); }
.check { display: flex; align-items: center; gap: .6rem; }
label.check { color: var(--ink); font-size: 1rem; }
input:is([type=checkbox], [type=radio]) { flex: none; display: inline-block; width: 1.15rem; height: 1.15rem; margin: 0; vertical-align: -.15rem; accent-color: var(--accent); }
.soft { color: var(--soft); }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 1rem; top: .5rem; z-index: 9; padding: .5rem 1rem; background: var(--surface); }
.empty { padding: 2rem 1.25rem; border: 1px dashed var(--line); border-radius: .9rem; text-align: center; color: var(--soft); }
.empty > :last-child { margin-bottom: 0; }
`

/** Returns styles with which a page has one scheme, whatever the device prefers. */
export const renderScheme = (scheme: Scheme): string => `html:root { color-scheme: ${scheme}; ${formatColors(scheme)} }`
