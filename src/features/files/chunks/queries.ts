import { sql } from 'kysely'
import { prepare } from '../../../database/prepare.ts'

interface NewUploadRow {
  user_id: number
  upload_id: string
  file_name: string
  file_size: number
  total_chunks: number
  now: string
}

const columns = ['id', 'file_name', 'file_size', 'total_chunks', 'file_id'] as const

export const uploads = {
  begin: prepare((q, p: NewUploadRow) =>
    q
      .insertInto('uploads')
      .values({
        user_id: p.user_id,
        upload_id: p.upload_id,
        file_name: p.file_name,
        file_size: p.file_size,
        total_chunks: p.total_chunks,
        file_id: null,
        held_until: null,
        created_at: p.now,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'upload_id']).doNothing()),
  ),

  named: prepare((q, p: { user_id: number; upload_id: string }) =>
    q
      .selectFrom('uploads')
      .select(columns)
      .where('user_id', '=', p.user_id)
      .where('upload_id', '=', p.upload_id),
  ),

  unfinished: prepare((q, p: { id: number }) =>
    q.selectFrom('uploads').select('id').where('id', '=', p.id).where('file_id', 'is', null),
  ),

  /** Of all who would put it together, one does. */
  hold: prepare((q, p: { id: number; now: string; held_until: string }) =>
    q
      .updateTable('uploads')
      .set({ held_until: p.held_until })
      .where('id', '=', p.id)
      .where('file_id', 'is', null)
      .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', p.now)])),
  ),

  holdOn: prepare((q, p: { id: number; held_until: string | null }) =>
    q.updateTable('uploads').set({ held_until: p.held_until }).where('id', '=', p.id),
  ),

  complete: prepare((q, p: { id: number; file_id: number }) =>
    q
      .updateTable('uploads')
      .set({ file_id: p.file_id, held_until: null })
      .where('id', '=', p.id)
      .where('file_id', 'is', null),
  ),

  /** Begun before the moment, and nothing came since. */
  stale: prepare((q, p: { until: string; most: number }) =>
    q
      .selectFrom('uploads')
      .select('id')
      .where('file_id', 'is', null)
      .where('created_at', '<', p.until)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('upload_chunks')
              .select('position')
              .whereRef('upload_chunks.upload', '=', 'uploads.id')
              .where('received_at', '>=', p.until),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(p.most),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('uploads').select('id').where('user_id', '=', p.user_id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('uploads').where('id', '=', p.id)),
}

interface Place {
  upload: number
  position: number
}

export const chunks = {
  of: prepare((q, p: { upload: number }) =>
    q
      .selectFrom('upload_chunks')
      .select(['position', 'size', 'key'])
      .where('upload', '=', p.upload)
      .orderBy('position'),
  ),

  at: prepare((q, p: Place) =>
    q
      .selectFrom('upload_chunks')
      .select('key')
      .where('upload', '=', p.upload)
      .where('position', '=', p.position),
  ),

  sizeOfOthers: prepare((q, p: Place) =>
    q
      .selectFrom('upload_chunks')
      .select(sql<number>`coalesce(sum(size), 0)`.as('total'))
      .where('upload', '=', p.upload)
      .where('position', '!=', p.position),
  ),

  put: prepare((q, p: Place & { size: number; key: string; now: string }) =>
    q
      .insertInto('upload_chunks')
      .values({ upload: p.upload, position: p.position, size: p.size, key: p.key, received_at: p.now })
      .onConflict((conflict) =>
        conflict
          .columns(['upload', 'position'])
          .doUpdateSet({ size: p.size, key: p.key, received_at: p.now }),
      ),
  ),

  /** The one that was read, and no other that took its place since. */
  drop: prepare((q, p: { upload: number; key: string }) =>
    q.deleteFrom('upload_chunks').where('upload', '=', p.upload).where('key', '=', p.key),
  ),

  removeAll: prepare((q, p: { upload: number }) =>
    q.deleteFrom('upload_chunks').where('upload', '=', p.upload).returning('key'),
  ),
}
