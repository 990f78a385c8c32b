/**
 * Lets Node's test runner follow promises only while a file declares its tests.
 *
 * The runner follows each promise of the process, to know in which suite `it` and `describe` stand, and to which test an
 * error in the background belongs. While tests run that is an eighth of all processor time. Loaded before
 * `node:test`, because it replaces the hook that the runner creates.
 */

import asyncHooks, { type AsyncHook } from 'node:async_hooks'

/** A suite of Node while its tests are declared. */
interface DeclaredSuite {
  buildSuite?: Promise<unknown>
}

const { createHook, executionAsyncId } = asyncHooks
const suites = new Set<DeclaredSuite>()
let tracking: AsyncHook | undefined

asyncHooks.createHook = ({ init, ...others }) => {
  // Only the first hook is the runner's.
  asyncHooks.createHook = createHook
  if (init === undefined) return createHook(others)
  tracking = createHook({
    init(id, type, trigger, resource) {
      if (resource.constructor.name === 'Suite') suites.add(resource)
      // Modules that are loaded already come from promises that were not followed. What continues them belongs to the code that runs.
      init(id, type, executionAsyncId(), resource)
      init(id, type, trigger, resource)
    },
  })
  return tracking
}

/** Begins before the suite of a file is declared. */
export function startTracking(): void {
  suites.clear()
  tracking?.enable()
}

/** Ends when all tests of the suites in it are declared. An error in the background then fails the worker instead of the test. */
export async function stopTracking(): Promise<void> {
  const [, ...declared] = suites
  // A set also visits what is added meanwhile, but not what is spread, so each round waits for the suites that the last one added.
  await Promise.allSettled(declared.map(({ buildSuite }) => buildSuite))
  if (suites.size > declared.length + 1) return stopTracking()
  tracking?.disable()
}
