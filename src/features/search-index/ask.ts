import type { Context } from '#context.ts'
import type { Wanted, workerFunctions } from './answers.ts'
import type { Sight } from './request.ts'

type Answers = typeof workerFunctions
type Given<Name extends keyof Answers> = Parameters<Answers[Name]>[1]
type Told<Name extends keyof Answers> = Awaited<ReturnType<Answers[Name]>>

const module = new URL('./answers.ts', import.meta.url)

// A search computes for many milliseconds, and its memory is large: neither belongs to the thread of the event loop.
const ask = <Name extends keyof Answers>(ctx: Context, name: Name, given: Given<Name>) =>
  ctx.db.runInWorker<Told<Name>>({ module, name, input: given })

/** Everybody who answers the query, of those whom the asker may see: how many they are, and a slice of them. */
export const find = (ctx: Context, wanted: Wanted) => ask(ctx, 'find', wanted)

/** The same, with what was found where in the slice, and what all of them have in common. */
export const findInDetail = (ctx: Context, wanted: Wanted) => ask(ctx, 'findInDetail', wanted)

/** How many the asker may see. */
export const countEverybody = (ctx: Context, sight: Sight) => ask(ctx, 'countEverybody', sight)

/** Fields by how many researchers work in them. */
export const categories = (ctx: Context, most: number) => ask(ctx, 'categories', most)

/** Fields, skills and institutions that begin with a comparable text, most frequent first. */
export const beginning = (ctx: Context, prefix: string, most: number) =>
  ask(ctx, 'beginning', { prefix, most })

/** Researchers whose name has the words, the last of them as a beginning; the best profiles first. */
export const peopleNamed = (ctx: Context, words: readonly string[], most: number) =>
  ask(ctx, 'peopleNamed', { words, most })
