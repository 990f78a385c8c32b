/** The storage of a person: all files that they own, and the declared sizes of their unfinished uploads. */

import type { AnyContext } from '#context.ts'
import { ensure, invalidFields } from '#core/problem.ts'
import { storedBytes } from './queries.ts'

const gigabyte = 1024 ** 3

/** Returns the bytes that the person uses and may use; 0 for any number. */
export async function readQuota(ctx: AnyContext, user_id: number) {
  const { files } = await storedBytes.ofFiles.one(ctx, { user_id })
  const { uploads } = await storedBytes.ofUploads.one(ctx, { user_id })
  return { used_bytes: files + uploads, quota_bytes: ctx.config.storageQuotaGb * gigabyte }
}

/** Throws 422 when the person may not store so many bytes more. */
export async function checkQuota(ctx: AnyContext, userId: number, more: number, field = 'file'): Promise<void> {
  if (ctx.config.storageQuotaGb === 0) return
  const { used_bytes, quota_bytes } = await readQuota(ctx, userId)
  ensure(used_bytes + more <= quota_bytes, invalidFields({ [field]: ['Your storage is full.'] }))
}
