/** What a person answers to those who keep them, or ask to. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { ensureExtension, rejectExtension, storeExtension } from './extensions.ts'
import { notifyAnswer } from './mails.ts'
import { type Row, talentPool } from './queries.ts'
import type { ConsentAnswer } from './schemas.ts'
import { getEntry, recordRefusal } from './service.ts'

/** Answers a request as the person who is asked, or withdraws the consent. */
export function answerTalentPoolRequest(ctx: Context, id: number, answer: ConsentAnswer): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const row = await getEntry(tx, id, 'answer')
    ensureExtension(row, answer, tx.clock.now())
    await storeAnswer(tx, row, answer)
  })
}

/** Stores the answer and notifies the user who asked. The same answer again changes nothing. */
export async function storeAnswer(
  tx: Transaction,
  row: Row,
  { answer, requested_until = '' }: ConsentAnswer,
): Promise<void> {
  if (answer === 'extended') return storeExtension(tx, row, requested_until)
  if (answer === 'not_extended') return rejectExtension(tx, row)
  const { id } = row
  if (answer === 'consented') {
    const changed = await talentPool.consent.run(tx, { id, now: tx.clock.now() })
    if (changed > 0) await notifyAnswer(tx, row, answer)
    return
  }
  const removed = await talentPool.remove.run(tx, { id })
  if (removed === 0) return
  await recordRefusal(tx, row)
  await notifyAnswer(tx, row, answer)
}
