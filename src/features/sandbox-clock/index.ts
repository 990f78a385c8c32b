import type { Feature } from '#features/feature.ts'
import { createClockReader, readClock } from './service.ts'

export { sandboxClockRoutes } from './routes.ts'
export { readClock }

/** A clock that developers advance, to see what happens in a month. */
export const sandboxClock: Feature = {
  start: readClock,
  repeated: [{ name: 'sandbox clock', create: createClockReader }],
}
