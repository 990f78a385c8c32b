import type { Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createRandomText } from '#core/random.ts'
import { saveInterviewers } from './interviewers.ts'
import type { Row } from './mails.ts'
import { interviews, type Terms } from './queries.ts'

export const interviewLimit = defineListLimit('application_id', 200)

interface Application {
  id: number
  job_post_id: number
}

/** Stores a new interview of the application, and whose lists have it. */
export async function storeInterview(
  tx: Transaction,
  { id: application_id, job_post_id }: Application,
  terms: Terms & { slot_id?: number },
  interviewerIds: readonly number[],
): Promise<Row> {
  const uid = `${createRandomText(18)}@${new URL(tx.config.publicUrl).hostname}`
  const { slot_id = null } = terms
  const { id } = await interviews.add.one(tx, {
    ...terms,
    slot_id,
    application_id,
    job_post_id,
    uid,
    now: tx.clock.now(),
  })
  ensureWithin(interviewLimit, await interviews.size.one(tx, { application_id }))
  await saveInterviewers(tx, await interviews.byId.one(tx, { id }), interviewerIds)
  return interviews.byId.one(tx, { id })
}
