/** Keeps the computed strengths of users equal to what they have proven. */

import { type Context, type EvidenceChange, runInTransaction, type Transaction } from '#context.ts'
import { listCompleters } from '#features/courses/index.ts'
import { listPassers } from '#features/exams/index.ts'
import { listUploaders } from '#features/projects/index.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { readOrcidWorks } from './orcid-works.ts'
import { authors, holders, strengths } from './queries.ts'
import { listProofs } from './service.ts'
import { calculateStrength } from './weights.ts'

/** Computes the strengths of users at once; those of all holders of an exam or of an author in the background. */
export async function refreshProofs(tx: Transaction, change: EvidenceChange): Promise<void> {
  if ('userIds' in change) for (const userId of change.userIds) await refreshStrengths(tx, userId)
  else if ('projectId' in change)
    await tx.emitEvidenceChanged(tx, { userIds: await listUploaders(tx, change.projectId) })
  else if ('authorId' in change) await addTask(tx, refreshGiven, { authorId: change.authorId })
  else if ('orcidUserId' in change) await addTask(tx, readOrcidWorks, { userId: change.orcidUserId })
  else if (!('jobPostId' in change)) await addTask(tx, refreshHolders, { ...change, after: 0 })
}

/** Computes how well the user has proven each skill. */
async function refreshStrengths(tx: Transaction, userId: number): Promise<void> {
  const bySkill = Map.groupBy(await listProofs(tx, [userId]), ({ key }) => key)
  const rows = [...bySkill]
    .map(([key, proofs]): [string, number] => [key, calculateStrength(proofs)])
    .filter(([key, strength]) => key !== '' && strength > 0)
  const before = new Map((await strengths.of.all(tx, { user_id: userId })).map((row) => [row.skill_key, row.strength]))
  if (rows.length === before.size && rows.every(([key, strength]) => before.get(key) === strength)) return
  await strengths.clear.run(tx, { user_id: userId })
  await strengths.add.run(tx, { user_id: userId, rows })
}

const batch = 200

type Holders = { after: number } & ({ examId: number } | { courseId: number } | object)

function listHolders(tx: Transaction, { after, ...input }: Holders): Promise<number[]> {
  if ('examId' in input) return listPassers(tx, { exam_id: input.examId, after, most: batch })
  if ('courseId' in input) return listCompleters(tx, { course_id: input.courseId, after, most: batch })
  return holders.after.all(tx, { after, most: batch }).then((rows) => rows.map(({ id }) => id))
}

/** Announces the proofs of all users who have passed an exam or completed a course, or of all users, in batches. */
export const refreshHolders = defineTask<Holders>({
  kind: 'refresh_proofs',
  handle: (ctx: Context, input) =>
    runInTransaction(ctx, async (tx) => {
      const userIds = await listHolders(tx, input)
      await tx.emitEvidenceChanged(tx, { userIds })
      const last = userIds.at(-1)
      if (last !== undefined && userIds.length === batch) await addTask(tx, refreshHolders, { ...input, after: last })
    }),
})

/** Queues the computation of all strengths. */
export const refreshAllProofs = (tx: Transaction): Promise<void> => addTask(tx, refreshHolders, { after: 0 })

/** Announces everything that an author gives, whose identity is verified now or no longer. */
export const refreshGiven = defineTask<{ authorId: number }>({
  kind: 'refresh_proofs_of_author',
  handle: (ctx: Context, { authorId: user_id }) =>
    runInTransaction(ctx, async (tx) => {
      for (const { id } of await authors.examIds.all(tx, { user_id })) await tx.emitEvidenceChanged(tx, { examId: id })
      for (const { id } of await authors.courseIds.all(tx, { user_id }))
        await tx.emitEvidenceChanged(tx, { courseId: id })
      for (const { id } of await authors.projectIds.all(tx, { user_id }))
        await tx.emitEvidenceChanged(tx, { projectId: id })
    }),
})
