import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { collectErrors, createFieldProblem, ensure, invalidFields, refuseInvalid } from '#core/problem.ts'
import { removeSameSkills, toSkillKeys } from '#core/skills.ts'
import { foldLine } from '#core/text-normalization.ts'
import { never } from '#core/time.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import { chooseCertificates } from '#features/certificates/index.ts'
import { removeRoster, scheduleRosterNotices } from '#features/rosters/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { getManagedExam, getVisibleExam } from './access.ts'
import { listExpectedVerdicts } from './attempts/expiry.ts'
import { bookings } from './bookings/queries.ts'
import { removeMaterials } from './materials/removal.ts'
import { presentExam } from './present.ts'
import { examSkills, exams, type Settings } from './queries.ts'
import { questions } from './questions/queries.ts'
import { checkQuestionIds, presentQuestion, writeQuestions } from './questions/service.ts'
import { examRecord } from './record.ts'
import type { AuthoredExam, Exam, ExamChange, NewExam } from './schemas.ts'
import { checkSections, completeSections, prepareSections, storeSections } from './section-settings.ts'

/** What an author has. */
export const examLimit = defineListLimit('title', 10_000)

const closesBeforeItOpens = invalidFields({ available_until: ['The exam must close after it opens.'] })

const practiceStays = createFieldProblem(
  'practice',
  'Attempts at this exam have begun, so whether it is for practice can no longer change.',
)

const lessonNeedsIt = createFieldProblem(
  'publication_status',
  'A lesson has this exam, so it cannot become a draft again. Take it out of the lesson first.',
)

const longestKey = 100

export const createCategoryKey = (category: string) => foldLine(category).slice(0, longestKey).toWellFormed()

export async function showExam(ctx: Context, id: number): Promise<Exam> {
  return presentExam(ctx, await getVisibleExam(ctx, id), await listExpectedVerdicts(ctx, ctx.actor.id))
}

async function getAuthoredExam(tx: Transaction, id: number): Promise<AuthoredExam> {
  const rows = await questions.ofExam.all(tx, { exam_id: id })
  return { ...presentExam(tx, await getVisibleExam(tx, id)), questions: rows.map(presentQuestion) }
}

export async function createExam(ctx: Context, input: NewExam): Promise<AuthoredExam> {
  const { questions: asked = [], ...wanted } = input
  await prepareSections(ctx, wanted.sections)
  const checkRoom = await prepareRoomCheck(ctx, examLimit, exams.size, { user_id: ctx.actor.id })
  return runInTransaction(ctx, async (tx) => {
    const settings = applyChange(
      {
        ...examRecord.defaults,
        title: wanted.title,
        available_from: tx.clock.now(),
        certificate_enabled: await chooseCertificates(tx, wanted.certificate_enabled),
      },
      wanted,
    )
    await checkRoom(tx)
    const { id } = await exams.add.one(tx, { ...toRow(tx, settings), user_id: tx.actor.id })
    await examSkills.add.run(tx, { item_id: id, terms: toSkillKeys(settings.skills) })
    await checkSections(tx, wanted.sections ?? [], [])
    await storeSections(tx, id, settings.sections)
    await writeQuestions(tx, id, asked, 'questions')
    return getAuthoredExam(tx, id)
  })
}

export async function updateExam(
  ctx: Context,
  id: number,
  { questions: input = [], ...change }: ExamChange,
): Promise<AuthoredExam> {
  await prepareSections(ctx, change.sections)
  return runInTransaction(ctx, async (tx) => {
    const before = await getManagedExam(tx, id)
    const certificate_enabled = await chooseCertificates(tx, change.certificate_enabled, before.certificate_enabled)
    const settings = applyChange(before, { ...change, certificate_enabled })
    if (settings.publication_status === 'published' && before.publication_status === 'draft')
      await ensureNotHidden(tx, 'exam', id)
    await checkPractice(tx, before, change)
    if (settings.publication_status === 'draft' && before.publication_status === 'published')
      ensure((await exams.firstLesson.maybe(tx, { id })) === null, lessonNeedsIt)
    await checkSections(tx, change.sections ?? [], before.sections)
    await exams.update.run(tx, { ...toRow(tx, settings), id })
    if (change.sections) await storeSections(tx, id, settings.sections)
    describeAuditEvent(tx, { userId: before.owner_id, before: withoutKeys(before), after: withoutKeys(settings) })
    if (change.skills) await moveSkills(tx, id, before.skills, settings.skills)
    if (isOpened(before, settings)) await scheduleRosterNotices(tx, 'exam', id)
    if (input.length > 0) await writeQuestions(tx, id, input, 'questions')
    return getAuthoredExam(tx, id)
  })
}

/** The log has no key with which a program could pass for another one. */
const withoutKeys = <S extends Settings>({ safe_exam_browser: bound, ...settings }: S) => ({
  ...settings,
  safe_exam_browser: bound === null ? null : { config_keys: bound.config_keys.length },
})

/** Whether the people on the roster can take the exam from now on. */
const isOpened = (before: Settings, after: Settings) =>
  after.access === 'invited' &&
  after.publication_status === 'published' &&
  (before.access !== 'invited' || before.publication_status !== 'published')

async function moveSkills(tx: Transaction, id: number, before: readonly string[], after: readonly string[]) {
  if (before.join('\n') === after.join('\n')) return
  await examSkills.remove.run(tx, { item_id: id })
  await examSkills.add.run(tx, { item_id: id, terms: toSkillKeys(after) })
  await tx.emitEvidenceChanged(tx, { examId: id })
}

interface OpeningTimes {
  available_from: string
  available_until: string | null
}

/** Throws 422 if the exam closes before it opens. */
function checkOpeningTimes({ available_from, available_until }: OpeningTimes): void {
  ensure(available_until === null || available_until > available_from, closesBeforeItOpens)
}

/** Throws 422 for a change of what attempts were made for: they would prove more, or less, than was said. */
async function checkPractice(ctx: AnyContext, { id, practice }: { id: number; practice: boolean }, change: ExamChange) {
  if (change.practice === undefined || change.practice === practice) return
  ensure((await exams.firstAttempt.maybe(ctx, { id })) === null, practiceStays)
}

/** Checks a new exam, of which some fields may be missing. */
export async function checkNewExam(ctx: Context, { certificate_enabled, ...input }: Partial<NewExam>) {
  const times = {
    available_from: input.available_from ?? ctx.clock.now(),
    available_until: input.available_until ?? null,
  }
  refuseInvalid(
    await collectErrors(
      () => checkOpeningTimes(times),
      () => checkSections(ctx, input.sections ?? [], []),
      () => chooseCertificates(ctx, certificate_enabled),
    ),
  )
}

/** Checks a change with what is stored. */
export async function checkExamChange(ctx: Context, change: ExamChange, { params }: CheckContext<{ id: number }>) {
  const before = await getManagedExam(ctx, params.id)
  refuseInvalid(
    await collectErrors(
      () => checkOpeningTimes({ ...before, ...change }),
      () => checkPractice(ctx, before, change),
      () => checkSections(ctx, change.sections ?? [], before.sections),
      () => chooseCertificates(ctx, change.certificate_enabled, before.certificate_enabled),
      () => checkQuestionIds(ctx, before.id, change.questions ?? []),
    ),
  )
}

/** Returns which of the exams the lessons of an author may name. */
export async function findQuizzes(ctx: AnyContext, input: { ids: readonly number[]; user_id: number }) {
  return new Set((await exams.quizzesOf.all(ctx, input)).map(({ id }) => id))
}

/** Deletes an exam without attempts; another one is hidden, because attempts and certificates refer to it. */
export function deleteExam(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, id)
    describeAuditEvent(tx, { userId: exam.owner_id, before: { title: exam.title }, after: null })
    await removeExam(tx, id)
  })
}

/** Removes an exam with its bookings and materials. */
export async function removeExam(tx: Transaction, id: number): Promise<void> {
  await removeMaterials(tx, id)
  await bookings.removeByExam.run(tx, { exam_id: id })
  await removeRoster(tx, 'exam', id)
  await exams.removeFromLessons.run(tx, { id, now: tx.clock.now() })
  if ((await exams.remove.run(tx, { id })) === 0) await exams.hide.run(tx, { id, now: tx.clock.now() })
}

function applyChange(before: Settings, { sections, ...change }: Omit<ExamChange, 'questions'>): Settings {
  const completed = sections === undefined ? before.sections : completeSections(sections)
  const after = { ...before, ...change, sections: completed, skills: removeSameSkills(change.skills ?? before.skills) }
  const { available_from, available_until } = after
  checkOpeningTimes({ available_from, available_until })
  return after
}

const toRow = (tx: Transaction, settings: Settings) => ({
  ...settings,
  category_key: createCategoryKey(settings.category),
  closes_at: settings.available_until ?? never,
  now: tx.clock.now(),
})
