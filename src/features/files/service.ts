import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { type PageQuery, page, type Slice } from '#core/page.ts'
import { recordActivity } from '#features/activity/index.ts'
import { checkContent } from './content.ts'
import { createSignedFileUrl, getPublicFileUrl } from './links.ts'
import { files } from './queries.ts'
import { readQuota } from './quota.ts'
import type { StoredFile } from './record.ts'
import type { NewUpload, UploadedFile } from './schemas.ts'
import { receiveFile, removeFile } from './store-file.ts'

const ownUploads = (ctx: AnyContext) => ({ user_id: ctx.actor.id, purpose: 'upload' })

export const uploadFile = (ctx: Context, { file, type, folder = null }: NewUpload) =>
  receiveFile(ctx, file, { type, area: 'public', purpose: 'upload', folder }, async (tx, stored) => {
    await recordActivity(tx, 'file_uploaded', { metadata: { file_id: stored.id, filename: stored.filename } })
    return { file: presentFile(tx, stored) }
  })

/** Checks the content of an upload whose other fields may be invalid. */
export async function checkUploadedFile(ctx: Context, { file, type }: Partial<NewUpload>): Promise<void> {
  if (file !== undefined && type !== undefined && type !== 'avatar') await checkContent(ctx, file, type, 'file')
}

export const listFiles = (ctx: Context, query: PageQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await files.ofUser.page(ctx, { ...ownUploads(ctx), ...slice })
    return { rows: rows.map((file) => presentFile(ctx, file)), total, extra: await readQuota(ctx, ctx.actor.id) }
  })

/** Lists the files of a person with a purpose, newest first. */
export const listFilesOf = (ctx: Context, owned: Pick<StoredFile, 'user_id' | 'purpose'>, slice: Slice) =>
  files.ofUser.page(ctx, { ...owned, ...slice })

export const deleteFile = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await files.mine.one(tx, { ...ownUploads(tx), id })
    await removeFile(tx, id)
  })

/** `isHidden` is for those who still see the hidden content that the file belongs to. */
export function presentFile(ctx: AnyContext, file: StoredFile, { isHidden = false } = {}): UploadedFile {
  const { id, filename, size, mime_type, uploaded_at } = file
  const url =
    file.area === 'public' ? getPublicFileUrl(ctx, file) : createSignedFileUrl(ctx, file, { minutes: 60, isHidden })
  return { id, url, filename, size, mime_type, uploaded_at }
}

/** Returns the stored file. 404 if unknown. */
export const getFile = (ctx: AnyContext, id: number): Promise<StoredFile> => files.byId.one(ctx, { id })
