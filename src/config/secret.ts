/** The secret of an installation without `APP_SECRET`, stored in the data folder. */

import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#core/settings.ts'

/** The minimum number of characters. */
const secretLength = 32

export function readSecret(settings: Settings): string | undefined {
  const value = settings.optional('APP_SECRET')
  if (value !== undefined && value.length < secretLength)
    settings.errors.push(`APP_SECRET must have at least ${secretLength} characters.`)
  return value
}

/** Reads the secret, or creates it on the first start. Throws when it cannot be read or written. */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  const secret = read(path) ?? createSecret(dataDir, path)
  if (secret.length >= secretLength) return secret
  throw new Error('the file "secret" is cut short; restore it, or remove it to have a new one made')
}

/** Several programs may start at one time: the first one decides, and none reads a partial file. */
function createSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const desk = mkdtempSync(join(dataDir, '.secret-'))
  try {
    const draft = join(desk, 'secret')
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    publish(draft, path)
  } finally {
    rmSync(desk, { recursive: true, force: true })
  }
  return read(path) ?? ''
}

function publish(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    // Not all file systems support links.
    copyFileSync(draft, path, constants.COPYFILE_EXCL)
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
