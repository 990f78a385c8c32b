import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { createRuleViolation, ensure, permit, refuseInvalid } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { everyDocument, readFoundItems } from './items.ts'
import { savedSearches, searchMatches, searchTerms } from './queries.ts'
import { loadQueryReader } from './query-reader.ts'
import { type SavedSearchKind, savedSearchRecord } from './record.ts'
import { savedSearchRights } from './rights.ts'
import {
  findFilterErrors,
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
  type SavedSearchMatch,
  type SavedSearchQuery,
} from './schemas.ts'

/** The searches of one person. */
const maxSearches = 20

export const tooManySearches = createRuleViolation(
  fill('You can have at most {most} saved searches.', { most: maxSearches }),
)

type Row = Awaited<ReturnType<typeof savedSearches.byId.one>>

const presentSearch = ({ user_id, ...search }: Row): SavedSearch => search

/** Lists the searches of the actor, the newest first. */
export const listSavedSearches = (ctx: Context, query: SavedSearchQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await savedSearches.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
    return { rows: rows.map(presentSearch), total }
  })

/** Returns the search. 404 if unknown, 403 if it is not the actor's. */
async function getOwnSearch(ctx: AnyContext, id: number): Promise<Row> {
  const row = await savedSearches.byId.one(ctx, { id })
  permit(savedSearchRights.may.read(ctx.actor, row))
  return row
}

export const showSavedSearch = async (ctx: Context, id: number): Promise<SavedSearch> =>
  presentSearch(await getOwnSearch(ctx, id))

export async function createSavedSearch(ctx: Context, input: NewSavedSearch): Promise<SavedSearch> {
  await loadQueryReader()
  return runInTransaction(ctx, async (tx) => {
    const search = { ...savedSearchRecord.defaults, ...input }
    const { id } = await savedSearches.add.one(tx, { ...search, user_id: tx.actor.id, now: tx.clock.now() })
    const { total } = await savedSearches.countOfUser.one(tx, { user_id: tx.actor.id })
    ensure(total <= maxSearches, tooManySearches)
    await saveTerms(tx, { id, ...search })
    return presentSearch(await getOwnSearch(tx, id))
  })
}

/** Changes a search. With other words or filters, or after a pause, it begins anew: what was published before is not found. */
export async function updateSavedSearch(ctx: Context, id: number, change: SavedSearchChange): Promise<SavedSearch> {
  await loadQueryReader()
  return runInTransaction(ctx, async (tx) => {
    const before = await getOwnSearch(tx, id)
    const after = { ...before, ...change }
    refuseInvalid(findFilterErrors(after))
    const now = tx.clock.now()
    await savedSearches.change.run(tx, { ...after, now })
    if (describe(before) !== describe(after)) {
      await searchTerms.remove.run(tx, { id })
      await searchMatches.removeOfSearch.run(tx, { search_id: id })
      await saveTerms(tx, after)
      await savedSearches.restart.run(tx, { id, now })
    } else if (before.frequency !== after.frequency) await savedSearches.reschedule.run(tx, { id, now })
    return presentSearch(await getOwnSearch(tx, id))
  })
}

const describe = ({ query, filters, frequency }: Row) => JSON.stringify([query, filters, frequency === 'never'])

export function deleteSavedSearch(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getOwnSearch(tx, id)
    await savedSearches.remove.run(tx, { id })
  })
}

/** More searches of a term do not make it a worse choice. */
const maxCounted = 1_000

/**
 * Stores the terms by which documents find the search: those of the word that the fewest other searches are stored by, because each document with a term
 * is compared with all of its searches.
 */
export async function saveTerms(
  tx: Transaction,
  { id, kind, query }: Pick<Row, 'id' | 'kind' | 'query'>,
): Promise<void> {
  const { getStandingQuery, listTriggers } = await loadQueryReader()
  const { units } = getStandingQuery(kind, query)
  const choices = units.map(({ alternatives }) =>
    listTriggers(alternatives.flatMap(({ keys: [first] }) => first ?? [])).map((term) => toTerm(kind, term)),
  )
  const counts = await Promise.all(choices.map((terms) => searchTerms.count.one(tx, { terms, limit: maxCounted })))
  const least = Math.min(...counts.map(({ total }) => total))
  const terms = choices[counts.findIndex(({ total }) => total === least)] ?? [toTerm(kind, everyDocument)]
  await searchTerms.add.run(tx, { id, terms })
}

/** The terms of each kind are apart. */
export const toTerm = (kind: SavedSearchKind, term: string) => `${kind}/${term}`

/** Lists what a search of the actor has found, without what the actor may not see any more. */
export async function listSavedSearchMatches(ctx: Context, id: number, query: SavedSearchQuery) {
  const { kind } = await getOwnSearch(ctx, id)
  return page(ctx, query, async (ctx, slice: Slice) => {
    const { rows, total } = await searchMatches.ofSearch.page(ctx, { search_id: id, ...slice })
    const visible = await readFoundItems(ctx, { kind, userId: ctx.actor.id, ids: rows.map((row) => row.item_id) })
    const shown = rows.flatMap(({ item_id, found_at }): SavedSearchMatch[] => {
      const item = visible.get(item_id)
      return item === undefined ? [] : [{ ...item, found_at }]
    })
    return { rows: shown, total: total - (rows.length - shown.length) }
  })
}
