import { type Context, runInTransaction } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { recordFigure } from '#platform/figures.ts'
import type { LoginMethod } from './sign-in.ts'

/**
 * Runs a sign-in, and records in the figures that it was refused. The method is one that the service has, because each
 * is a label of the metrics.
 */
export async function recordRefusal<T>(ctx: Context, method: LoginMethod, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) {
      const outcome = error.status === 429 ? 'throttled' : 'refused'
      await runInTransaction(ctx, (tx) => recordFigure(tx, `sign_ins.${method}.${outcome}`))
    }
    throw error
  }
}
