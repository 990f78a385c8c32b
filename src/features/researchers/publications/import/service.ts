import type { AnyContext, Context, Transaction } from '#context.ts'
import { createPacer } from '#core/pacer.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { limitImports } from '#platform/import-limit.ts'
import { findProvenOrcid, getProfileAccess } from '../../access.ts'
import { researcherRights } from '../../rights.ts'
import { publications } from '../queries.ts'
import { updatePublications } from '../service.ts'
import type { SourcedEntry } from './entry.ts'
import { readPublicationFile } from './file.ts'
import { createKnownWorks } from './known-works.ts'
import { type Merge, mergeEntry } from './merge.ts'
import { limitRegistryImports, noOrcid } from './registry-limit.ts'
import { type ImportedWork, maxEntries, type PublicationFile, type PublicationImport } from './schemas.ts'

export const noWorks = createFieldProblem('text', 'The text has no works in this format.')
export const tooManyWorks = createFieldProblem(
  'text',
  fill('The text may have at most {most} works.', { most: maxEntries }),
)

/** Adds the works of a source to the publications of a researcher. Refused works leave the others as they are. */
export async function importPublications(ctx: Context, id: number, input: PublicationFile): Promise<PublicationImport> {
  const access = await getProfileAccess(ctx, id)
  permit(researcherRights.may.change(ctx.actor, access))
  const entries = await readEntries(ctx, access.user_id, input)
  if (input.preview === true) return importEntries({ ctx, tx: null, wording: ctx.wording }, id, entries)
  return updatePublications(ctx, id, async (tx, userId) => {
    const result = await importEntries({ ctx: tx, tx, wording: ctx.wording }, id, entries)
    const { works, ...counts } = result
    describeAuditEvent(tx, { userId, before: null, after: { format: input.format, ...counts } })
    return result
  })
}

/** Reads the entries, before the transaction: registries are asked over the network. */
async function readEntries(
  ctx: Context,
  userId: number,
  { format, text = '', dois = [] }: PublicationFile,
): Promise<SourcedEntry[]> {
  if (format === 'doi') {
    await limitRegistryImports(ctx)
    const { readDoiWorks } = await import('./registry-works.ts')
    return readDoiWorks(ctx, dois)
  }
  if (format === 'orcid') {
    const orcid = await findProvenOrcid(ctx, userId)
    ensure(orcid !== null, noOrcid)
    await limitRegistryImports(ctx)
    const { readOrcidEntries } = await import('./registry-works.ts')
    return readOrcidEntries(ctx, orcid)
  }
  await limitImports(ctx, 'publication-imports')
  const entries = await readPublicationFile({ format, text, most: maxEntries }, ctx.actor.id)
  ensure(entries.length > 0, noWorks)
  ensure(entries.length <= maxEntries, tooManyWorks)
  return entries.map((entry) => ({ ...entry, source: format, verified: false }))
}

interface Contexts {
  ctx: AnyContext
  /** Null in a preview. */
  tx: Transaction | null
  wording: Context['wording']
}

/** Adds the entries to the publications of a researcher; without a transaction, it tells what would come of them. */
export async function importEntries(
  contexts: Contexts,
  researcherId: number,
  entries: readonly SourcedEntry[],
): Promise<PublicationImport> {
  const known = createKnownWorks(await publications.works.all(contexts.ctx, { researcher_id: researcherId }))
  const { ctx, tx } = contexts
  const merge: Merge = { ctx, tx, researcherId, known, rows: new Map() }
  const works: ImportedWork[] = []
  const pace = createPacer()
  for (const entry of entries) {
    await pace()
    const { reason, ...verdict } = await mergeEntry(merge, entry)
    const message = reason === null ? null : translate(reason, contexts.wording)
    works.push({ position: works.length + 1, label: entry.label, ...verdict, message })
  }
  const count = (wanted: ImportedWork['verdict']) => works.filter(({ verdict }) => verdict === wanted).length
  return {
    preview: contexts.tx === null,
    total: works.length,
    imported: count('imported'),
    changed: count('changed'),
    existing: count('existing'),
    refused: count('refused'),
    works,
  }
}
