import { sql } from 'kysely'
import type { AnyContext } from '#context.ts'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { examRights } from './rights.ts'

const passedExams = prepare((q, p: { user_ids: readonly number[] }) =>
  q
    .selectFrom('exam_attempts')
    .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
    .innerJoin('users', 'users.id', 'exams.user_id')
    .select(['exam_attempts.user_id', 'exams.id', 'exams.title', 'users.id as author_id', 'users.name as author_name'])
    .select((e) => [
      e.fn.max<number>('exam_attempts.score').as('score'),
      e.fn.min<string>('exam_attempts.submitted_at').as('at'),
    ])
    .where('exam_attempts.user_id', 'in', integerList(p.user_ids))
    .where('exam_attempts.passed', '=', true)
    .where('exams.practice', '=', false)
    // Authors may try their own exams, which proves nothing.
    .whereRef('exams.user_id', '!=', 'exam_attempts.user_id')
    .groupBy(['exam_attempts.user_id', 'exams.id', 'exams.title', 'users.id', 'users.name']),
)

/** Lists the exams that the user has passed, with the best score and the time of the first pass. */
export const listPassedExams = (ctx: AnyContext, userId: number) => passedExams.all(ctx, { user_ids: [userId] })

const provenExams = prepare((q, p: { user_ids: readonly number[] }) =>
  q
    .selectFrom('exam_standings')
    .innerJoin('exams', 'exams.id', 'exam_standings.exam_id')
    .innerJoin('users', 'users.id', 'exams.user_id')
    .leftJoin('certificates', (join) =>
      join
        .onRef('certificates.user_id', '=', 'exam_standings.user_id')
        .onRef('certificates.exam_id', '=', 'exam_standings.exam_id'),
    )
    .select(['exam_standings.user_id', 'exams.id', 'exams.title', 'exams.skills'])
    .select(['users.id as author_id', 'users.name as author_name'])
    .select(['certificates.verification_code as code', 'certificates.author_verified as certified'])
    .select([
      sql<number>`(select max(score) from exam_attempts where exam_attempts.user_id = exam_standings.user_id
        and exam_attempts.exam_id = exam_standings.exam_id and passed = true)`.as('score'),
      sql<string>`(select min(coalesce(submitted_at, expires_at)) from exam_attempts
        where exam_attempts.user_id = exam_standings.user_id
        and exam_attempts.exam_id = exam_standings.exam_id and passed = true)`.as('at'),
    ])
    .where('exam_standings.user_id', 'in', integerList(p.user_ids))
    .where('exam_standings.passed', '=', true)
    .whereRef('exams.user_id', '!=', 'exam_standings.user_id')
    .where('exams.hidden_at', 'is', null)
    .where('exams.practice', '=', false)
    .where('certificates.revoked_at', 'is', null)
    .orderBy('exams.id'),
)

/**
 * Lists the exams of others that the users have passed: those that are not hidden, and whose certificate is not revoked.
 * `code` is that of the certificate, and `certified` whether it says that the author is verified; null without one.
 */
export const listProvenExams = (ctx: AnyContext, userIds: readonly number[]) =>
  provenExams.all(ctx, { user_ids: userIds })

const passers = prepare((q, p: { exam_id: number; after: number; most: number }) =>
  q
    .selectFrom('exam_standings')
    .select('user_id')
    .where('exam_id', '=', p.exam_id)
    .where('user_id', '>', p.after)
    .where('passed', '=', true)
    .orderBy('user_id')
    .limit(p.most),
)

/** Lists users who have passed the exam, by id. */
export const listPassers = async (ctx: AnyContext, slice: { exam_id: number; after: number; most: number }) =>
  (await passers.all(ctx, slice)).map(({ user_id }) => user_id)

const passes = prepare((q, p: { exam_ids: readonly number[]; user_ids: readonly number[] }) =>
  q
    .selectFrom('exam_standings')
    .innerJoin('exams', 'exams.id', 'exam_standings.exam_id')
    .leftJoin('certificates', (join) =>
      join
        .onRef('certificates.user_id', '=', 'exam_standings.user_id')
        .onRef('certificates.exam_id', '=', 'exam_standings.exam_id'),
    )
    .select(['exam_standings.user_id', 'exam_standings.exam_id'])
    .where('exam_standings.user_id', 'in', integerList(p.user_ids))
    .where('exam_standings.exam_id', 'in', integerList(p.exam_ids))
    .where('exam_standings.passed', '=', true)
    .where('exams.practice', '=', false)
    .whereRef('exams.user_id', '!=', 'exam_standings.user_id')
    .where('certificates.revoked_at', 'is', null),
)

/** Lists which of the users have passed which of the exams. Own exams and revoked certificates do not count. */
export const findPasses = (ctx: AnyContext, input: { exam_ids: readonly number[]; user_ids: readonly number[] }) =>
  passes.all(ctx, input)

const suggested = prepare((q, p: { skill_key: string; user_id: number; now: string; most: number }) =>
  q
    .selectFrom('exam_skills')
    .innerJoin('exams', 'exams.id', 'exam_skills.item_id')
    .innerJoin('users', 'users.id', 'exams.user_id')
    .leftJoin('researchers', 'researchers.user_id', 'users.id')
    .select(['exams.id', 'exams.title'])
    .where('exam_skills.term', '=', p.skill_key)
    .where(examRights.allows('read', { actor_id: p.user_id }))
    .where('exams.practice', '=', false)
    .where('exams.deleted_at', 'is', null)
    .where('exams.user_id', '!=', p.user_id)
    .where('exams.closes_at', '>', p.now)
    .where((eb) => eb.or([eb('users.role', '=', 'admin'), eb('researchers.verified', '=', true)]))
    .orderBy('exams.id')
    .limit(p.most),
)

/** Lists exams of others that would prove the skill: open ones, by verified authors. */
export const suggestExams = (ctx: AnyContext, input: { skill_key: string; most: number }) =>
  suggested.all(ctx, { ...input, user_id: ctx.actor.id, now: ctx.clock.now() })
