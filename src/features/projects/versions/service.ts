import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import { recordActivity } from '#features/activity/index.ts'
import { claimUpload, collectUpload, createSignedFileUrl, receiveFile, removeFile } from '#features/files/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProject, linkedFor } from '../access.ts'
import { versionRights } from '../rights.ts'
import { versions } from './queries.ts'
import { versionRecord } from './record.ts'
import { largestVersion, type NewestVersion, type NewVersion, type ProjectVersion, versionTooLarge } from './schemas.ts'

type Row = Awaited<ReturnType<typeof versions.byId.one>>

export const versionTaken = createFieldProblem('version_number', 'The project already has a version with this number.')

export const versionLimit = defineListLimit('version_number', 1_000)

export async function listVersions(ctx: Context, projectId: number): Promise<ProjectVersion[]> {
  const { hidden_at } = await getProject(ctx, projectId, 'read')
  const rows = await versions.of.all(ctx, { project_id: projectId })
  return rows.map((row) => presentVersion(ctx, row, hidden_at !== null))
}

/** Returns a link to the newest file. */
export async function getLatestVersionUrl(ctx: Context, projectId: number): Promise<string> {
  const { hidden_at } = await getProject(ctx, projectId, 'read')
  const latest = await versions.findLatest.one(ctx, { project_id: projectId })
  return createSignedFileUrl(ctx, latest, { ...linkedFor, isHidden: hidden_at !== null })
}

// Private even in a public project, which may become private later.
const keeping = { type: 'project_file', area: 'private', purpose: 'project_version' } as const

/** Adds a version: its file and its row are stored together or not at all. */
export async function uploadVersion(
  ctx: Context,
  projectId: number,
  input: NewVersion,
): Promise<{ version: NewestVersion }> {
  const { file, file_id } = input
  await permitVersion(ctx, projectId, input)

  const keep = (received: ReceivedFile) =>
    receiveFile(
      ctx,
      received,
      { ...keeping, reserved: file_id === undefined ? 0 : received.size },
      async (tx, stored) => {
        await permitVersion(tx, projectId, input)
        if (file_id !== undefined) await claimUpload(tx, file_id, 'file_id')
        const content = { file_id: stored.id, sha256: toHexadecimal(received.digest) }
        return { version: await addVersion(tx, projectId, { ...input, ...content }) }
      },
    )
  if (file !== undefined) return keep(file)
  // The schema requires one of the two.
  const wanted = { id: file_id ?? 0, field: 'file_id', maxBytes: largestVersion, tooLarge: versionTooLarge }
  return collectUpload(ctx, wanted, keep)
}

async function permitVersion(
  ctx: AnyContext,
  project_id: number,
  { version_number }: Pick<NewVersion, 'version_number'>,
) {
  await getProject(ctx, project_id, 'uploadVersions')
  ensure((await versions.numbered.maybe(ctx, { project_id, version_number })) === null, versionTaken)
}

type Content = Omit<NewVersion, 'file' | 'file_id'> & { file_id: number; sha256: string }

async function addVersion(tx: Transaction, projectId: number, input: Content): Promise<NewestVersion> {
  const { version_number } = input
  const { id } = await versions.add.one(tx, {
    ...versionRecord.defaults,
    ...input,
    project_id: projectId,
    uploaded_by: tx.actor.id,
    now: tx.clock.now(),
  })
  ensureWithin(versionLimit, await versions.size.one(tx, { project_id: projectId }))
  await recordActivity(tx, 'version_uploaded', {
    description: fill('Uploaded version {number} of a project', { number: version_number }),
    metadata: { project_id: projectId, version_id: id, version_number },
  })
  await tx.emitEvidenceChanged(tx, { userIds: [tx.actor.id] })
  const { hidden_at } = await getProject(tx, projectId, 'uploadVersions')
  return presentVersion(tx, await versions.byId.one(tx, { id }), hidden_at !== null)
}

/** Removes a version with its file. */
export function deleteVersion(ctx: Context, projectId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, projectId, 'read')
    const { file_id, ...version } = await versions.inProject.one(tx, { id, project_id: projectId })
    permit(versionRights.may.remove(tx.actor, { uploaded_by: version.uploaded_by.id, project }))
    await versions.remove.run(tx, { id })
    await removeFile(tx, file_id)
    const { version_number, uploaded_by } = version
    await tx.emitEvidenceChanged(tx, { userIds: [uploaded_by.id] })
    describeAuditEvent(tx, { userId: project.owner_id, before: { version_number }, after: null })
  })
}

const toHexadecimal = (digest = '') => Buffer.from(digest, 'base64url').toString('hex')

const presentVersion = (ctx: AnyContext, row: Row, isHidden: boolean): ProjectVersion => ({
  ...row,
  file_url: createSignedFileUrl(ctx, row, { ...linkedFor, isHidden }),
})
