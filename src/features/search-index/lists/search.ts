/** The search of a list in a worker thread: words by the index, rights, filters and other orders by the queries of the list. */

import {
  addAll,
  type Bitmap,
  countIds,
  createBitmap,
  intersect,
  iterateIds,
  normalizeValue,
  postingKey,
  subtract,
  unite,
} from '@research-platform/search-engine'
import {
  type Match,
  type ParsedQuery,
  parseQuery,
  type RankedDocument,
  rankMatches,
  selectNewest,
} from '@research-platform/search-engine/query'
import type { Slice } from '#core/page.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { createHighlights } from '../highlights.ts'
import { listCorrections, type SearchOutcome, searchDocuments } from '../search.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ListIndex } from './definition.ts'
import type { ListMatches, ListQuestion, ListRows } from './question.ts'
import { createListSnapshot, type Lag } from './snapshot.ts'

/** Searches a list. Returns the lag of an index that is too far behind. */
export async function searchIndexedList<Asked>(
  ctx: WithConnection,
  index: ListIndex,
  rows: ListRows<Asked>,
  question: ListQuestion<Asked>,
): Promise<ListMatches | Lag> {
  const { asked, query, seesAll, slice } = question
  const scope = seesAll ? 'everything' : { ids: await rows.listPrivateIds(ctx, asked) }
  const snapshot = await createListSnapshot(ctx, index, scope)
  if ('unindexed' in snapshot) return snapshot
  const work = { index, snapshot, rows, question }
  const parsed = parseQuery(query, { isForPeople: false })
  const outcome = await searchRows(ctx, work, parsed)
  const titled = await findTitled(ctx, work, parsed)
  const found = { ...addTitled(outcome.found, titled), isNewestFirst: true }
  const ids =
    slice === undefined ? [...iterateIds(found.set)] : await sortMatches(ctx, { rows, question, titled }, found, slice)
  const stems = outcome.understood.stems.union(new Set(found.stems))
  return {
    ids,
    total: found.total,
    complete: found.complete,
    corrections: listCorrections({ ...outcome, found }),
    excluded: parsed.excluded.map((words) => words.join(' ')),
    ignored: outcome.understood.ignored,
    unmatched: found.unmatched,
    highlights: slice === undefined ? new Map() : await createHighlights(snapshot, { ids, stems }),
  }
}

interface Work<Asked> {
  index: ListIndex
  snapshot: Snapshot
  rows: ListRows<Asked>
  question: ListQuestion<Asked>
}

const unrestricted = { filters: [], experience: { min: null, max: null }, hIndex: { min: null, max: null } }

/**
 * Searches all rows that the viewer may see, and takes those that are in the list. If there are none, searches once more among the
 * rows in the list that have one of the words, so that the nearest of them are found.
 */
async function searchRows<Asked>(
  ctx: WithConnection,
  { index, snapshot, rows, question }: Work<Asked>,
  parsed: ParsedQuery,
): Promise<SearchOutcome> {
  const { subject } = index
  const { asked, isWhole } = question
  const first = await searchDocuments(ctx, snapshot, { parsed, subject, restriction: unrestricted })
  if (isWhole) return first
  const filter = async (set: Bitmap) => createBitmap(await rows.filterIds(ctx, asked, [...iterateIds(set)]))
  const among = (outcome: SearchOutcome, set: Bitmap): SearchOutcome => ({
    ...outcome,
    found: { ...outcome.found, set, total: countIds(set) },
  })
  const listed = await filter(first.found.set)
  if (listed.size > 0) return among(first, listed)
  const within = await filter(uniteUnits(first.found))
  const second = await searchDocuments(ctx, snapshot, { parsed, subject, restriction: { ...unrestricted, within } })
  return among(second, await filter(second.found.set))
}

/** Returns the rows in the list whose title is the query, unless it excludes something. */
async function findTitled<Asked>(
  ctx: WithConnection,
  { snapshot, rows, question }: Work<Asked>,
  { excluded }: ParsedQuery,
): Promise<Bitmap> {
  const key = postingKey.title(normalizeValue(question.query))
  const set = excluded.length > 0 ? undefined : (await snapshot.readPostings([key])).get(key)
  if (set === undefined || countIds(set) === 0) return new Map()
  if (question.isWhole) return set
  return createBitmap(await rows.filterIds(ctx, question.asked, [...iterateIds(set)]))
}

/** Adds the rows whose title is the query. They have all of its words, so that no others that are only near are listed. */
function addTitled(found: Match, titled: Bitmap): Match {
  if (countIds(titled) === 0) return found
  const set = found.complete ? unite([found.set, titled]) : titled
  return { ...found, set, total: countIds(set), complete: true }
}

/** Returns the rows that have at least one of the words. */
const uniteUnits = ({ levels }: Match): Bitmap =>
  levels.flat().reduce<Bitmap>((all, { set }) => addAll(all, set), new Map())

async function sortMatches<Asked>(
  ctx: WithConnection,
  { rows, question, titled }: Pick<Work<Asked>, 'rows' | 'question'> & { titled: Bitmap },
  found: Match,
  slice: Slice,
): Promise<number[]> {
  if (slice.offset >= found.total) return []
  switch (question.sort) {
    case undefined:
    case 'relevance':
      return rankTitledFirst(found, titled, slice).map(({ id }) => id)
    case 'recent':
      return selectNewest(found.set, slice)
    default:
      return rows.sortIds(ctx, question.asked, [...iterateIds(found.set)], slice)
  }
}

function rankTitledFirst(found: Match, titled: Bitmap, slice: Slice): RankedDocument[] {
  if (countIds(titled) === 0) return rankMatches(found, new Map(), slice)
  const rank = (set: Bitmap, part: Slice) => rankMatches({ ...found, set, total: countIds(set) }, new Map(), part)
  const first = rank(intersect(found.set, titled), slice)
  const rest = { offset: Math.max(0, slice.offset - countIds(titled)), limit: slice.limit - first.length }
  return [...first, ...rank(subtract(found.set, titled), rest)]
}
