/** Simulates a process that crashes between two transactions. */

import type { Context } from '#context.ts'

/** Thrown where the process crashes. */
export class Crash extends Error {}

/** The context of a process that crashes before its transaction number `steps`, counted from 0. */
export function crashAfter(ctx: Context, steps: number): Context {
  let left = steps
  const transaction: Context['db']['transaction'] = (work) => {
    if (left <= 0) return Promise.reject(new Crash())
    left--
    return ctx.db.transaction(work)
  }
  return { ...ctx, db: { ...ctx.db, transaction } }
}
