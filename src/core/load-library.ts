/** Loads a library with its first use, where nothing can wait for an import; later calls return the same. */

import { createRequire } from 'node:module'

/** The caller states the type: `loadLibrary('ajv') as typeof import('ajv')`. */
export const loadLibrary: (name: string) => unknown = createRequire(import.meta.url)
