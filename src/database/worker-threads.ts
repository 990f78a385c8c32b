/** How many threads compute for many milliseconds at one time. */

import { availableParallelism } from 'node:os'
import { isMemoryScarce } from '#core/low-memory.ts'

/**
 * At least two, so that a long job delays no other; not more than four, because each uses some 40 MB. Where memory is
 * scarce, one.
 */
const [fewest, most] = isMemoryScarce ? [1, 1] : [2, 4]

/** As many as there are processors, so that searches of several people run at one time. */
export const workerThreads: number = Math.max(fewest, Math.min(most, availableParallelism()))
