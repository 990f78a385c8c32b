import { after, describe, it } from 'node:test'
import { Year } from './year.ts'

/**
 * Without settings, as many people and days as five minutes of two quiet cores have room for, and still each kind of promise, and a second
 * renewal of each subscriber. `SIMULATED_DAYS=365` and `SIMULATED_ACTORS=200` let more happen, and `YEAR_SEED=7` chooses other people,
 * times and faults.
 */
const read = (name: string, preset: number) => Number(process.env[name] ?? preset)
const options = {
  seed: read('YEAR_SEED', 1),
  people: read('SIMULATED_PEOPLE', 20_000),
  active: read('SIMULATED_ACTORS', 46),
  days: read('SIMULATED_DAYS', 60),
  roundDays: read('SIMULATED_ROUND_DAYS', 5),
  stepHours: read('SIMULATED_STEP_HOURS', 6),
}

describe('a year of the service, which is killed on the way', () => {
  it(`grants what is paid, keeps its promises, and stays within bounds: ${JSON.stringify(options)}`, async (t) => {
    const year = await Year.start(options)
    after(() => year.stop())

    const told = await year.run()

    t.diagnostic(JSON.stringify(told))
  })
})
