/** What the worst bodies cost that operations and pages admit. */

import type { Part } from '../support/part.ts'

const shown = 40

export const bodies: Part = {
  name: 'bodies',
  about: 'processor time and memory of the worst bodies of all operations and pages; the dearest are printed',
  async run() {
    // Loaded here, because the support of tests begins a run of tests.
    const { describeCost, measureOperations, measurePages } = await import('#test/contract/body-costs.ts')
    const { walk } = await import('#test/contract/walk.ts')
    const walked = await walk({}, { FRONTEND_URL: '' })
    const costs = [...(await measureOperations(walked)), ...(await measurePages(walked))]
    console.log(`\nThe ${shown} dearest of ${costs.length} requests\n`)
    for (const cost of costs.toSorted((a, b) => b.ms - a.ms).slice(0, shown)) console.log(`  ${describeCost(cost)}`)
  },
}
