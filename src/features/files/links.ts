import type { Context, Transaction } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { ensureSigned, type SignedQuery, signPath } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { files, type StoredFile } from './queries.ts'

type Linkable = Pick<StoredFile, 'key'>

const pathOf = ({ key }: Linkable) => `/files/${key}`

/** The address of a public file. */
export const publicLink = (ctx: Context | Transaction, file: Linkable) =>
  `${ctx.config.publicUrl}${pathOf(file)}`

/** Public files by their addresses, of those that lead to one. */
export async function publicFilesAt(
  ctx: Context,
  addresses: readonly string[],
): Promise<Map<string, StoredFile>> {
  const start = publicLink(ctx, { key: 'public/' })
  const folder = publicLink(ctx, { key: '' })
  const keys = addresses.filter((one) => one.startsWith(start)).map((one) => one.slice(folder.length))
  const found = keys.length === 0 ? [] : await files.byKeys.all(ctx, { keys: [...new Set(keys)] })
  return new Map(found.map((file) => [publicLink(ctx, file), file]))
}

/** An address at which anybody who has it can read the file for so many minutes. */
export function signedLink(
  { config, clock }: Context | Transaction,
  file: Linkable,
  { minutes }: { minutes: number },
): string {
  return config.publicUrl + signPath(config.appSecret, pathOf(file), addDuration(clock.now(), { minutes }))
}

/** The file at the address; 404 when there is none, 403 when it is private and the link is not good. */
export async function fileAt(ctx: Context, key: string, query: SignedQuery): Promise<StoredFile> {
  if (!key.startsWith('public/')) ensureSigned(ctx.config.appSecret, pathOf({ key }), query, ctx.clock.now())
  const file = await files.byKey.maybe(ctx, { key })
  if (file === null) throw notFound
  return file
}
