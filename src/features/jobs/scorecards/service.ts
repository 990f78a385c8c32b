import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { UnpagedList } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, permit, refuseInvalid } from '#core/problem.ts'
import type { Criterion } from '#database/tables/jobs.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getJudgedApplication } from '../applications/access.ts'
import { getPostForMatching } from '../posts/service.ts'
import { scorecards } from './queries.ts'
import type { NewScorecard, Scorecard, ScorecardSummary } from './schemas.ts'

type Rating = Scorecard['ratings'][number]
type Row = Awaited<ReturnType<typeof scorecards.byId.one>>

export const alreadyScored = createRuleViolation(
  'You have already written a scorecard about this applicant; change that one.',
)
export const noRatings = createFieldProblem('ratings', 'The job post has no criteria to rate.')

export const scorecardLimit = defineListLimit('notes', 200)

/** Lists the scorecards of an application. Colleagues see those of others only after their own. */
export async function listScorecards(ctx: Context, applicationId: number) {
  await getJudgedApplication(ctx, applicationId)
  const rows = await scorecards.of.all(ctx, { application_id: applicationId })
  const own = rows.some(({ user_id }) => user_id === ctx.actor.id)
  const seen = own || ctx.actor.role === 'admin' ? rows : []
  return new UnpagedList(seen.map(present), { ...summarize(seen), own })
}

const present = ({ ratings, ...row }: Row): Scorecard => ({ ...row, ratings })

function summarize(rows: readonly Row[]): Omit<ScorecardSummary, 'own'> {
  const recommendations = { strong_no: 0, no: 0, yes: 0, strong_yes: 0 }
  for (const { recommendation } of rows) recommendations[recommendation]++
  const ratings = Map.groupBy(
    rows.flatMap((row) => row.ratings),
    ({ criterion_id }) => criterion_id,
  )
  const criteria = [...ratings].map(([criterion_id, all]) => ({
    criterion_id,
    criterion: all.at(-1)?.criterion ?? '',
    average: Math.round((10 * all.reduce((total, { rating }) => total + rating, 0)) / all.length) / 10,
  }))
  return { scorecards: rows.length, recommendations, criteria }
}

export function addScorecard(ctx: Context, applicationId: number, input: NewScorecard): Promise<Scorecard> {
  return runInTransaction(ctx, async (tx) => {
    const { job_post_id, user_id } = await getJudgedApplication(tx, applicationId)
    permit(user_id !== tx.actor.id)
    const mine = { application_id: applicationId, user_id: tx.actor.id }
    ensure((await scorecards.find.maybe(tx, mine)) === null, alreadyScored)
    const { id } = await scorecards.add.one(tx, { ...mine, ...(await toContent(tx, job_post_id, input)) })
    ensureWithin(scorecardLimit, await scorecards.size.one(tx, mine))
    return present(await scorecards.byId.one(tx, { id, application_id: applicationId }))
  })
}

/** Replaces one's own scorecard. */
export function updateScorecard(
  ctx: Context,
  applicationId: number,
  id: number,
  input: NewScorecard,
): Promise<Scorecard> {
  return runInTransaction(ctx, async (tx) => {
    const { job_post_id } = await getJudgedApplication(tx, applicationId)
    const one = { id, application_id: applicationId }
    const { user_id } = await scorecards.byId.one(tx, one)
    permit(user_id === tx.actor.id)
    await scorecards.change.run(tx, { id, ...(await toContent(tx, job_post_id, input)) })
    ensureWithin(scorecardLimit, await scorecards.size.one(tx, one))
    return present(await scorecards.byId.one(tx, one))
  })
}

async function toContent(tx: Transaction, postId: number, { ratings = [], recommendation, notes = '' }: NewScorecard) {
  const { criteria = [] } = await getPostForMatching(tx, postId)
  ensure(ratings.length === 0 || criteria.length > 0, noRatings)
  refuseInvalid(findUnknown(ratings, criteria))
  return { ratings: ratings.map((one) => toRating(one, criteria)), recommendation, notes, now: tx.clock.now() }
}

type GivenRating = NonNullable<NewScorecard['ratings']>[number]

function findUnknown(ratings: readonly GivenRating[], criteria: readonly Criterion[]) {
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { criterion_id }] of ratings.entries())
    if (criteria.every(({ id }) => id !== criterion_id))
      errors[`ratings.${index}.criterion_id`] = [
        fill('The selected {field} is invalid.', { field: { field: 'criterion_id' } }),
      ]
  return errors
}

const toRating = ({ criterion_id, rating, notes = '' }: GivenRating, criteria: readonly Criterion[]): Rating => ({
  criterion_id,
  criterion: criteria.find(({ id }) => id === criterion_id)?.name ?? '',
  rating,
  notes,
})
