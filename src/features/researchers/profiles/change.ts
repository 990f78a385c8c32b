import type { Transaction } from '#context.ts'
import { parseOrcid } from '#core/orcid.ts'
import { foldText, sortKey } from '#core/text-normalization.ts'
import { calculateQuality } from '#features/search-index/index.ts'
import { getUser } from '#features/users/index.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { completeEducation, completeEmployment } from './career-change.ts'
import { chooseInstitution, type KnownInstitutions, noInstitutions } from './institution.ts'
import { researchers } from './queries.ts'
import { type Publication, researcherRecord } from './record.ts'
import type { Researcher, ResearcherChange } from './schemas.ts'

/** Creates an unverified researcher profile unless there is one; returns its id. */
export async function createResearcher(
  tx: Transaction,
  userId: number,
  input: ResearcherChange = {},
  institutions = noInstitutions,
): Promise<number> {
  const added = await researchers.add.maybe(tx, { ...researcherRecord.defaults, user_id: userId, now: tx.clock.now() })
  if (added === null) return (await researchers.findId.one(tx, { user_id: userId })).id
  const { name } = await getUser(tx, userId)
  await researchers.setName.run(tx, { id: added.id, name_key: sortKey(name) })
  const proven = await researchers.provenOrcid.maybe(tx, { user_id: userId })
  const profile = proven === null ? input : { ...input, orcid: proven.subject }
  await write(tx, added.id, profile, institutions)
  return added.id
}

/** Sets the ORCID iD that the user has proven by signing in at ORCID, if there is a profile. */
export async function setProvenOrcid(tx: Transaction, userId: number): Promise<void> {
  const profile = await researchers.findId.maybe(tx, { user_id: userId })
  const proven = await researchers.provenOrcid.maybe(tx, { user_id: userId })
  if (profile === null || proven === null) return
  const { orcid } = await researchers.byId.one(tx, { id: profile.id })
  if (orcid !== proven.subject) await updateProfile(tx, profile.id, { orcid: proven.subject })
}

/** Changes the given fields of a profile. */
export async function updateProfile(
  tx: Transaction,
  id: number,
  change: ResearcherChange,
  institutions = noInstitutions,
): Promise<void> {
  const { user, visibility } = await write(tx, id, change, institutions)
  if (change.visibility === 'public' && visibility === 'private') await ensureNotHidden(tx, 'researcher', id)
  // Publications prove the skills that they name.
  if (change.skills !== undefined || change.fields !== undefined || change.orcid !== undefined)
    await tx.emitEvidenceChanged(tx, { userIds: [user.id] })
}

async function write(
  tx: Transaction,
  id: number,
  change: ResearcherChange,
  institutions: KnownInstitutions,
): Promise<Researcher> {
  const before = await researchers.byId.one(tx, { id })
  const { institution_names } = await researchers.institutionNames.one(tx, { id })
  const { publications = [], education, employment, orcid, ...rest } = change
  const after = {
    ...before,
    ...rest,
    ...chooseInstitution({ ...before, institution_names }, change, institutions),
    orcid: orcid === undefined ? before.orcid : orcid && parseOrcid(orcid),
    fields: removeDuplicates(change.fields ?? before.fields),
    skills: removeDuplicates(change.skills ?? before.skills),
    languages: removeDuplicates(change.languages ?? before.languages),
    publications: change.publications ? publications.map(completePublication) : before.publications,
    education: education ? completeEducation(education, institutions) : before.education,
    employment: employment ? completeEmployment(employment, institutions) : before.employment,
    now: tx.clock.now(),
  }
  const publications_count = after.publications.length
  await researchers.change.run(tx, { ...after, publications_count, quality: calculateQuality(after) })
  return before
}

const completePublication = ({
  title,
  year,
  venue = '',
  doi = null,
  url = null,
}: NonNullable<ResearcherChange['publications']>[number]): Publication => ({ title, year, venue, doi, url })

/** Removes values that differ only in case or accents. */
const removeDuplicates = (values: readonly string[]) =>
  [...new Map(values.toReversed().map((value) => [foldText(value), value])).values()].toReversed()

export async function setVerified(tx: Transaction, id: number, verified: boolean): Promise<void> {
  const profile = await researchers.byId.one(tx, { id })
  if (profile.verified === verified) return
  const quality = calculateQuality({ ...profile, verified })
  await researchers.verify.run(tx, { id, verified, quality, now: tx.clock.now() })
  await tx.emitEvidenceChanged(tx, { authorId: profile.user.id })
}

export async function eraseProfile(tx: Transaction, id: number): Promise<void> {
  await researchers.erase.run(tx, { id })
}

/**
 * Runs a change of the user and updates what the profile has of their name. A new name, unless given by an
 * administrator, ends the verification: otherwise a verified person could go on under the name of another.
 */
export async function updateAndReindex(tx: Transaction, userId: number, change: () => Promise<unknown>): Promise<void> {
  const mine = await researchers.findId.maybe(tx, { user_id: userId })
  const before = mine && (await getUser(tx, userId))
  await change()
  if (mine === null) return
  const { name } = await getUser(tx, userId)
  if (name === before?.name) return
  await researchers.setName.run(tx, { id: mine.id, name_key: sortKey(name) })
  if (tx.actor.id === userId && tx.actor.role !== 'admin') await setVerified(tx, mine.id, false)
}
