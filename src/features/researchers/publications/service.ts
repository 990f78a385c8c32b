import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProfileAccess } from '../access.ts'
import { researcherRights } from '../rights.ts'
import { calculateColumns, completeAuthor, describeContent, joinDates, normalizeDoi } from './content.ts'
import { publications, touchProfile } from './queries.ts'
import { publicationRecord } from './record.ts'
import type { NewPublication, Publication, PublicationChange, PublicationQuery } from './schemas.ts'
import { findSameWork, joinKeys, type WorkIdentity } from './work-identity.ts'

/** The publications of one researcher. */
export const maxPublications = 2_000

export const alreadyListed = createFieldProblem('title', 'This publication is in the list already.')
export const tooMany = fill('A researcher can have at most {most} publications.', { most: maxPublications })
export const tooManyPublications = createRuleViolation(tooMany)

/** Lists the publications of a researcher, the newest works first. */
export async function listPublications(ctx: Context, id: number, { year, sort, ...query }: PublicationQuery) {
  permit(researcherRights.may.read(ctx.actor, await getProfileAccess(ctx, id)))
  const dates = year === undefined ? {} : { from: `${year}-00-00`, until: `${year}-99-99` }
  const oldest = sort === 'oldest' ? true : undefined
  return page(ctx, query, (ctx, slice) =>
    publications.ofResearcher.page(ctx, { researcher_id: id, oldest, ...dates, ...slice }),
  )
}

export async function showPublication(ctx: Context, id: number, publicationId: number): Promise<Publication> {
  permit(researcherRights.may.read(ctx.actor, await getProfileAccess(ctx, id)))
  return getPublication(ctx, id, publicationId)
}

/** Returns the publication. 404 if the researcher has none with this id. */
async function getPublication(ctx: AnyContext, researcher_id: number, id: number): Promise<Publication> {
  const { source_keys, edited, ...publication } = await publications.byId.one(ctx, { researcher_id, id })
  return publication
}

/** Changes the publications of a researcher. 403 for others than the owner and administrators. */
export function updatePublications<T>(
  ctx: Context,
  id: number,
  change: (tx: Transaction, userId: number) => Promise<T>,
): Promise<T> {
  return runInTransaction(ctx, async (tx) => {
    const profile = await getProfileAccess(tx, id)
    permit(researcherRights.may.change(tx.actor, profile))
    const result = await runPublicationChange(tx, id, () => change(tx, profile.user_id))
    await recordActivity(tx, 'profile_updated', { metadata: { researcher_id: id, fields: ['publications'] } })
    return result
  })
}

/** Runs a change of the publications of a researcher, which changes the profile. */
export async function runPublicationChange<T>(tx: Transaction, id: number, change: () => Promise<T>): Promise<T> {
  await touchProfile.run(tx, { id, now: tx.clock.now() })
  return change()
}

/** Throws 422 if another publication of the researcher is the work. */
async function ensureNew(tx: Transaction, researcherId: number, work: WorkIdentity & { id?: number }): Promise<number> {
  const rows = await publications.works.all(tx, { researcher_id: researcherId })
  // What the rows are now; a work that one of them was before a change by hand may be added.
  const others = rows.filter(({ id }) => id !== work.id).map((row) => ({ ...row, source_keys: [] }))
  ensure(findSameWork(others, work).main === null, alreadyListed)
  return rows.length
}

export function createPublication(ctx: Context, id: number, input: NewPublication): Promise<Publication> {
  return updatePublications(ctx, id, async (tx, userId) => {
    const { authors = [], doi = null, ...rest } = { ...publicationRecord.defaults, ...input }
    const dates = joinDates({ year: null, date: null }, input)
    const row = calculateColumns({ ...rest, ...dates, authors: authors.map(completeAuthor), doi: normalizeDoi(doi) })
    const total = await ensureNew(tx, id, row)
    ensure(total < maxPublications, tooManyPublications)
    const { id: publicationId } = await publications.add.one(tx, {
      ...row,
      researcher_id: id,
      authors_count: authors.length,
      source: 'manual',
      verified: false,
      source_keys: [row.work_key],
      edited: false,
      now: tx.clock.now(),
    })
    const after = await getPublication(tx, id, publicationId)
    describeAuditEvent(tx, { userId, before: null, after })
    return after
  })
}

/** Changes the given fields. Other content than that of the source is not verified any more. */
export function updatePublication(
  ctx: Context,
  id: number,
  publicationId: number,
  change: PublicationChange,
): Promise<Publication> {
  return updatePublications(ctx, id, async (tx, userId) => {
    const { source_keys, edited, ...before } = await publications.byId.one(tx, { researcher_id: id, id: publicationId })
    const { authors, doi, ...rest } = change
    const row = calculateColumns({
      ...before,
      ...rest,
      ...joinDates(before, change),
      authors: authors === undefined ? before.authors : authors.map(completeAuthor),
      doi: doi === undefined ? before.doi : normalizeDoi(doi),
    })
    const isChanged = describeContent(row) !== describeContent(before)
    if (isChanged) await ensureNew(tx, id, { ...row, id: publicationId })
    await publications.change.run(tx, {
      ...row,
      id: publicationId,
      authors_count: authors === undefined ? before.authors_count : authors.length,
      source: before.source,
      verified: before.verified && !isChanged,
      source_keys: joinKeys(source_keys, row.work_key),
      edited: edited || isChanged,
      now: tx.clock.now(),
    })
    const after = await getPublication(tx, id, publicationId)
    describeAuditEvent(tx, { userId, before, after })
    return after
  })
}

export function deletePublication(ctx: Context, id: number, publicationId: number): Promise<void> {
  return updatePublications(ctx, id, async (tx, userId) => {
    const before = await getPublication(tx, id, publicationId)
    await publications.remove.run(tx, { id: publicationId })
    describeAuditEvent(tx, { userId, before, after: null })
  })
}
