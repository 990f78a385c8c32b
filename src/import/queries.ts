import { textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export interface Progress {
  file: string
  sha256: string
  done_bytes: number
  done_lines: number
  imported: number
  kept: number
  refused: number
  refused_bytes: number
  finished_at: string | null
  /** How often the file was read from its beginning, with this time. */
  run: number
}

export const importProgress = {
  of: prepare((q, p: { file: string }) => q.selectFrom('import_progress').selectAll().where('file', '=', p.file)),

  save: prepare((q, p: Progress) =>
    q
      .insertInto('import_progress')
      .values({
        file: p.file,
        sha256: p.sha256,
        done_bytes: p.done_bytes,
        done_lines: p.done_lines,
        imported: p.imported,
        kept: p.kept,
        refused: p.refused,
        refused_bytes: p.refused_bytes,
        finished_at: p.finished_at,
        run: p.run,
      })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet((eb) => ({
          sha256: eb.ref('excluded.sha256'),
          done_bytes: eb.ref('excluded.done_bytes'),
          done_lines: eb.ref('excluded.done_lines'),
          imported: eb.ref('excluded.imported'),
          kept: eb.ref('excluded.kept'),
          refused: eb.ref('excluded.refused'),
          refused_bytes: eb.ref('excluded.refused_bytes'),
          finished_at: eb.ref('excluded.finished_at'),
          run: eb.ref('excluded.run'),
        })),
      ),
  ),
}

export const legacyFiles = {
  byPaths: prepare((q, p: { paths: readonly string[] }) =>
    q
      .selectFrom('legacy_files')
      .innerJoin('files', 'files.id', 'legacy_files.file_id')
      .select(['legacy_files.path', 'legacy_files.file_id', 'legacy_files.sha256', 'files.key', 'files.area'])
      .where('legacy_files.path', 'in', textList(p.paths)),
  ),
}

export const importedFiles = {
  addPath: prepare((q, p: { path: string; file_id: number; sha256: string }) =>
    q.insertInto('legacy_files').values({ path: p.path, file_id: p.file_id, sha256: p.sha256 }),
  ),

  setTime: prepare((q, p: { id: number; uploaded_at: string }) =>
    q.updateTable('files').set({ uploaded_at: p.uploaded_at }).where('id', '=', p.id),
  ),

  /** A photo that the person has is kept. */
  setPhoto: prepare((q, p: { id: number; profile_photo: string }) =>
    q
      .updateTable('users')
      .set({ profile_photo: p.profile_photo })
      .where('id', '=', p.id)
      .where('profile_photo', 'is', null),
  ),
}
