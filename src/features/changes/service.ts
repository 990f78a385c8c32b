import { setTimeout as pause } from 'node:timers/promises'
import type { AnyContext, Context } from '#context.ts'
import { UnpagedList } from '#core/page.ts'
import { createTooManyRequests, ensure, invalidFields, Problem } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import { allUsers, maxStreams } from '#features/streams/index.ts'
import { fill } from '#language/sentence.ts'
import { defineTask } from '#platform/tasks.ts'
import { listAudiences, mergeRows, type Reader, toReader } from './audiences.ts'
import { recordChangeNumbers } from './follower.ts'
import { isKnownType } from './kinds.ts'
import { type ChangeRow, changes, numbers } from './queries.ts'
import type { Change, ChangesQuery } from './schemas.ts'
import type { ChangeTail } from './tail.ts'

/** How long changes are kept. */
const keptFor = { days: 90 }

const defaultLimit = 20

/** Numbers that are searched for changes of some kinds by one request. */
const searchedNumbers = 20_000

/** Queries for administrators, who see every change. */
const maxSteps = 20

/** Numbers that are deleted by one statement. */
const deletedAtOnce = 500

export const cursorIsGone = new Problem(
  410,
  'The changes after this cursor are not kept. Please ask with since=now, read the lists again, and go on from that cursor.',
)

export const tooManyWaits = createTooManyRequests(
  fill('At most {most} requests may wait for changes; end one.', { most: maxStreams }),
  30,
)

/** The types that a client asked for; null for all. */
export type Types = ReadonlySet<string> | null

/** Parses the types, separated by commas. Throws 422 for an unknown one. */
export function parseTypes(list: string | undefined): Types {
  if (list === undefined) return null
  const types = list.split(',').map((type) => type.trim())
  checkTypes(types)
  return new Set(types)
}

/** Throws 422 for an unknown type. */
export function checkTypes(types: readonly string[]): void {
  for (const type of types)
    ensure(isKnownType(type), invalidFields({ types: [fill('There is no type {type}.', { type: type.slice(0, 50) })] }))
}

/** The kind of a type: `job_post` of `job_post.updated`. */
const kindOf = (type: string) => type.split('.')[0] ?? ''

/** Returns whether the type is one of the types. */
export const isOfTypes = (type: string, types: Types) => types === null || types.has(type) || types.has(kindOf(type))

/** Returns whether the reader may hear of changes of the type. */
export const mayHear = ({ kinds }: Reader, type: string) => kinds === null || kinds.includes(kindOf(type))

/** The kinds to read: those of the types that the API key may hear of; undefined for all. */
function toKinds(types: Types, { kinds }: Reader): readonly string[] | undefined {
  if (types === null) return kinds ?? undefined
  const asked = [...new Set([...types].map(kindOf))]
  return kinds === null ? asked : asked.filter((kind) => kinds.includes(kind))
}

interface Question {
  reader: Reader
  types: Types
  limit: number
}

export interface ChangePage {
  rows: Change[]
  /** Every change up to this number was read. */
  reached: number
  /** The number of the newest change of all. */
  last: number
}

/** Returns the next changes after the number that the caller may see. */
export async function readChanges(ctx: AnyContext, since: number, question: Question): Promise<ChangePage> {
  const { reader, types, limit } = question
  const { last } = await numbers.get.one(ctx, {})
  const kinds = toKinds(types, reader)
  const until = kinds === undefined ? last : Math.min(last, since + searchedNumbers)
  const found = await readRows(ctx, { reader, since, until, kinds, limit })
  const all = mergeRows(ctx, found.rows)
  const first = all.slice(0, limit)
  const reached = all.length > limit || found.isCut ? (first.at(-1)?.id ?? found.until) : found.until
  return { rows: first.filter((change) => isOfTypes(change.type, types)), reached, last }
}

interface ChangeRequest {
  reader: Reader
  since: number
  until: number
  kinds: readonly string[] | undefined
  limit: number
}

interface ChangeBatch {
  rows: ChangeRow[]
  until: number
  /** Whether there may be more rows up to the number. */
  isCut: boolean
}

async function readRows(ctx: AnyContext, { reader, since, until, kinds, limit }: ChangeRequest): Promise<ChangeBatch> {
  if (reader.subject === allUsers) return readRowsOfAll(ctx, { reader, since, until, kinds, limit })
  const audiences = (await listAudiences(ctx, [reader.subject])).get(reader.subject) ?? []
  const rows = await changes.ofAudiences.all(ctx, { audiences, since, until, kinds, most: limit })
  const counts = Map.groupBy(rows, ({ audience }) => audience)
  return { rows, until, isCut: [...counts.values()].some(({ length }) => length === limit) }
}

/** Reads a few numbers at a time, because nearly each has a row for those who see all, unless they ask for some kinds. */
async function readRowsOfAll(ctx: AnyContext, { since, until, kinds, limit }: ChangeRequest): Promise<ChangeBatch> {
  const step = kinds === undefined ? limit : searchedNumbers / maxSteps
  let rows: ChangeRow[] = []
  let end = since
  for (let steps = 0; steps < maxSteps && rows.length === 0 && end < until; steps++) {
    const next = Math.min(until, end + step)
    rows = await changes.between.all(ctx, { since: end, until: next, kinds })
    end = next
  }
  return { rows, until: end, isCut: false }
}

/** Returns the last number of a change, for work that is repeated: newer changes have none yet. */
export const getLastNumber = async (ctx: Context): Promise<number> => (await numbers.get.one(ctx, {})).last

/** Returns the number of the newest change. */
export async function getLastChange(ctx: Context): Promise<number> {
  await recordChangeNumbers(ctx)
  return getLastNumber(ctx)
}

/** Returns the number after which the page begins. Throws 410 if changes after the cursor are no longer kept. */
export async function parseCursor(ctx: Context, since: string | undefined): Promise<number> {
  const { last, deleted } = await numbers.get.one(ctx, {})
  if (since === undefined) return deleted
  if (since === 'now') return last
  const cursor = Number(since)
  ensure(cursor >= deleted && cursor <= last, cursorIsGone)
  return cursor
}

/** Returns a page of the feed, once there is a change or the time to wait has passed. */
export async function listChanges(
  ctx: Context,
  { since, types: list, limit = defaultLimit, wait = 0 }: ChangesQuery,
  { tail, left }: { tail: ChangeTail; left: AbortSignal },
) {
  const question = { reader: toReader(ctx.actor), types: parseTypes(list), limit }
  await recordChangeNumbers(ctx)
  let page = await readChanges(ctx, await parseCursor(ctx, since), question)
  if (wait > 0 && page.rows.length === 0)
    page = await waitForChanges(ctx, page, {
      question,
      tail,
      signal: AbortSignal.any([left, AbortSignal.timeout(wait * 1_000)]),
    })
  return new UnpagedList(page.rows, { next: String(page.reached), more: page.reached < page.last })
}

interface WaitRequest {
  question: Question
  tail: ChangeTail
  signal: AbortSignal
}

/** Waits on this instance, by user. */
const waits = new Map<number, number>()

async function waitForChanges(ctx: Context, start: ChangePage, { question, tail, signal }: WaitRequest) {
  const { id } = ctx.actor
  const others = waits.get(id) ?? 0
  ensure(others < maxStreams, tooManyWaits)
  waits.set(id, others + 1)
  let page = start
  let news = Promise.withResolvers<void>()
  let unsubscribe: () => void = () => undefined
  try {
    unsubscribe = await tail.subscribe((rows) => {
      if (rows.some((row) => mayConcern(row, question))) news.resolve()
    })
    while (page.rows.length === 0 && !signal.aborted) {
      page = await readChanges(ctx, page.reached, question)
      if (page.rows.length > 0 || page.reached < page.last) continue
      await Promise.race([news.promise, untilAborted(signal)])
      news = Promise.withResolvers()
    }
  } finally {
    unsubscribe()
    const left = (waits.get(id) ?? 1) - 1
    if (left === 0) waits.delete(id)
    else waits.set(id, left)
  }
  return page
}

/** Whether the change may be one that the reader waits for, so that others cost nothing. */
const mayConcern = ({ audience, kind, act }: ChangeRow, { reader, types }: Question) =>
  (reader.subject === allUsers || !audience.startsWith('user:') || audience === `user:${reader.subject}`) &&
  mayHear(reader, `${kind}.${act}`) &&
  (types === null || [...types].some((type) => kindOf(type) === kind))

const untilAborted = (signal: AbortSignal) =>
  // It rejects when it is aborted, which is what it waits for.
  pause(2 ** 31 - 1, undefined, { signal, ref: false }).catch(() => undefined)

/** Deletes changes that are older than they are kept. */
export const sweepChanges = defineTask<Record<string, never>>({
  kind: 'sweep_changes',
  async handle(ctx) {
    const before = subtractDuration(ctx.clock.now(), keptFor)
    for (;;) {
      const { last, deleted: since } = await numbers.get.one(ctx, {})
      const until = Math.min(last, since + deletedAtOnce)
      const { number } = await changes.lastExpired.one(ctx, { since, until, before })
      if (number === null) {
        // Numbers whose rows went with an account.
        const next = await changes.next.maybe(ctx, { since })
        if (next === null || next.number <= until) return
        await numbers.setDeleted.run(ctx, { deleted: next.number - 1 })
        continue
      }
      // First the mark, so that a cursor before it is refused and never answered without the deleted changes.
      await numbers.setDeleted.run(ctx, { deleted: number })
      await changes.removeUntil.run(ctx, { since, until: number })
    }
  },
})
