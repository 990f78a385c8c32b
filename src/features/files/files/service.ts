import { type AnyContext, type Context, inTransaction } from '#context.ts'
import { type PageQuery, page } from '#core/page.ts'
import { recordActivity } from '#features/activity/index.ts'
import type { PersonalData } from '#features/feature.ts'
import { removeAllUploads } from '../chunks/service.ts'
import { publicUrl, signedUrl } from './links.ts'
import { files, type StoredFile } from './queries.ts'
import type { NewUpload, UploadedFile } from './schemas.ts'
import { receiveFile, removeFile, removeOtherFiles } from './store-file.ts'

const ownUploads = (ctx: AnyContext) => ({ user_id: ctx.actor.id, purpose: 'upload' })

export const uploadFile = (ctx: Context, { file, type, folder = null }: NewUpload) =>
  receiveFile(ctx, file, { type, area: 'public', purpose: 'upload', folder }, async (tx, stored) => {
    await recordActivity(tx, 'file_uploaded', { metadata: { file_id: stored.id, filename: stored.filename } })
    return { file: presentFile(tx, stored) }
  })

export const listFiles = (ctx: Context, query: PageQuery) =>
  page(query, async (slice) => {
    const { rows, total } = await files.ofUser.page(ctx, { ...ownUploads(ctx), ...slice })
    return { rows: rows.map((file) => presentFile(ctx, file)), total }
  })

export const deleteFile = (ctx: Context, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await files.mine.one(tx, { ...ownUploads(tx), id })
    await removeFile(tx, id)
  })

function presentFile(ctx: AnyContext, file: StoredFile): UploadedFile {
  const { id, filename, size, mime_type, uploaded_at } = file
  const url = file.area === 'public' ? publicUrl(ctx, file) : signedUrl(ctx, file, { minutes: 60 })
  return { id, url, filename, size, mime_type, uploaded_at }
}

/** The file as it is stored; 404 when there is none. */
export const getFile = (ctx: AnyContext, id: number): Promise<StoredFile> => files.byId.one(ctx, { id })

/** An id that no row has. */
const noFile = 0

export const filePersonalData: PersonalData = {
  name: 'files',
  async export(ctx, userId) {
    const all = await files.everythingOf.inBackground(ctx, { user_id: userId })
    return all.map((file) => ({ ...presentFile(ctx, file), type: file.type, purpose: file.purpose }))
  },
  async erase(tx, userId) {
    // What features keep for others, such as the resume of an application, is theirs to remove.
    for (const purpose of ['upload', 'avatar'])
      await removeOtherFiles(tx, { user_id: userId, purpose, id: noFile })
    await removeAllUploads(tx, userId)
  },
}
