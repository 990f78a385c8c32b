/** What the design pages fill the components with. */

import { type Html, html } from '#core/html.ts'

/** A component: the selectors that it is made of, and each of its states. */
export interface Sample {
  name: string
  body: Html
}

/** As long as a name may be, in words and as one word. */
export const longName =
  'Institute for the Study of Very Long Names and of the Tables, Badges and Buttons That Contain Them'
export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Renders each component below its name. */
export const renderSamples = (samples: readonly Sample[]): Html =>
  html`${samples.map(
    ({ name, body }) => html`<section aria-label="${name}">
<h2 dir="ltr"><code>${name}</code></h2>
${body}
</section>
`,
  )}`
