/** Years of the service with many people, one after the other for hours, on both databases. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Part } from '../support/part.ts'

const settings = {
  SIMULATED_PEOPLE: '20000',
  SIMULATED_ACTORS: '200',
  SIMULATED_DAYS: '365',
  SIMULATED_ROUND_DAYS: '2',
  SIMULATED_STEP_HOURS: '1',
}

export const year: Part = {
  name: 'year',
  about:
    'whether money, promises, lists and bounds hold over a year with 20,000 people, on both databases (takes hours)',
  async run({ hours }) {
    const end = performance.now() + hours * 3_600_000
    for (let seed = 1; seed === 1 || performance.now() < end; seed++) {
      console.log(`\nThe year with the seed ${seed}`)
      const env = { ...settings, ...process.env, YEAR_SEED: String(seed) }
      const args = ['src/launch.cjs', 'scripts/test.ts', '--no-check', 'test/simulation/year']
      const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`The year failed; YEAR_SEED=${seed} repeats its choices.`)
    }
  },
}
