/** Sends reads to the replica of the database, and records changes, which further reads of the same user must have. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Replica } from '#database/database.ts'
import type { App } from './routes.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether requests with the method only read. */
export const isReading = (method: string): boolean => reading.has(method)

/** For routes whose answer may be a moment old. */
export function chooseReplica(request: FastifyRequest, _: FastifyReply, done: (error?: Error) => void): void {
  const { replica } = request.ctx.db
  if (replica === null) done()
  else useReplica(request, replica).then(() => done(), done)
}

async function useReplica(request: FastifyRequest, replica: Replica): Promise<void> {
  const { ctx } = request
  request.ctx = { ...ctx, db: await replica.openFor(ctx.actor.id || null) }
}

/** Before the answer, because the next request may arrive right after it at another instance. */
export function recordChanges(app: App, replica: Replica): void {
  app.addHook('onSend', async ({ method, ctx }: FastifyRequest, _reply: FastifyReply) => {
    if (isReading(method) || !ctx?.actor.id) return
    await replica.recordChange(ctx.actor.id)
  })
}
