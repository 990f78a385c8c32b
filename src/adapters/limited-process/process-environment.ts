/** The environment of the processes that read files of strangers. */

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Returns the environment of such a process: none of the secrets, only where Node keeps what it compiled. Measured: without
 * it, the text of a resume takes 180 ms instead of 90, because the process compiles its libraries each time.
 */
export function createProcessEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // The folder of this version of Node is within the one that is asked for.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
