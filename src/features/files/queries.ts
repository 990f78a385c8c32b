import { sql } from 'kysely'
import { integerList, textList } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { fileRecord, type StoredFile } from './record.ts'

const { columns, newRow } = fileRecord

const selectFiles = (q: Builder) => q.selectFrom('files').select(columns)

export const files = {
  byId: prepare((q, p: { id: number }) => selectFiles(q).where('id', '=', p.id)),

  /** Files of suspended users are not served. */
  byKey: prepare((q, p: { key: string }) =>
    selectFiles(q)
      .where('key', '=', p.key)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'files.user_id')
              .where('suspended_at', 'is not', null),
          ),
        ),
      ),
  ),

  byLegacyPath: prepare((q, p: { path: string }) =>
    q
      .selectFrom('legacy_files')
      .innerJoin('files', 'files.id', 'legacy_files.file_id')
      .select('files.key')
      .where('legacy_files.path', '=', p.path)
      .where('files.area', '=', sql.lit('public')),
  ),

  /** The hidden project that the file is a version or the scope document of, message that has it, or company with the logo. */
  hiddenOwner: prepare((q, p: { id: number }) =>
    q
      .selectFrom('projects')
      .select('projects.id')
      .where('scope_document_id', '=', p.id)
      .where('hidden_at', 'is not', null)
      .unionAll(
        q
          .selectFrom('project_versions')
          .innerJoin('projects', 'projects.id', 'project_versions.project_id')
          .select('projects.id')
          .where('project_versions.file_id', '=', p.id)
          .where('projects.hidden_at', 'is not', null),
      )
      .unionAll(
        q
          .selectFrom('message_files')
          .innerJoin('application_messages', 'application_messages.id', 'message_files.message_id')
          .select('application_messages.id')
          .where('message_files.file_id', '=', p.id)
          .where('application_messages.hidden_at', 'is not', null),
      )
      .unionAll(
        q
          .selectFrom('companies')
          .select('companies.id')
          .where('logo_file_id', '=', p.id)
          .where('hidden_at', 'is not', null),
      ),
  ),

  byKeys: prepare((q, p: { keys: string[] }) => selectFiles(q).where('key', 'in', textList(p.keys)).orderBy('id')),

  /** Ordered by id. */
  after: prepare((q, p: { id: number; most: number }) =>
    selectFiles(q).where('id', '>', p.id).orderBy('id').limit(p.most),
  ),

  mine: prepare((q, p: { user_id: number; purpose: string; id: number }) =>
    selectFiles(q).where('id', '=', p.id).where('user_id', '=', p.user_id).where('purpose', '=', p.purpose),
  ),

  ofUser: prepareList((q, p: { user_id: number; purpose: string }) =>
    selectFiles(q).where('user_id', '=', p.user_id).where('purpose', '=', p.purpose).orderBy('id', 'desc'),
  ),

  listByUser: prepare((q, p: { user_id: number }) => selectFiles(q).where('user_id', '=', p.user_id).orderBy('id')),

  add: prepare((q, p: Omit<StoredFile, 'id'>) => q.insertInto('files').values(newRow(p, {})).returning(columns)),

  /** Makes an upload a private file; changes nothing if it is none. */
  move: prepare((q, p: { id: number; user_id: number; key: string; purpose: string }) =>
    q
      .updateTable('files')
      .set({ key: p.key, area: 'private', purpose: p.purpose })
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id)
      .where('purpose', '=', sql.lit('upload')),
  ),

  rename: prepare((q, p: { id: number; filename: string }) =>
    q.updateTable('files').set({ filename: p.filename }).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('files').where('id', '=', p.id).returning('key')),

  removeAll: prepare((q, p: { ids: number[] }) =>
    q.deleteFrom('files').where('id', 'in', integerList(p.ids)).returning('key'),
  ),

  removeOthers: prepare((q, p: { user_id: number; purpose: string; id: number }) =>
    q
      .deleteFrom('files')
      .where('user_id', '=', p.user_id)
      .where('purpose', '=', p.purpose)
      .where('id', '!=', p.id)
      .returning('key'),
  ),
}

export const storedBytes = {
  ofFiles: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('files')
      .select(sql<number>`cast(coalesce(sum("size"), 0) as bigint)`.as('files'))
      .where('user_id', '=', p.user_id),
  ),

  /** The declared sizes of unfinished uploads. */
  ofUploads: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('uploads')
      .select(sql<number>`cast(coalesce(sum("file_size"), 0) as bigint)`.as('uploads'))
      .where('user_id', '=', p.user_id)
      .where('file_id', 'is', null),
  ),
}

/** Objects in the storage that have no row yet. Their times are those of the system's clock, also in a sandbox. */
export const pendingObjects = {
  add: prepare((q, p: { key: string; now: string }) =>
    q.insertInto('pending_objects').values({ key: p.key, created_at: p.now }),
  ),

  remove: prepare((q, p: { key: string }) => q.deleteFrom('pending_objects').where('key', '=', p.key)),

  renew: prepare((q, p: { key: string; now: string }) =>
    q.updateTable('pending_objects').set({ created_at: p.now }).where('key', '=', p.key),
  ),

  known: prepare((q, p: { keys: string[] }) =>
    q.selectFrom('pending_objects').select('key').where('key', 'in', textList(p.keys)),
  ),

  old: prepare((q, p: { until: string; most: number }) =>
    q.selectFrom('pending_objects').select('key').where('created_at', '<', p.until).orderBy('created_at').limit(p.most),
  ),

  removeAll: prepare((q, p: { keys: string[] }) =>
    q.deleteFrom('pending_objects').where('key', 'in', textList(p.keys)),
  ),
}
