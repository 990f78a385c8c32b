import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { ensure, notFound } from '#core/problem.ts'
import { linkLifetime, type SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import {
  checkContent,
  detectFileType,
  getFile,
  receiveFile,
  removeFile,
  type StoredFile,
} from '#features/files/index.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { getManagedExam, getVisibleExam } from '../access.ts'
import { materials } from './queries.ts'
import type { Material, NewMaterial } from './schemas.ts'

export const materialLimit = defineListLimit('file', 500)

type Row = Awaited<ReturnType<typeof materials.one.one>>

const downloadPath = ({ id, exam_id }: Pick<Row, 'id' | 'exam_id'>) =>
  `/exams/${exam_id}/study-materials/${id}/download`

function presentMaterial(ctx: AnyContext, row: Row): Material {
  const { id, title, type, size, download_count } = row
  const isHidden = row.hidden_at !== null
  const file_url = createSignedUrl(ctx, downloadPath(row), addDuration(ctx.clock.now(), linkLifetime), { isHidden })
  return { id, title, type, size, download_count, file_url }
}

export async function listMaterials(ctx: Context, examId: number): Promise<Material[]> {
  await getVisibleExam(ctx, examId)
  return (await materials.ofExam.all(ctx, { exam_id: examId })).map((row) => presentMaterial(ctx, row))
}

/** Stores a file for users who prepare for the exam. */
export async function addMaterial(
  ctx: Context,
  examId: number,
  { file, title, type = '' }: NewMaterial,
): Promise<Material> {
  await getManagedExam(ctx, examId)
  const kind = detectFileType(file.filename)
  const keeping = { type: kind, area: 'private', purpose: 'study_material' } as const
  return receiveFile(ctx, file, keeping, async (tx, stored) => {
    await getManagedExam(tx, examId)
    const row = { exam_id: examId, file_id: stored.id, title, type: type || kind, now: tx.clock.now() }
    const { id } = await materials.add.one(tx, row)
    ensureWithin(materialLimit, await materials.size.one(tx, { exam_id: examId }))
    return presentMaterial(tx, await materials.one.one(tx, { id, exam_id: examId }))
  })
}

/** Checks the content of a material whose other fields may be invalid. */
export async function checkMaterialFile(ctx: Context, { file }: Partial<NewMaterial>): Promise<void> {
  if (file !== undefined) await checkContent(ctx, file, detectFileType(file.filename), 'file')
}

export function removeMaterial(ctx: Context, examId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    const { file_id } = await materials.one.one(tx, { id, exam_id: examId })
    await materials.remove.run(tx, { id })
    await removeFile(tx, file_id)
  })
}

interface Download extends SignedQuery {
  exam_id: number
  id: number
  /** Returns whether this is a new download, not a further range of one. */
  counts: boolean
}

/** Returns the file of a signed link. 404 if the exam is hidden, except for those who see it. */
export async function downloadMaterial(ctx: Context, asked: Download): Promise<StoredFile> {
  const { exam_id, id, counts } = asked
  await ensureValidLink(ctx, downloadPath(asked), asked)
  return runInTransaction(ctx, async (tx) => {
    const { file_id, hidden_at } = await materials.one.one(tx, { id, exam_id })
    ensure(hidden_at === null || asked.hidden !== undefined, notFound)
    if (counts) await materials.countDownload.run(tx, { id })
    return getFile(tx, file_id)
  })
}
