import type { Transaction } from '#context.ts'
import { removeFile } from '#features/files/index.ts'
import { materials } from './queries.ts'

/** Removes all materials of an exam with their files. */
export async function removeMaterials(tx: Transaction, examId: number): Promise<void> {
  const removed = await materials.removeByExam.all(tx, { exam_id: examId })
  for (const { file_id } of removed) await removeFile(tx, file_id)
}
