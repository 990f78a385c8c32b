import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Transaction } from '../../context.ts'
import { notFound, Problem } from '../../core/problem.ts'
import { after } from '../../core/time.ts'
import { files, type StoredFile } from './queries.ts'

type Linkable = Pick<StoredFile, 'key'>

const linkInvalid = new Problem(403, 'This link is not valid.')
const linkExpired = new Problem(403, 'This link has expired; ask for a new one.')

/** The address of a public file. */
export const publicLink = (ctx: Context | Transaction, { key }: Linkable) =>
  `${ctx.config.publicUrl}/files/${key}`

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
  ctx: Context | Transaction,
  { key }: Linkable,
  { minutes }: { minutes: number },
): string {
  const expires = String(Math.ceil(Date.parse(after(ctx.clock.now(), { minutes })) / 1000))
  const query = new URLSearchParams({ expires, signature: signatureOf(ctx, key, expires) })
  return `${ctx.config.publicUrl}/files/${key}?${query}`
}

export interface Address {
  expires?: string
  signature?: string
}

/** The file at the address; 404 when there is none, 403 when it is private and the link is not good. */
export async function fileAt(ctx: Context, key: string, address: Address): Promise<StoredFile> {
  if (!key.startsWith('public/')) checkSignature(ctx, key, address)
  const file = await files.byKey.maybe(ctx, { key })
  if (file === null) throw notFound
  return file
}

function checkSignature(ctx: Context, key: string, { expires = '', signature = '' }: Address) {
  const right = Buffer.from(signatureOf(ctx, key, expires))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) throw linkInvalid
  if (Number(expires) * 1000 <= Date.parse(ctx.clock.now())) throw linkExpired
}

const signatureOf = ({ config }: Context | Transaction, key: string, expires: string) =>
  createHmac('sha256', config.appSecret).update(`file\n${key}\n${expires}`).digest('base64url')
