import type { AnyContext, Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import type { SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { files } from './queries.ts'
import type { StoredFile } from './record.ts'

type Linkable = Pick<StoredFile, 'key'>

const filePath = ({ key }: Linkable) => `/files/${key}`

/** The address of a public file. */
export const getPublicFileUrl = ({ config }: Pick<AnyContext, 'config'>, file: Linkable) =>
  `${config.publicUrl}${filePath(file)}`

/** Finds the public files of the addresses. */
export async function findPublicFiles(ctx: Context, addresses: readonly string[]): Promise<Map<string, StoredFile>> {
  const start = getPublicFileUrl(ctx, { key: 'public/' })
  const folder = getPublicFileUrl(ctx, { key: '' })
  const keys = addresses.filter((one) => one.startsWith(start)).map((one) => one.slice(folder.length))
  const found = keys.length === 0 ? [] : await files.byKeys.all(ctx, { keys: [...new Set(keys)] })
  return new Map(found.map((file) => [getPublicFileUrl(ctx, file), file]))
}

/** Returns the address of a public file by the path that it had before it was imported. 404 for other paths. */
export async function findLegacyAddress(ctx: Context, path: string): Promise<string> {
  return getPublicFileUrl(ctx, await files.byLegacyPath.one(ctx, { path }))
}

interface Lifetime {
  minutes: number
  /** Whether the file belongs to hidden content, so that only those who see it get the address. */
  isHidden?: boolean
}

/** An address that gives access to the file without a token for some minutes. */
export const createSignedFileUrl = (ctx: AnyContext, file: Linkable, { minutes, isHidden = false }: Lifetime): string =>
  createSignedUrl(ctx, filePath(file), addDuration(ctx.clock.now(), { minutes }), { isHidden })

/**
 * Returns the file of the address. 403 if it is private and the link is invalid; 404 if it is unknown, or belongs to a
 * hidden project, message or company and the link was not made for those who see it.
 */
export async function getLinkedFile(ctx: Context, key: string, query: SignedQuery): Promise<StoredFile> {
  if (!key.startsWith('public/') || query.hidden !== undefined) await ensureValidLink(ctx, filePath({ key }), query)
  const file = await files.byKey.maybe(ctx, { key })
  ensure(file !== null, notFound)
  if (query.hidden === undefined) ensure((await files.hiddenOwner.maybe(ctx, { id: file.id })) === null, notFound)
  return file
}
