import type { AnyContext, Context } from '#context.ts'
import { page } from '#core/page.ts'
import { getNames } from '#features/users/index.ts'
import { findFirstRowSince, getAuditHead, listAuditRows } from '#platform/audit/audit-rows.ts'
import type { AuditHead, AuditQuery, AuditRow } from './schemas.ts'

export const listAudit = (
  ctx: Context,
  { page: number = 1, limit = 20, from, until, sort, reads = true, request_id, ...filter }: AuditQuery,
) =>
  page(ctx, { page: number, limit }, async (ctx, slice) => {
    const range = await findRange(ctx, from, until)
    if (range === null) return { rows: [], total: 0 }
    const { rows, total } = await listAuditRows(
      ctx,
      { ...filter, ...range, request_id: request_id || undefined, without_reads: reads ? undefined : true },
      { ...slice, oldest: sort === 'oldest' || undefined },
    )
    const names = await getNames(
      ctx,
      rows.flatMap(({ actor_id }) => actor_id ?? []),
    )
    return { rows: rows.map((row) => presentRow(row, names)), total }
  })

/** Returns the numbers of the first and the last row between two times; null when there is none. */
async function findRange(ctx: AnyContext, from: string | undefined, until: string | undefined) {
  const first = from === undefined ? undefined : await findFirstRowSince(ctx, from)
  if (first === null) return null
  const next = until === undefined ? null : await findFirstRowSince(ctx, until)
  return { first, last: next === null ? undefined : next - 1 }
}

type Row = Awaited<ReturnType<typeof listAuditRows>>['rows'][number]

function presentRow({ object_kind, object_id, details, ...row }: Row, names: ReadonlyMap<number, string>): AuditRow {
  const { id, created_at, actor, actor_id, action, user_id, outcome, status, request_id, hash } = row
  const { changes, reason, address } = details ?? { changes: null, reason: null, address: null }
  return {
    id,
    created_at,
    actor,
    actor_id,
    actor_name: actor_id === null ? '' : (names.get(actor_id) ?? ''),
    action,
    object: object_kind === null ? null : { kind: object_kind, id: object_id ?? '' },
    user_id,
    outcome,
    status,
    changes,
    reason,
    address,
    request_id,
    erased: details === null,
    hash,
  }
}

export const showAuditHead = (ctx: Context): Promise<AuditHead> => getAuditHead(ctx)
