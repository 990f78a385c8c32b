import type { Transaction } from '#context.ts'
import { shareSkills } from './calculation.ts'
import { postSkills } from './queries.ts'

/** Replaces the points that each skill of the post can give. */
export async function savePostSkills(tx: Transaction, postId: number, skills: readonly string[]): Promise<void> {
  await postSkills.clear.run(tx, { job_post_id: postId })
  await addPostSkills(tx, postId, skills)
}

/** Stores the points that each skill of a new post can give. */
export async function addPostSkills(tx: Transaction, postId: number, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return
  const rows = shareSkills(skills).map(({ key, share }): [string, number] => [key, share])
  await postSkills.add.run(tx, { job_post_id: postId, rows })
}
