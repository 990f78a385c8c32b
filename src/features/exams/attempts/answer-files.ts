/** Files in answers: uploads of the learner, which become private files of the attempt when an answer names them. */

import type { AnyContext, Context, Transaction } from '#context.ts'
import { isInvalidFields } from '#core/problem.ts'
import type { Answers } from '#database/tables/exams.ts'
import { createSignedFileUrl, createUnknownUpload, moveUpload, removeFiles, renameFile } from '#features/files/index.ts'
import { answerFiles } from './answer-file-queries.ts'
import type { AnswerPatch } from './answer-sheet-queries.ts'
import { isFileList } from './answers.ts'
import type { AnswerFile } from './record.ts'

export const answerFilePurpose = 'exam_answer'
const linkMinutes = 60

const listFileIds = (answers: AnswerPatch | Answers): number[] =>
  Object.values(answers).flatMap((answer) => (isFileList(answer) ? answer : []))

const readIds = async (ctx: AnyContext, attemptId: number) =>
  new Set((await answerFiles.ofAttempt.all(ctx, { attempt_id: attemptId })).map(({ id }) => id))

/** Takes the uploads that the answers name. Throws 422 for a file that is not an upload of the actor, or is not a document. */
export async function storeAnswerFiles(ctx: Context, attemptId: number, patch: AnswerPatch): Promise<void> {
  if (listFileIds(patch).length === 0) return
  const known = await readIds(ctx, attemptId)
  for (const [question, answer] of Object.entries(patch))
    for (const id of isFileList(answer) ? answer : [])
      if (!known.has(id)) await storeAnswerFile(ctx, { id, attemptId, field: `answers.${question}` })
}

async function storeAnswerFile(
  ctx: Context,
  { id, attemptId, field }: { id: number; attemptId: number; field: string },
): Promise<void> {
  try {
    await moveUpload(ctx, { id, field, label: 'file_id', type: 'document', purpose: answerFilePurpose }, (tx) =>
      answerFiles.add.run(tx, { file_id: id, attempt_id: attemptId }),
    )
  } catch (error) {
    // Another save may have taken it at the same time.
    if (!isInvalidFields(error) || !(await readIds(ctx, attemptId)).has(id)) throw error
  }
}

/** Throws 422 for files that are not stored with the attempt. */
export async function ensureStored(tx: Transaction, attemptId: number, patch: AnswerPatch): Promise<void> {
  if (listFileIds(patch).length === 0) return
  const known = await readIds(tx, attemptId)
  for (const [question, answer] of Object.entries(patch))
    if (isFileList(answer) && !answer.every((id) => known.has(id)))
      throw createUnknownUpload(`answers.${question}`, 'file_id')
}

/** Removes the files that no answer names any more. With anonymous grading, the names of the others say nothing. */
export async function finishAnswerFiles(
  tx: Transaction,
  { attemptId, answers, isAnonymous }: { attemptId: number; answers: Answers; isAnonymous: boolean },
): Promise<void> {
  const used = listFileIds(answers)
  const stored = await answerFiles.ofAttempt.all(tx, { attempt_id: attemptId })
  await removeFiles(
    tx,
    stored.flatMap(({ id }) => (used.includes(id) ? [] : [id])),
  )
  if (!isAnonymous) return
  const names = stored.filter(({ id }) => used.includes(id))
  for (const [index, { id }] of names.entries()) await renameFile(tx, id, `answer-${index + 1}`)
}

/** Returns the files of the answers with addresses that work for an hour. */
export async function presentAnswerFiles(
  ctx: AnyContext,
  attemptId: number,
  ids: readonly number[],
): Promise<AnswerFile[]> {
  const stored = await answerFiles.ofAttempt.all(ctx, { attempt_id: attemptId })
  return stored
    .filter(({ id }) => ids.includes(id))
    .map(({ key, ...file }) => ({ ...file, url: createSignedFileUrl(ctx, { key }, { minutes: linkMinutes }) }))
}

/** Returns the files of an attempt, where its answers name any. */
export async function presentFiles(
  ctx: AnyContext,
  attemptId: number,
  answers: Answers,
): Promise<{ files?: AnswerFile[] }> {
  const ids = listFileIds(answers)
  return ids.length === 0 ? {} : { files: await presentAnswerFiles(ctx, attemptId, ids) }
}
