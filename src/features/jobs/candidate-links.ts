/** How imported candidates become applicants: an application with the address of a candidate is the candidate's. */

import type { Transaction } from '#context.ts'
import { hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { candidateLinks } from './candidate-link-queries.ts'
import { notes } from './notes/queries.ts'

/** The address of a candidate within a post, which stays comparable when the address itself is erased. */
export const toEmailKey = (postId: number, email: string): string => hashToken(`${postId}:${email}`)

interface LinkedApplication {
  id: number
  job_post_id: number
  email: string
  is_blind: boolean
}

/**
 * Connects a new application with the imported candidate who has its address, and returns the tags of the candidate. Of a blind post
 * it has no tags and no note, which would tell who the candidate is.
 */
export async function linkCandidate(tx: Transaction, application: LinkedApplication): Promise<string[]> {
  const { id: application_id, job_post_id, email, is_blind } = application
  const email_key = toEmailKey(job_post_id, email)
  const candidate = await candidateLinks.waiting.maybe(tx, { job_post_id, email_key })
  if (candidate === null) return []
  const now = tx.clock.now()
  await candidateLinks.link.run(tx, { id: candidate.id, application_id, now })
  if (is_blind) return []
  const { note, imported_by: user_id } = candidate
  if (note !== '') await notes.add.one(tx, { application_id, user_id, text: note, now })
  return candidate.tags
}

/**
 * Erases what was imported about the applicant of a withdrawn application; of a blind post at the end of the day, with others, because who
 * leaves the list of candidates at that moment is who has withdrawn.
 */
export async function withdrawCandidateOf(tx: Transaction, application: { id: number; is_blind_post: boolean }) {
  const application_id = application.id
  const now = tx.clock.now()
  if (!application.is_blind_post) {
    await candidateLinks.withdrawByApplication.run(tx, { application_id, now })
    return
  }
  for (const { id } of await candidateLinks.releaseByApplication.all(tx, { application_id }))
    await addTask(tx, eraseCandidate, { id }, { runAt: findNextBatch(now) })
}

export const eraseCandidate = defineTask<{ id: number }>({
  kind: 'erase_candidate',
  async handle(ctx, { id }) {
    await candidateLinks.erase.run(ctx, { id, now: ctx.clock.now() })
  },
})

/** The next moment at which candidates are removed; all of a day are erased then. */
function findNextBatch(now: string): string {
  const today = `${now.slice(0, 10)}T03:53:00.000Z`
  return addDuration(today, { days: today > now ? 0 : 1 })
}
