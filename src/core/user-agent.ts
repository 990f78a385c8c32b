/** What the header `User-Agent` says of a browser. */

import { loadLibrary } from './load-library.ts'

/** Returns the names of the browser and of its system, as far as they are known. */
export function parseUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  // The tables of programs, 60 kB, wait for the first sign-in.
  const { parse } = loadLibrary('bowser') as typeof import('bowser')
  const { browser, os } = parse(userAgent)
  return { browser: browser.name, system: os.name }
}
