import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { FileType } from '#database/tables/files.ts'

interface NewUploadRow {
  user_id: number
  upload_id: string
  file_name: string
  file_size: number
  total_chunks: number
  file_type: FileType | null
  metadata: string | null
  now: string
}

const columns = ['id', 'file_name', 'file_size', 'total_chunks', 'file_id', 'touched_at'] as const

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
        touched_at: p.now,
        file_type: p.file_type,
        metadata: p.metadata,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'upload_id']).doNothing()),
  ),

  named: prepare((q, p: { user_id: number; upload_id: string }) =>
    q.selectFrom('uploads').select(columns).where('user_id', '=', p.user_id).where('upload_id', '=', p.upload_id),
  ),

  /** An upload with tus. */
  resumable: prepare((q, p: { user_id: number; upload_id: string }) =>
    q
      .selectFrom('uploads')
      .select([...columns, 'file_type', 'metadata'])
      .where('user_id', '=', p.user_id)
      .where('upload_id', '=', p.upload_id)
      .where('file_type', 'is not', null),
  ),

  setParts: prepare((q, p: { id: number; total_chunks: number; stored_bytes: number; now: string }) =>
    q
      .updateTable('uploads')
      .set({ total_chunks: p.total_chunks, stored_bytes: p.stored_bytes, touched_at: p.now })
      .where('id', '=', p.id),
  ),

  countOpen: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('uploads')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('user_id', '=', p.user_id)
      .where('file_id', 'is', null),
  ),

  /** Changes nothing when the chunks together would have more bytes than declared. */
  reserve: prepare((q, p: { id: number; size: number }) =>
    q
      .updateTable('uploads')
      .set({ stored_bytes: sql<number>`stored_bytes + ${p.size}` })
      .where('id', '=', p.id)
      .where(sql<boolean>`stored_bytes + ${p.size} <= file_size`),
  ),

  setStored: prepare((q, p: { id: number; size: number }) =>
    q.updateTable('uploads').set({ stored_bytes: p.size }).where('id', '=', p.id),
  ),

  touch: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('uploads').set({ touched_at: p.now }).where('id', '=', p.id),
  ),

  /** Of several requests that join the chunks, one gets the lease. */
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

  stale: prepare((q, p: { until: string; most: number }) =>
    q
      .selectFrom('uploads')
      .select('id')
      .where('file_id', 'is', null)
      .where('touched_at', '<', p.until)
      .orderBy('touched_at')
      .limit(p.most),
  ),

  ofUser: prepare((q, p: { user_id: number }) => q.selectFrom('uploads').select('id').where('user_id', '=', p.user_id)),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('uploads').where('id', '=', p.id)),
}
