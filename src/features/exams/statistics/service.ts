import type { Context } from '#context.ts'
import { KeyedLimit, Semaphore } from '#core/concurrency.ts'
import { UnpagedList } from '#core/page.ts'
import { createUnavailable } from '#core/problem.ts'
import { countSeconds } from '#core/time.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getManagedExam } from '../access.ts'
import { getGradingVersion } from '../attempts/finish.ts'
import { versions } from '../questions/queries.ts'
import {
  type AttemptedQuestion,
  addAttempt,
  type CountedAttempt,
  createStatisticsSum,
  type StatisticsSum,
  summarizeExam,
  summarizeQuestions,
} from './calculation.ts'
import { countedAttempts } from './queries.ts'
import type { ExamStatistics, QuestionStatistics } from './schemas.ts'

const batch = 50

/** Calculations that run or wait, of one user. */
const ofUser = new KeyedLimit(2)
const busy = createUnavailable('Too much to do at the moment; please try again in a few seconds.', 5)
/** A calculation grades every attempt, so that only one runs at a time; those of different users take turns. */
const turns = new Semaphore(1)

/** Returns what the attempts of an exam say about its questions. */
export async function showStatistics(
  ctx: Context,
  examId: number,
): Promise<UnpagedList<QuestionStatistics, ExamStatistics>> {
  const { owner_id } = await getManagedExam(ctx, examId)
  const key = String(ctx.actor.id)
  const sum = await ofUser.run(key, busy, () =>
    turns.run(() => sumAttempts(ctx, { exam_id: examId, owner_id }), 'normal', key),
  )
  return new UnpagedList(summarizeQuestions(sum), summarizeExam(sum))
}

/** Returns the name of the file with the statistics, without its extension. */
export const formatStatisticsTitle = async (ctx: Context, examId: number): Promise<Sentence> =>
  fill('Statistics – {title}', { title: (await getManagedExam(ctx, examId)).title })

async function sumAttempts(ctx: Context, exam: { exam_id: number; owner_id: number }): Promise<StatisticsSum> {
  const sum = createStatisticsSum()
  let after = 0
  for (;;) {
    const some = await countedAttempts.after.all(ctx, { ...exam, after, most: batch })
    for (const attempt of await readQuestions(ctx, some)) addAttempt(sum, attempt)
    const last = some.at(-1)
    if (last === undefined || some.length < batch) return sum
    after = last.id
  }
}

type AttemptRow = Awaited<ReturnType<typeof countedAttempts.after.one>>

/** Adds their questions to the attempts, in the versions that they are graded by, and the points that people gave. */
async function readQuestions(ctx: Context, attempts: readonly AttemptRow[]): Promise<CountedAttempt[]> {
  const places = attempts.flatMap(({ paper }) => paper)
  const found = await versions.ofPaper.all(ctx, { ids: [...new Set(places.map(getGradingVersion))] })
  const byId = new Map(found.map((version) => [version.version_id, version]))
  const points = await countedAttempts.points.all(ctx, { ids: attempts.map(({ id }) => id) })
  const byAttempt = Map.groupBy(points, ({ attempt_id }) => attempt_id)
  return attempts.map((attempt) => ({
    score: attempt.score ?? 0,
    seconds: countSeconds(attempt.started_at, attempt.submitted_at ?? attempt.expires_at),
    answers: attempt.answers,
    marking: attempt.marking,
    questions: attempt.paper.flatMap((place): AttemptedQuestion[] => {
      const version = byId.get(getGradingVersion(place))
      if (version === undefined) return []
      return [{ ...version, id: place.question_id, points: place.points ?? version.points }]
    }),
    input: new Map(
      (byAttempt.get(attempt.id) ?? []).map((row) => [row.question_id, (row.points_hundredths ?? 0) / 100]),
    ),
  }))
}
