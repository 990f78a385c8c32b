import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { bankRights } from '../rights.ts'
import { banks } from './queries.ts'

export type BankRow = Awaited<ReturnType<typeof banks.byId.one>>

/** Returns the bank. 404 if unknown, or if the actor neither owns nor edits it. */
export async function getEditedBank(ctx: AnyContext, id: number): Promise<BankRow> {
  const bank = await banks.byId.one(ctx, { id, actor_id: ctx.actor.id })
  ensure(bankRights.may.read(ctx.actor, bank), notFound)
  return bank
}

/** Returns the bank. 404 as above, 403 for an editor. */
export async function getOwnedBank(ctx: AnyContext, id: number): Promise<BankRow> {
  const bank = await getEditedBank(ctx, id)
  permit(bankRights.may.manage(ctx.actor, bank))
  return bank
}
