import type { Context } from '#context.ts'
import { hideApplicant, hideMatchApplicant, isConcealed } from '../blind.ts'
import { type MatchSummary, matchUsers } from '../matching/service.ts'
import { getPostForMatching } from '../posts/service.ts'
import { jobPostRights, toPost } from '../rights.ts'
import type { ApplicationRow } from './access.ts'

export const formatFullName = ({ first_name, last_name }: Pick<ApplicationRow, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

/** Presents the application to its applicant, who does not see the name of a hidden post. */
export const presentApplication = <T extends Omit<ApplicationRow, 'tags'>>({ config, actor }: Context, row: T) => ({
  ...row,
  pending: row.pending && !row.sealed,
  job_post: jobPostRights.may.find(actor, toPost(row)) ? row.job_post : { ...row.job_post, title: '', company: '' },
  application_id: row.id,
  name: formatFullName(row),
  resume_url: `${config.publicUrl}/job-applications/${row.id}/resume`,
})

/** An application, and whether the actor recruits for the company of its post. */
type JudgedRow = ApplicationRow & { is_colleague: boolean }

/** Returns whether the actor sees the tags of the application: those who manage the post, unless they applied themselves. */
const showsTags = ({ actor }: Context, row: JudgedRow) =>
  actor.id !== row.user_id && jobPostRights.may.manage(actor, toPost(row))

const omitTags = ({ tags, ...row }: JudgedRow) => row

/** Presents the application to the actor, and withholds who a blind candidate is. */
function presentTo(ctx: Context, row: JudgedRow, { evidence, match }: MatchSummary) {
  const shown = showsTags(ctx, row) ? row : omitTags(row)
  if (!isConcealed(ctx.actor, row)) return { ...presentApplication(ctx, shown), blind: false, evidence, match }
  return {
    ...presentApplication(ctx, hideApplicant(shown)),
    user_id: null,
    resume_url: '',
    blind: true,
    evidence: [],
    match: hideMatchApplicant(row.blind_score ?? match.score),
  }
}

/** Presents applications of one post in their order, with the evidence of all of them. */
export async function presentApplicants(ctx: Context, postId: number, rows: readonly ApplicationRow[]) {
  const post = await getPostForMatching(ctx, postId)
  const fitOf = await matchUsers(
    ctx,
    post,
    rows.map(({ user_id }) => user_id),
  )
  const { is_colleague } = post
  return rows.map((row) => presentTo(ctx, { ...row, is_colleague }, fitOf(row.user_id)))
}
