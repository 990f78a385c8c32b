import { type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { ensure, invalidFields, notFound } from '#core/problem.ts'
import { mailAboutAdminAct } from '#features/accounts/index.ts'
import {
  findPublicFiles,
  getFile,
  listFilesOf,
  presentFile,
  removeFile,
  type StoredFile,
} from '#features/files/index.ts'
import { findUser, removeAvatar } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAct } from '#platform/audit/audit.ts'
import type { FileQuery, PublicFile } from './schemas.ts'

export const ownerNeeded = invalidFields({
  user_id: [fill('The {field} field is required.', { field: { field: 'user_id' } })],
})

/** What people put up themselves. Other files belong to an object, with which they are removed. */
const isPublic = ({ area, purpose }: StoredFile) => area === 'public' && (purpose === 'upload' || purpose === 'avatar')

const presentPublicFile = (ctx: Context, file: StoredFile): PublicFile => ({
  ...presentFile(ctx, file),
  owner_id: file.user_id,
  purpose: file.purpose === 'avatar' ? 'avatar' : 'upload',
})

/** Lists the public files of a person, newest first, or the one at an address. */
export function listPublicFiles(ctx: Context, { user_id, purpose = 'upload', url, ...paging }: FileQuery) {
  return page(ctx, paging, async (ctx, slice) => {
    if (url === undefined) {
      if (user_id === undefined) throw ownerNeeded
      const { rows, total } = await listFilesOf(ctx, { user_id, purpose }, slice)
      return { rows: rows.map((file) => presentPublicFile(ctx, file)), total }
    }
    const found = [...(await findPublicFiles(ctx, [url])).values()].filter(isPublic)
    return { rows: found.map((file) => presentPublicFile(ctx, file)), total: found.length }
  })
}

/** Removes a public file, and tells its owner why. */
export function removePublicFile(ctx: Context, id: number, { reason = '' }: { reason?: string }): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const file = await getFile(tx, id)
    ensure(isPublic(file), notFound)
    const { user_id, filename, purpose } = file
    if (purpose === 'avatar') await removeAvatar(tx, user_id)
    else await removeFile(tx, id)
    describeAct(tx, { object: { kind: 'file', id }, userId: user_id, before: { filename, purpose }, after: null })
    const owner = await findUser(tx, user_id)
    if (owner === null || owner.id === tx.actor.id) return
    await mailAboutAdminAct(tx, owner, 'A file of yours was removed', [
      fill('An administrator has removed the file “{filename}”. Its address no longer works.', { filename }),
      ...(reason === '' ? [] : [fill('The reason is: {reason}', { reason })]),
    ])
  })
}
