/** Links of API answers that need no token. One that an API key asked for ends with the key. */

import { type AnyContext, getApiKeyId } from '#context.ts'
import { ensure } from '#core/problem.ts'
import { ensureSigned, invalidLink, type SignedQuery, signPath } from '#core/signed-links.ts'
import { prepare } from '#database/query/prepare.ts'

const apiKeys = {
  valid: prepare((q, p: { id: number; now: string }) =>
    q.selectFrom('access_tokens').select('id').where('id', '=', p.id).where('expires_at', '>', p.now),
  ),
}

/**
 * Returns the address of the path that is valid until then, an ISO time. One for those who see hidden content is valid
 * while the content is hidden.
 */
export function createSignedUrl(
  { config, actor }: AnyContext,
  path: string,
  expiresAt: string,
  { isHidden = false } = {},
): string {
  const terms = { key: getApiKeyId(actor)?.toString(), hidden: isHidden ? '1' : undefined }
  return `${config.publicUrl}${signPath(config.appSecret, path, expiresAt, terms)}`
}

/** Throws 403 unless the query is a valid signature of the path, and the API key that asked for the link is valid. */
export async function ensureValidLink(ctx: AnyContext, path: string, query: SignedQuery): Promise<void> {
  const now = ctx.clock.now()
  ensureSigned(ctx.config.appSecret, path, query, now)
  const { key } = query
  if (key !== undefined) ensure((await apiKeys.valid.maybe(ctx, { id: Number(key), now })) !== null, invalidLink)
}
