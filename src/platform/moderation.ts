/**
 * Content of users that administrators hide. Hidden content has the status of a draft, which no list, counter or search
 * shows to others, and gets its former status back. It stays hidden while there is a cause: a decision about it, or
 * the suspension of its owner.
 */

import type { AnyContext, Context, Transaction } from '#context.ts'
import type { AgeOrder, Rows, Slice } from '#core/page.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { foldLine } from '#core/text-normalization.ts'
import type { ContentKind, HidingCause } from '#database/tables/moderation.ts'
import {
  type ContentFilter,
  type ContentRow,
  causes,
  createContentReads,
  createHiding,
  type StoredContent,
  type StoredFilter,
} from './moderation-queries.ts'

export type { ContentKind } from '#database/tables/moderation.ts'

const hiddenContent = createRuleViolation(
  'An administrator has hidden this. It cannot be published until an administrator shows it again.',
)

interface Definition extends StoredContent {
  /** Throws 403 or 404 unless the actor may read it. */
  ensureReadable: (ctx: Context, id: number) => Promise<unknown>
  /** Returns the ids of all rows with all of the words; without it a part of the title is looked for. */
  find?: (ctx: Context, search: string) => Promise<number[]>
  /** Does what else a change of the status needs. `change` stores the new status. */
  move?: (tx: Transaction, id: number, change: () => Promise<Move>) => Promise<void>
}

/** A change of the stored status. */
interface Move {
  owner_id: number
  from: string
  to: string
}

/** What administrators read of content that has no address of its own. */
export interface ContentText {
  text: string
  files: readonly { id: number; filename: string; url: string }[]
}

/** A kind of content that administrators can hide. */
export interface ContentSource {
  readonly kind: ContentKind
  /** Whether it is the actor's in another way than as its owner. */
  isOwn?(ctx: Context, id: number): Promise<boolean>
  /** Returns the text, for content without an address of its own. */
  getText?(ctx: Context, id: number): Promise<ContentText>
  /** Returns who is told that it is hidden; the owner unless there is such a function. */
  listRecipients?(tx: Transaction, id: number): Promise<readonly number[]>
  ensureReadable(ctx: Context, id: number): Promise<unknown>
  /** Returns the content, hidden or not. 404 if unknown. */
  get(ctx: AnyContext, id: number): Promise<ContentRow>
  list(ctx: Context, filter: ContentFilter, slice: AgeOrder & Slice): Promise<Rows<ContentRow>>
  /** Hides it for a cause. Returns false if it was hidden for it already. */
  hide(tx: Transaction, id: number, cause: HidingCause, reason: string): Promise<boolean>
  /** Removes a cause, and shows the content if it was the last one. Returns false if there was no such cause. */
  show(tx: Transaction, id: number, cause: HidingCause): Promise<boolean>
  listOwned(tx: Transaction, userId: number): Promise<number[]>
}

/** Returns why content is hidden; empty if it is not. */
export const listHidingCauses = (ctx: AnyContext, kind: ContentKind, id: number) =>
  causes.of.all(ctx, { kind, content_id: id })

/** Throws 422 if the content is hidden; for changes that would publish it. */
export async function ensureNotHidden(ctx: AnyContext, kind: ContentKind, id: number): Promise<void> {
  ensure((await listHidingCauses(ctx, kind, id)).length === 0, hiddenContent)
}

/** An absent search selects all. */
async function toFound(ctx: Context, search: string, { find, title }: Definition): Promise<StoredFilter> {
  if (search === '') return {}
  if (find !== undefined) return { ids: await find(ctx, search) }
  return { part: title === undefined ? foldLine(search) : search }
}

/** Defines a kind of content that administrators can list, hide and show again. */
export function defineContent(definition: Definition): ContentSource {
  const { kind, ensureReadable } = definition
  const reads = createContentReads(definition)
  return {
    kind,
    ensureReadable,
    get: (ctx, id) => reads.byId.one(ctx, { id }),

    async list(ctx, { search = '', ...rest }, slice) {
      const filter = { ...rest, ...(await toFound(ctx, search, definition)) }
      const [rows, [counted]] = await Promise.all([
        reads.page.inBackground(ctx, { ...filter, ...slice }),
        reads.count.inBackground(ctx, filter),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async listOwned(tx, userId) {
      return (await reads.ownedIds.all(tx, { user_id: userId })).map(({ id }) => id)
    },

    ...createMoves(definition),
  }
}

interface UnpublishedReads {
  byId: { one(ctx: AnyContext, p: { id: number }): Promise<ContentRow> }
  page: { inBackground(ctx: Context, p: StoredFilter & AgeOrder & Slice): Promise<ContentRow[]> }
  count: { inBackground(ctx: Context, p: StoredFilter): Promise<{ total: number }[]> }
}

/** Content without a status, such as a message: that it is hidden is all that others may not see. */
interface UnpublishedDefinition
  extends Pick<ContentSource, 'kind' | 'ensureReadable' | 'isOwn' | 'getText' | 'listRecipients' | 'listOwned'> {
  reads: UnpublishedReads
  /** Stores since when it is hidden, null for content that is shown, and why. */
  setHidden: (
    tx: Transaction,
    id: number,
    hidden: { hidden_at: string | null; hidden_reason: string },
  ) => Promise<unknown>
}

/** Defines a kind of content without a status. Its rights and lists ask whether it is hidden. */
export function defineUnpublishedContent({ reads, setHidden, ...definition }: UnpublishedDefinition): ContentSource {
  const { kind } = definition
  return {
    ...definition,
    get: (ctx, id) => reads.byId.one(ctx, { id }),

    async list(ctx, { search = '', ...rest }, slice) {
      const filter = search === '' ? rest : { ...rest, part: search }
      const [rows, [counted]] = await Promise.all([
        reads.page.inBackground(ctx, { ...filter, ...slice }),
        reads.count.inBackground(ctx, filter),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async hide(tx, id, cause, reason) {
      const now = tx.clock.now()
      if ((await causes.add.run(tx, { kind, content_id: id, cause, reason, now })) === 0) return false
      await setHidden(tx, id, { hidden_at: now, hidden_reason: reason })
      return true
    },

    async show(tx, id, cause) {
      if ((await causes.remove.run(tx, { kind, content_id: id, cause })) === 0) return false
      const [other] = await listHidingCauses(tx, kind, id)
      await setHidden(tx, id, { hidden_at: other?.hidden_at ?? null, hidden_reason: other?.reason ?? '' })
      return true
    },
  }
}

const onlyChange: NonNullable<Definition['move']> = async (_tx, _id, change) => {
  await change()
}

function createMoves({
  kind,
  unpublished,
  move = onlyChange,
  ...stored
}: Definition): Pick<ContentSource, 'hide' | 'show'> {
  const hiding = createHiding({ kind, unpublished, ...stored })
  return {
    async hide(tx, id, cause, reason) {
      const now = tx.clock.now()
      if ((await causes.add.run(tx, { kind, content_id: id, cause, reason, now })) === 0) return false
      await move(tx, id, async () => {
        const { owner_id, status } = await hiding.stored.one(tx, { id })
        const isNew = (await hiding.hide.run(tx, { id, now })) === 1
        return { owner_id, from: status, to: isNew ? unpublished : status }
      })
      return true
    },

    async show(tx, id, cause) {
      if ((await causes.remove.run(tx, { kind, content_id: id, cause })) === 0) return false
      if ((await listHidingCauses(tx, kind, id)).length > 0) return true
      await move(tx, id, async () => {
        const { owner_id, status, hidden_status } = await hiding.stored.one(tx, { id })
        await hiding.show.run(tx, { id })
        return { owner_id, from: status, to: hidden_status ?? status }
      })
      return true
    },
  }
}
