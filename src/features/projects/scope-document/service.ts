import { type Context, runInTransaction } from '#context.ts'
import { getExtension } from '#core/file-name.ts'
import { ensure, invalidFields, notFound } from '#core/problem.ts'
import { createSignedFileUrl, receiveFile, removeFile } from '#features/files/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProject, linkedFor } from '../access.ts'
import { projects } from '../queries.ts'
import type { NewScopeDocument, ScopeDocument } from './schemas.ts'

const formats = ['pdf', 'doc', 'docx', 'odt', 'txt', 'md']
const wrongFormat = invalidFields({
  file: [fill('The file must be one of these: {formats}.', { formats: formats.join(', ') })],
})

const keeping = { type: 'document', area: 'private', purpose: 'scope_document' } as const

/** Replaces the scope document. */
export async function uploadScopeDocument(
  ctx: Context,
  projectId: number,
  { file, document_type = '' }: NewScopeDocument,
): Promise<ScopeDocument> {
  await getProject(ctx, projectId, 'edit')
  ensure(formats.includes(getExtension(file.filename)), wrongFormat)

  return receiveFile(ctx, file, keeping, async (tx, stored) => {
    const { scope_document_id: former, hidden_at } = await getProject(tx, projectId, 'edit')
    const document = { file_id: stored.id, type: document_type, now: tx.clock.now() }
    await projects.setScopeDocument.run(tx, { id: projectId, ...document })
    if (former !== null) await removeFile(tx, former)
    return { document_url: createSignedFileUrl(tx, stored, { ...linkedFor, isHidden: hidden_at !== null }) }
  })
}

/** Removes the scope document with its file. 404 if there is none. */
export function deleteScopeDocument(ctx: Context, projectId: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { scope_document_id, owner_id } = await getProject(tx, projectId, 'edit')
    ensure(scope_document_id !== null, notFound)
    await projects.setScopeDocument.run(tx, { id: projectId, file_id: null, type: '', now: tx.clock.now() })
    await removeFile(tx, scope_document_id)
    describeAuditEvent(tx, { userId: owner_id, before: { scope_document_id }, after: { scope_document_id: null } })
  })
}
