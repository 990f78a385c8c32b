import type { AnyContext, Context } from '#context.ts'
import { notFound } from '#core/problem.ts'
import type { SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { files, type StoredFile } from './queries.ts'

type Linkable = Pick<StoredFile, 'key'>

const filePath = ({ key }: Linkable) => `/files/${key}`

/** The address of a public file. */
export const publicUrl = (ctx: AnyContext, file: Linkable) => `${ctx.config.publicUrl}${filePath(file)}`

/** Finds the public files of the addresses. */
export async function findPublicFiles(ctx: Context, addresses: readonly string[]): Promise<Map<string, StoredFile>> {
  const start = publicUrl(ctx, { key: 'public/' })
  const folder = publicUrl(ctx, { key: '' })
  const keys = addresses.filter((one) => one.startsWith(start)).map((one) => one.slice(folder.length))
  const found = keys.length === 0 ? [] : await files.byKeys.all(ctx, { keys: [...new Set(keys)] })
  return new Map(found.map((file) => [publicUrl(ctx, file), file]))
}

/** An address that gives access to the file without a token for some minutes. */
export const signedUrl = (ctx: AnyContext, file: Linkable, { minutes }: { minutes: number }): string =>
  createSignedUrl(ctx, filePath(file), addDuration(ctx.clock.now(), { minutes }))

/** Returns the file of the address. 404 if unknown, 403 if it is private and the link is invalid. */
export async function getLinkedFile(ctx: Context, key: string, query: SignedQuery): Promise<StoredFile> {
  if (!key.startsWith('public/')) await ensureValidLink(ctx, filePath({ key }), query)
  const file = await files.byKey.maybe(ctx, { key })
  if (file === null) throw notFound
  return file
}
