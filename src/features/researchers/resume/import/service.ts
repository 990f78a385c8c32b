import { isDeepStrictEqual } from 'node:util'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser, updateUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { limitImports } from '#platform/import-limit.ts'
import { getProfileAccess } from '../../access.ts'
import { updateAndReindex, updateProfile } from '../../profiles/change.ts'
import { type KnownInstitutions, readInstitutions } from '../../profiles/institution.ts'
import { researchers } from '../../profiles/queries.ts'
import { maxSkills } from '../../profiles/record.ts'
import type { ResearcherChange } from '../../profiles/schemas.ts'
import { importEntries } from '../../publications/import/service.ts'
import { runPublicationChange } from '../../publications/service.ts'
import { researcherRights } from '../../rights.ts'
import { interpretProfile, interpretWorks, listIgnoredSections } from './interpret.ts'
import type { ResumeFile, ResumeImport, ResumeImportResult } from './schemas.ts'

export const tooManySkills = createFieldProblem(
  'resume.skills',
  fill('A profile can have at most {most} skills.', { most: maxSkills }),
)

/** Ends the transaction of a preview, so that nothing of it is stored. */
class EndOfPreview extends Error {
  readonly result: ResumeImportResult

  constructor(result: ResumeImportResult) {
    super('A preview stores nothing.')
    this.result = result
  }
}

/** Fills the profile of a user with a JSON Resume. 404 without a profile. */
export async function importResume(
  ctx: Context,
  userId: number,
  { resume, preview = false }: ResumeImport,
): Promise<ResumeImportResult> {
  const { id } = await researchers.findId.one(ctx, { user_id: userId })
  permit(researcherRights.may.change(ctx.actor, await getProfileAccess(ctx, id)))
  await limitImports(ctx, 'resume-imports')
  const change = interpretProfile(resume)
  ensure((change.skills?.length ?? 0) <= maxSkills, tooManySkills)
  const institutions = await readInstitutions(ctx, change)
  try {
    return await runInTransaction(ctx, async (tx) => {
      const result = await storeResume(tx, { id, userId, resume, change, institutions })
      if (preview) throw new EndOfPreview({ ...result, preview, publications: toPreview(result.publications) })
      return result
    })
  } catch (error) {
    if (error instanceof EndOfPreview) return error.result
    throw error
  }
}

/** New publications of a preview have no ids. */
const toPreview = ({ works, ...counts }: ResumeImportResult['publications']) => ({
  ...counts,
  preview: true,
  works: works.map((work) => (work.verdict === 'imported' ? { ...work, publication_id: null } : work)),
})

interface Import {
  id: number
  userId: number
  resume: ResumeFile
  change: ResearcherChange
  institutions: KnownInstitutions
}

async function storeResume(
  tx: Transaction,
  { id, userId, resume, change, institutions }: Import,
): Promise<ResumeImportResult> {
  const access = await getProfileAccess(tx, id)
  permit(researcherRights.may.change(tx.actor, access))
  const before = await readProfile(tx, id)
  const name = resume.basics?.name
  if (name !== undefined && name !== before.name) await changeName(tx, userId, name)
  await updateProfile(tx, id, change, institutions)
  const { publications: typed } = await researchers.byId.one(tx, { id })
  const works = interpretWorks(
    resume,
    typed.map(({ title }) => title),
  )
  const publications = await runPublicationChange(tx, id, () =>
    importEntries({ ctx: tx, tx, wording: tx.wording }, id, works),
  )
  const after = await readProfile(tx, id)
  const changed_fields = listChanges(before, after)
  await recordActivity(tx, 'profile_updated', { metadata: { researcher_id: id, fields: changed_fields } })
  describeAuditEvent(tx, { userId: access.user_id, before, after })
  return { preview: false, changed_fields, ignored_sections: listIgnoredSections(resume), profile: after, publications }
}

type ResumeProfile = ResumeImportResult['profile']

const listChanges = (before: ResumeProfile, after: ResumeProfile) =>
  Object.entries(after)
    .filter(
      ([field, value]) => !isDeepStrictEqual(value, Object.entries(before).find(([other]) => other === field)?.[1]),
    )
    .map(([field]) => field)

async function readProfile(tx: Transaction, id: number): Promise<ResumeProfile> {
  const { user, headline, bio, location, country, ...rest } = await researchers.byId.one(tx, { id })
  const { fields, skills, languages, orcid, education, employment } = rest
  return { name: user.name, headline, bio, location, country, fields, skills, languages, orcid, education, employment }
}

async function changeName(tx: Transaction, userId: number, name: string): Promise<void> {
  const user = await getUser(tx, userId)
  await updateAndReindex(tx, userId, () => updateUser(tx, user, { ...user, name, now: tx.clock.now() }))
}
