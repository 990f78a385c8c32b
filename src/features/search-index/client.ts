import type { Context } from '#context.ts'
import type { VisibilityScope } from './request.ts'
import type { SearchQuery, workerFunctions } from './worker-functions.ts'

type WorkerFunctions = typeof workerFunctions
type InputOf<Name extends keyof WorkerFunctions> = Parameters<WorkerFunctions[Name]>[1]
type ResultOf<Name extends keyof WorkerFunctions> = Awaited<ReturnType<WorkerFunctions[Name]>>

const module = new URL('./worker-functions.ts', import.meta.url)

// A search computes for many milliseconds, and its memory is large: neither belongs to the thread of the event loop.
const runInWorker = <Name extends keyof WorkerFunctions>(ctx: Context, name: Name, given: InputOf<Name>) =>
  ctx.db.runInWorker<ResultOf<Name>>({ module, name, input: given })

/** Everybody who answers the query, of those whom the asker may see: how many they are, and a slice of them. */
export const searchResearchers = (ctx: Context, wanted: SearchQuery) => runInWorker(ctx, 'search', wanted)

/** The same, with what was found where in the slice, and what all of them have in common. */
export const searchResearchersInDetail = (ctx: Context, wanted: SearchQuery) =>
  runInWorker(ctx, 'searchInDetail', wanted)

/** How many the asker may see. */
export const countVisibleResearchers = (ctx: Context, scope: VisibilityScope) =>
  runInWorker(ctx, 'countVisible', scope)

/** Fields by how many researchers work in them. */
export const countResearchersByField = (ctx: Context, most: number) =>
  runInWorker(ctx, 'listCategories', most)

/** Fields, skills and institutions that begin with a comparable text, most frequent first. */
export const findTermsByPrefix = (ctx: Context, prefix: string, most: number) =>
  runInWorker(ctx, 'findTermsByPrefix', { prefix, most })

/** Researchers whose name has the words, the last of them as a beginning; the best profiles first. */
export const findResearchersByName = (ctx: Context, words: readonly string[], most: number) =>
  runInWorker(ctx, 'findPeopleByName', { words, most })
