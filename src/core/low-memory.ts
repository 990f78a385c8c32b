/** Whether memory is scarce, so that fewer threads and smaller caches are worth the time that they cost. */

import { totalmem } from 'node:os'

const scarceBelow = 1024 ** 3

/** The limit of the control group of the process; a large number or 0 without one. */
const limit = process.constrainedMemory()

/** True if the process may use less than 1 GiB. */
export const isMemoryScarce: boolean = Math.min(totalmem(), limit > 0 ? limit : totalmem()) < scarceBelow

/** Of the heap of a worker thread, for new objects: a small part is collected more often, which costs little. */
export const youngGenerationMb = isMemoryScarce ? 4 : 8
