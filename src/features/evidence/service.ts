import type { AnyContext } from '#context.ts'
import { listWords, sortKey, splitWords } from '#core/text-normalization.ts'
import { certificatePageUrl } from '#features/certificates/index.ts'
import { listProvenCourses } from '#features/courses/index.ts'
import { listProvenExams } from '#features/exams/index.ts'
import { listProvenVersions } from '#features/projects/index.ts'
import type { Evidence } from '#features/researchers/index.ts'
import { authors, identities, profiles, publications } from './queries.ts'
import { weights } from './weights.ts'

/** Evidence of a user, with the key of its skill. */
export interface Proof extends Evidence {
  user_id: number
  /** The folded skill; empty for evidence of none. */
  key: string
}

/** Lists the evidence of one user, the heaviest first. */
export const listEvidenceOf = async (ctx: AnyContext, userId: number): Promise<Proof[]> => listProofs(ctx, [userId])

/** Lists the evidence of users, the heaviest first. Equal evidence is always in the same order. */
export async function listProofs(ctx: AnyContext, userIds: readonly number[]): Promise<Proof[]> {
  if (userIds.length === 0) return []
  const proofs = [
    ...(await listAwards(ctx, userIds)),
    ...(await listVersions(ctx, userIds)),
    ...(await listPublications(ctx, userIds)),
    ...(await listOrcids(ctx, userIds)),
  ]
  return proofs.toSorted(compareProofs)
}

const compareProofs = (one: Proof, other: Proof) =>
  other.weight - one.weight || compareText(one.key, other.key) || compareText(one.title, other.title)

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

interface Author {
  author_id: number
  author_name: string
}

async function findVerified(ctx: AnyContext, rows: readonly Author[]): Promise<Set<number>> {
  const ids = [...new Set(rows.map(({ author_id }) => author_id))]
  return new Set((await authors.verified.all(ctx, { ids })).map(({ id }) => id))
}

const toAwarder = ({ author_id, author_name }: Author, verified: boolean) => ({
  id: author_id,
  name: author_name,
  verified,
})

/** Passed exams and completed courses, an entry for each skill that they prove. */
async function listAwards(ctx: AnyContext, userIds: readonly number[]): Promise<Proof[]> {
  const exams = (await listProvenExams(ctx, userIds)).map((row) => ({ ...row, kind: 'exam' as const }))
  const courses = (await listProvenCourses(ctx, userIds)).map((row) => ({ ...row, kind: 'course' as const, score: 0 }))
  const rows = [...exams, ...courses].filter(({ skills }) => skills.length > 0)
  const verified = await findVerified(ctx, rows)
  return rows.flatMap(({ skills, ...row }) => {
    const isVerified = verified.has(row.author_id) || row.certified === true
    return skills.map((skill) => ({
      user_id: row.user_id,
      key: sortKey(skill),
      skill,
      kind: row.kind,
      title: row.title,
      url: row.code === null ? null : certificatePageUrl(ctx, row.code),
      awarded_by: toAwarder(row, isVerified),
      weight: isVerified ? weights[row.kind](row.score) : 0,
      at: row.at,
    }))
  })
}

async function listVersions(ctx: AnyContext, userIds: readonly number[]): Promise<Proof[]> {
  const rows = await listProvenVersions(ctx, userIds)
  const verified = await findVerified(ctx, rows)
  return rows.map((row) => ({
    user_id: row.user_id,
    key: sortKey(row.field),
    skill: row.field,
    kind: 'project_version',
    title: row.title,
    url: `${ctx.config.publicUrl}/projects/${row.id}/versions`,
    awarded_by: toAwarder(row, verified.has(row.author_id)),
    weight: verified.has(row.author_id) ? weights.project_version() : 0,
    at: row.at,
  }))
}

/** A proven publication proves the skills and fields of the profile that its title names. */
async function listPublications(ctx: AnyContext, userIds: readonly number[]): Promise<Proof[]> {
  const rows = await publications.of.all(ctx, { user_ids: userIds })
  if (rows.length === 0) return []
  const claimed = await profiles.skills.all(ctx, { user_ids: userIds })
  return rows.flatMap(({ user_id, title, doi, source, proven_at }) => {
    const mine = claimed.find((profile) => profile.user_id === user_id)
    const skills = new Map([...(mine?.skills ?? []), ...(mine?.fields ?? [])].map((skill) => [sortKey(skill), skill]))
    return [...skills]
      .filter(([, skill]) => namesSkill(title, skill))
      .map(([key, skill]) => ({
        user_id,
        key,
        skill,
        kind: 'publication' as const,
        title,
        url: doi === null ? null : `https://doi.org/${doi}`,
        awarded_by: { id: null, name: source, verified: true },
        weight: weights.publication(),
        at: proven_at,
      }))
  })
}

const toPhrase = (text: string) => ` ${listWords(text).join(' ')} `

/** Returns whether the words of the skill are in the title, one after the other. */
const namesSkill = (title: string, skill: string): boolean =>
  splitWords(skill).length > 0 && toPhrase(title).includes(toPhrase(skill))

async function listOrcids(ctx: AnyContext, userIds: readonly number[]): Promise<Proof[]> {
  const rows = await identities.orcid.all(ctx, { user_ids: userIds })
  return rows.map(({ user_id, subject, created_at }) => ({
    user_id,
    key: '',
    skill: null,
    kind: 'orcid',
    title: subject,
    url: `https://orcid.org/${subject}`,
    awarded_by: { id: null, name: 'ORCID', verified: true },
    weight: weights.orcid(),
    at: created_at,
  }))
}
