import type { Transaction } from '#context.ts'
import { shareSkills } from './calculation.ts'
import { postSkills } from './queries.ts'

/** Stores the points that each skill of the post can give. */
export async function savePostSkills(tx: Transaction, postId: number, skills: readonly string[]): Promise<void> {
  await postSkills.clear.run(tx, { job_post_id: postId })
  const rows = shareSkills(skills).map(({ key, share }): [string, number] => [key, share])
  await postSkills.add.run(tx, { job_post_id: postId, rows })
}
