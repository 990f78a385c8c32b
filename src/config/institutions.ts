/** The setting of the list of institutions. */

import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from '#core/settings.ts'

/** Returns the path of the list, which is read on the first use; null for the one that ships. */
export function readInstitutionsFile(settings: Settings): string | null {
  const input = settings.optional('INSTITUTIONS_FILE')
  if (input === undefined) return null
  const path = resolve(input)
  if (!isReadableFile(path))
    settings.errors.push(
      `INSTITUTIONS_FILE must be the path of a list that scripts/research-organizations.ts has written, not "${input}".`,
    )
  return path
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    // The caller names the setting and the file.
    return false
  }
}
