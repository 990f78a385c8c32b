/** Files: each is checked like an upload, and copied into the storage. Their old paths lead to them. */

import { copyFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { Type } from 'typebox'
import { type Context, runInTransaction } from '#context.ts'
import { sanitizeFileName } from '#core/file-name.ts'
import { Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { DateTime, Id, oneOf } from '#core/schema.ts'
import type { FileType } from '#database/tables/files.ts'
import { detectFileType, getPublicFileUrl, receiveFile } from '#features/files/index.ts'
import { translateToEnglish } from '#language/translation.ts'
import { findBrought, recordBrought } from './imported-rows.ts'
import { hashFile } from './lines.ts'
import { type Entry, type ImportOptions, importFile, readEntry, recordRefusal, type Save } from './progress.ts'
import { importedFiles, legacyFiles, type Progress } from './queries.ts'
import { resolveReferences } from './references.ts'
import { type ImportTable, optional } from './table.ts'

/** How files of each purpose are checked and kept. */
const keepings = {
  logo: { type: 'avatar', area: 'public' },
  message: { type: null, area: 'private' },
  exam_answer: { type: 'document', area: 'private' },
  upload: { type: null, area: 'public' },
  avatar: { type: 'avatar', area: 'public' },
  resume: { type: 'resume', area: 'private' },
  project_version: { type: 'project_file', area: 'private' },
  scope_document: { type: 'document', area: 'private' },
  study_material: { type: null, area: 'private' },
} as const satisfies Record<string, { type: FileType | null; area: 'public' | 'private' }>
type Purpose = keyof typeof keepings

export const files: ImportTable = {
  name: 'files',
  description: 'One file a line. It is checked like an upload; pictures of people become their profile photo.',
  columns: {
    path: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'The old path, without LEGACY_FILE_PREFIX and its slash.',
    }),
    file: optional(
      Type.String({ maxLength: 1_000, description: 'The file within the folder; `files/` and the path unless given.' }),
    ),
    user_id: Id,
    purpose: optional(
      oneOf(
        'upload',
        'avatar',
        'logo',
        'resume',
        'message',
        'exam_answer',
        'project_version',
        'scope_document',
        'study_material',
      ),
    ),
    filename: optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The name with which it is downloaded.' }),
    ),
    uploaded_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  stored: {},
  convert: (row) => row,
}

/** Imports the files; each has a transaction of its own, after it is stored. */
export const importFiles = (ctx: Context, options: ImportOptions): Promise<Progress | null> =>
  importFile(ctx, files, options, async (_, batch, before, save) => {
    let progress = before
    for (const line of batch.lines) {
      const entry = readEntry(files, line)
      const done = { doneBytes: line.endBytes, doneLines: line.number }
      progress = await importOne(ctx, entry, { ...options, run: before.run }, (tx) => save(tx, progress, [entry], done))
    }
    return runInTransaction(ctx, (tx) => save(tx, progress, [], batch))
  })

/** With the number of the reading of the file. */
type FileOptions = ImportOptions & { run: number }
type SaveEntry = (tx: Parameters<Save>[0]) => Promise<Progress>

async function importOne(ctx: Context, entry: Entry, options: FileOptions, save: SaveEntry): Promise<Progress> {
  const received = entry.verdict === 'imported' ? await takeFile(ctx, entry, options) : null
  if (received === null) return runInTransaction(ctx, save)
  const { path, user_id, purpose = 'upload', uploaded_at } = entry.row
  const { type, area } = keepings[purpose as Purpose]
  const keeping = { type: type ?? detectFileType(received.filename), area, purpose, ownerId: user_id }
  const sha256 = await hashFile(received.path)
  try {
    return await receiveFile(ctx, received, keeping, async (tx, file) => {
      await importedFiles.addPath.run(tx, { path, file_id: file.id, sha256 })
      await recordBrought(tx, 'files', [file.id], options.run)
      if (uploaded_at !== undefined) await importedFiles.setTime.run(tx, { id: file.id, uploaded_at })
      if (purpose === 'avatar')
        await importedFiles.setPhoto.run(tx, { id: user_id, profile_photo: getPublicFileUrl(tx, file) })
      return save(tx)
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [sentence] = Object.values(error.errors ?? {}).flat()
    recordRefusal(
      entry,
      `The file cannot be imported: ${sentence === undefined ? error.message : translateToEnglish(sentence)}`,
    )
    return runInTransaction(ctx, save)
  }
}

/** Returns a copy of the file, which the storage may move; null, with the reason in the entry, if there is none. */
async function takeFile(ctx: Context, entry: Entry, { folder, also, run }: FileOptions): Promise<ReceivedFile | null> {
  const { path, file = `files/${path}`, filename = basename(path) } = entry.row
  const databases = also === undefined ? [ctx] : [ctx, also]
  await keepPath(databases, entry, run)
  await resolveReferences(databases, files, [entry])
  if (entry.verdict !== 'imported') return null
  const source = resolve(folder, file)
  // Whatever is no file, or cannot be read, is refused below.
  const found = source.startsWith(resolve(folder) + sep) ? await stat(source).catch(() => null) : null
  if (!found?.isFile()) {
    recordRefusal(entry, `There is no file "${file}" in the folder.`)
    return null
  }
  const copy = join(await ctx.storage.incoming(), createRandomText(16))
  await copyFile(source, copy)
  return new ReceivedFile({ path: copy, filename: sanitizeFileName(filename), size: found.size })
}

/** Keeps a file that a former reading has brought. */
async function keepPath(databases: readonly Context[], entry: Entry, run: number): Promise<void> {
  const { path } = entry.row
  const [here, there] = await Promise.all(databases.map((db) => legacyFiles.byPaths.all(db, { paths: [path] })))
  const ids = (here ?? []).map(({ file_id }) => file_id)
  const brought = await findBrought(databases.slice(0, 1), 'files', ids)
  if ([...brought.values()].some((known) => known.run === run))
    recordRefusal(entry, `The path "${path}" is in the file twice.`)
  else if (ids.length > 0 || (there ?? []).length > 0) entry.verdict = 'kept'
}
