/** How many threads compute for many milliseconds at one time. */

import { availableParallelism } from 'node:os'

/** At least two, so that a long job delays no other; not more than four, because each uses some 40 MB. */
const [fewest, most] = [2, 4]

/** As many as there are processors, so that searches of several people run at one time. */
export const workerThreads: number = Math.max(fewest, Math.min(most, availableParallelism()))
