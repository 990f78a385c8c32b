/** The manifest of a backup: its version, and each file with its size and SHA-256. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { withDescription } from '#core/schema.ts'
import { BackupError } from './backup-error.ts'

/** Increased when older programs could no longer restore a backup. */
const format = 1
const program = 'research-platform'
const name = 'manifest.json'

const keptFile = 'files(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+'

const keptPattern = new RegExp(`^${keptFile}$`)

const Entry = Type.Object({
  /** Relative to the folder, with `/` on all systems. Paths that lead out of it are refused. */
  path: Type.String({ pattern: String.raw`^(platform\.db|secret|${keptFile})$` }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type Entry = Static<typeof Entry>

/** Returns whether the service wrote the file; other files in the folder are not restored. */
export const isKept = (path: string) => keptPattern.test(`files/${path}`)

const Manifest = Type.Object({
  program: Type.Literal(program),
  format: Type.Literal(format),
  version: Type.String({ description: 'The version of the service.' }),
  made_at: Type.String(),
  /** Migrations of the database, in order. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  /** Where the files are: in this backup (`disk`), or only in the bucket (`s3`). */
  storage: withDescription(
    Type.Union([Type.Literal('disk'), Type.Literal('s3')]),
    'Where uploaded files are stored, and their size.',
  ),
  entries: Type.Array(Entry, { minItems: 1 }),
})
export type Manifest = Static<typeof Manifest>

export async function writeManifest(folder: string, about: Omit<Manifest, 'program' | 'format'>) {
  const text = JSON.stringify({ program, format, ...about }, null, 1)
  await writeFile(join(folder, name), `${text}\n`, { mode: 0o600, flush: true })
}

/**
 * Reads the manifest. Throws for a folder that is not a backup of this service, or that this version cannot restore.
 */
export async function readManifest(folder: string, isKnown: (migration: string) => boolean): Promise<Manifest> {
  const manifest = await parseManifest(folder)
  if (isNewer(manifest)) throw newer
  if (!Value.Check(Manifest, manifest) || !manifest.entries.some(({ path }) => path === 'platform.db'))
    throw new BackupError(`${folder} is damaged: its ${name} cannot be read.`)
  if (!manifest.migrations.every(isKnown)) throw newer
  return manifest
}

const newer = new BackupError('The backup was made by a newer version of the service; restore it with that version.')

const isNewer = (manifest: object) =>
  'format' in manifest && typeof manifest.format === 'number' && manifest.format > format

async function parseManifest(folder: string): Promise<object> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new BackupError(`${folder} is not a backup: it has no ${name}.`)
  })
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'program' in value && value.program === program) return value
  } catch (error) {
    throw new BackupError(`${folder} is damaged: its ${name} cannot be read.`, { cause: error })
  }
  throw new BackupError(`${folder} is not a backup of this service.`)
}
