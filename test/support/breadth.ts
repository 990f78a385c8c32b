/**
 * Tests of breadth, which ask the same of very many cases, ask a sample in `npm test`, the same in each run, and all in `npm run test:all`,
 * where their file is named, and with Node alone. `sampledTests` of `scripts/test-files.ts` lists their files. This module imports nothing, so that
 * tests of packages may use it.
 */

/** Whether only a sample is asked in this run: the runner says so. */
export const isSampled: boolean = process.env.TEST_BREADTH === 'sample'

/** Returns each `step`-th of the cases, the first among them; in a run of all of them, all. */
export const selectSample = <T>(cases: readonly T[], step: number): readonly T[] =>
  isSampled ? cases.filter((_, index) => index % step === 0) : cases
