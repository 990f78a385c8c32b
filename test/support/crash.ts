/** A process that dies between two transactions. */

import type { Context } from '#context.ts'

/** The process dies here. */
export class Crash extends Error {}

/** The context of a process that dies before its transaction number `steps`, counted from 0. */
export function crashAfter(ctx: Context, steps: number): Context {
  let left = steps
  const transaction: Context['db']['transaction'] = (work) => {
    if (left <= 0) return Promise.reject(new Crash())
    left--
    return ctx.db.transaction(work)
  }
  return { ...ctx, db: { ...ctx.db, transaction } }
}
