import type { VisibilityScope } from '@research-platform/search-engine/query'
import type { Context } from '#context.ts'
import { describeModule, type FunctionName } from '#core/worker-module.ts'
import type { JobModule, WorkerJob } from '#database/database.ts'
import type { SearchQuery, workerFunctions } from './worker-functions.ts'

type WorkerFunctions = typeof workerFunctions

const module: JobModule<WorkerFunctions> = describeModule(new URL('./worker-functions.ts', import.meta.url))

// A search computes for many milliseconds and uses much memory, so it runs in the worker thread.
const runInWorker = <Name extends FunctionName<WorkerFunctions>>(
  ctx: Context,
  name: Name,
  input: WorkerJob<WorkerFunctions, Name>['input'],
) => ctx.db.runInWorker({ module, name, input })

/** Searches visible researchers: returns the total and a slice of the results. */
export const searchResearchers = (ctx: Context, wanted: SearchQuery) => runInWorker(ctx, 'search', wanted)

/** Searches with highlights of the slice and a summary of all matches. */
export const searchResearchersInDetail = (ctx: Context, wanted: SearchQuery) =>
  runInWorker(ctx, 'searchInDetail', wanted)

/** Counts the visible researchers. */
export const countVisibleResearchers = (ctx: Context, scope: VisibilityScope) => runInWorker(ctx, 'countVisible', scope)

/** Returns the fields with the most researchers. */
export const countResearchersByField = (ctx: Context, most: number) => runInWorker(ctx, 'listCategories', most)

/** Returns fields, skills and institutions that begin with a normalized text, most frequent first. */
export const findTermsByPrefix = (ctx: Context, prefix: string, most: number) =>
  runInWorker(ctx, 'findTermsByPrefix', { prefix, most })

/** Returns fields, skills and institutions of which a later word begins so, such as University of Nairobi for `nai`. */
export const findTermsByLaterWord = (ctx: Context, text: string) => runInWorker(ctx, 'findTermsByLaterWord', text)

/** Completes the last word of a text with words beside the one before it. */
export const completeLastWord = (ctx: Context, wanted: { before: string | null; last: string; most: number }) =>
  runInWorker(ctx, 'completeLastWord', wanted)

/** Returns places of the people found by the text before the last word, which begins a word of the place. */
export const findPlaces = (ctx: Context, head: string, last: string) => runInWorker(ctx, 'findPlaces', { head, last })

/** Returns researchers whose name has the words, the last one as a prefix; the best profiles first. */
export const findResearchersByName = (ctx: Context, words: readonly string[], most: number) =>
  runInWorker(ctx, 'findPeopleByName', { words, most })
