import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { Problem, permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser, type User, updateUserRole } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { Achievements } from '../achievements.ts'
import { createResearcher } from '../profiles/change.ts'
import { readInstitutions } from '../profiles/institution.ts'
import { researchers } from '../profiles/queries.ts'
import type { ResearcherChange } from '../profiles/schemas.ts'

const shortestBio = 30

const sentences = {
  has_bio: fill('Write a bio of at least {least} characters.', { least: shortestBio }),
  has_skills: 'Add at least one skill.',
  has_courses: 'Complete at least one course.',
  has_email: 'Verify your e-mail address.',
  has_name: 'Add your name.',
} as const satisfies Record<string, Sentence>
type Requirement = keyof typeof sentences

export const notEligible = new Problem(422, 'Your profile does not meet the requirements yet.')

export async function showEligibility(ctx: Context, achievements: Achievements) {
  return checkRequirements(ctx, await getUser(ctx, ctx.actor.id), achievements)
}

async function checkRequirements(ctx: AnyContext, user: User, { completedCourses }: Achievements) {
  const requirements: Record<Requirement, boolean> = {
    has_bio: user.bio.length >= shortestBio,
    has_skills: user.skills.length > 0,
    has_courses: (await completedCourses(ctx, user.id)) > 0,
    has_email: user.email_verified,
    has_name: user.name !== '',
  }
  const missing = listMissing(requirements)
  const total = Object.keys(requirements).length
  return {
    eligible: missing.length === 0,
    completion_percentage: Math.round(((total - missing.length) / total) * 100),
    met_requirements: total - missing.length,
    total_requirements: total,
    missing_requirements: missing.map((one) => translate(sentences[one], ctx.wording)),
    requirements,
  }
}

const names: readonly Requirement[] = ['has_bio', 'has_skills', 'has_courses', 'has_email', 'has_name']
const listMissing = (requirements: Record<Requirement, boolean>) => names.filter((one) => !requirements[one])

/** Makes a learner or student who meets the requirements a researcher. */
export async function updateToVerified(ctx: Context, input: ResearcherChange, achievements: Achievements) {
  const institutions = await readInstitutions(ctx, input)
  return runInTransaction(ctx, async (tx) => {
    const before = await getUser(tx, tx.actor.id)
    permit(before.role === 'learner' || before.role === 'student')
    const { requirements, eligible } = await checkRequirements(tx, before, achievements)
    if (!eligible) {
      const errors = Object.fromEntries(listMissing(requirements).map((one) => [one, [sentences[one]]]))
      throw new Problem(422, notEligible.sentence, { errors })
    }
    const id = await createResearcher(tx, before.id, input, institutions)
    await updateUserRole(tx, before, 'researcher')
    await recordActivity(tx, 'profile_upgraded', { metadata: { researcher_id: id } })
    return { user: await getUser(tx, before.id), researcher: await researchers.byId.one(tx, { id }) }
  })
}
