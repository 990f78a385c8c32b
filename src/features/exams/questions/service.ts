import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin, type ListSize } from '#core/list-limit.ts'
import { createFieldProblem, ensure, invalidFields, notFound } from '#core/problem.ts'
import type { CheckContext } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import { getManagedExam } from '../access.ts'
import { refreshSectionSize } from '../section-sizes.ts'
import { type Complaints, isOpenType } from './content.ts'
import { questions, toStoredVersion, versions } from './queries.ts'
import { type Content, largestPool } from './record.ts'
import { updateRubricGrades } from './rubric-changes.ts'
import type { NestedQuestion, NewQuestion, Question, QuestionChange } from './schemas.ts'
import { isChoice, validateQuestion } from './validation.ts'

export const questionLimit = {
  ...defineListLimit('questions', largestPool),
  tooMany: createFieldProblem(
    'questions',
    fill('An exam may not have more than {most} questions.', { most: largestPool }),
  ),
}

/** A question as it is given, or as it is stored with a change. */
type StoredQuestion = Omit<NestedQuestion, 'correct_answer'> & { correct_answer?: Question['correct_answer'] }

type Row = Awaited<ReturnType<typeof questions.byId.one>>
type Place = Awaited<ReturnType<typeof questions.places.one>>

export const presentQuestion = ({ answer_key, position, ...row }: Row): Question => ({
  ...row,
  options: presentOptions(row.type, row.options, answer_key.correct),
  pairs: presentPairs(row.type, answer_key),
  correct_answer: presentCorrectAnswer(row.type, answer_key.correct),
  tolerance: answer_key.tolerance,
  max_words: answer_key.max_words ?? null,
  rubric: answer_key.rubric ?? [],
  void: answer_key.is_void ?? false,
  order: position,
})

/** The options of matching are those that belong to no left side. */
const presentOptions = (type: Row['type'], options: string[], correct: Row['answer_key']['correct']) =>
  type === 'matching' ? options.filter((option) => !correct.includes(option)) : options

const presentPairs = (type: Row['type'], { prompts = [], correct }: Row['answer_key']): Question['pairs'] =>
  type === 'matching' ? prompts.map((left, index) => ({ left, right: String(correct[index] ?? '') })) : []

export function presentCorrectAnswer(
  type: Row['type'],
  correct: Row['answer_key']['correct'],
): Question['correct_answer'] {
  if (type === 'matching' || type === 'cloze' || isOpenType(type)) return null
  const isList = type === 'multiple_choice' || type === 'short_answer' || type === 'ordering'
  return isList ? correct.map(String) : (correct[0] ?? '')
}

/** Lists the questions with their correct answers. */
export async function listQuestions(ctx: AnyContext, examId: number): Promise<Question[]> {
  await getManagedExam(ctx, examId)
  return (await questions.ofExam.all(ctx, { exam_id: examId })).map(presentQuestion)
}

export function addQuestion(ctx: Context, examId: number, input: NewQuestion): Promise<Question> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    const [id = 0] = await writeQuestions(tx, examId, [input], '')
    return getQuestion(tx, examId, id)
  })
}

export function updateQuestion(
  ctx: Context,
  examId: number,
  { id, ...change }: QuestionChange & { id: number },
): Promise<Question> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    const before = await getQuestion(tx, examId, id)
    await writeQuestions(tx, examId, [{ ...mergeChange(before, change), id }], '')
    return getQuestion(tx, examId, id)
  })
}

/** Applies a change. Feedback about options that the change removes is removed as well. */
export function mergeChange(before: Question, change: QuestionChange) {
  const after = { ...before, ...change }
  if (change.option_feedback !== undefined) return after
  const options = isChoice(after.type) ? after.options : []
  const kept = Object.entries(before.option_feedback).filter(([option]) => options.includes(option))
  return { ...after, option_feedback: Object.fromEntries(kept) }
}

/** Attempts that contain the question keep it. */
export function removeQuestion(ctx: Context, examId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    const removed = await questions.remove.run(tx, { id, exam_id: examId })
    ensure(removed === 1, notFound)
    await countQuestions(tx, examId)
  })
}

const getQuestion = async (tx: Transaction, examId: number, id: number): Promise<Question> =>
  presentQuestion(await questions.byId.one(tx, { exam_id: examId, id }))

/**
 * Adds questions, or replaces those with an id, and returns the new ids. A replaced question gets a new version, which
 * only new attempts use. `prefix` is added to the fields in messages.
 */
export async function writeQuestions(
  tx: Transaction,
  examId: number,
  input: readonly StoredQuestion[],
  prefix: string,
): Promise<number[]> {
  const before = new Map((await questions.places.all(tx, { exam_id: examId })).map((place) => [place.id, place]))
  const written = assignPositions(input, validateQuestions(input, prefix, before), before)
  const moves = written.flatMap(({ old, position, version }) =>
    old === undefined ? [] : [{ id: old.id, position, version }],
  )
  const positions = written.filter(({ old }) => old === undefined).map(({ position }) => position)
  const former = await readCurrent(
    tx,
    moves.map(({ id }) => id),
  )
  await questions.change.run(tx, { exam_id: examId, moves })
  const added = (await questions.add.all(tx, { exam_id: examId, positions })).map(({ id }) => id).sort(compareNumbers)
  const ids = added.values()
  const all = written.map(({ old, version, content }) => ({
    ...content,
    exam_id: examId,
    question_id: old?.id ?? ids.next().value ?? 0,
    version,
  }))
  await versions.add.run(tx, { versions: all.map(toStoredVersion) })
  for (const version of all) await updateRubricGrades(tx, version.question_id, former.get(version.question_id), version)
  ensureWithin(questionLimit, await countQuestions(tx, examId))
  return added
}

/** Returns the present versions by the id of the question. */
const readCurrent = async (tx: Transaction, ids: number[]) =>
  new Map((await versions.current.all(tx, { ids })).map((version) => [version.question_id, version]))

const compareNumbers = (a: number, b: number) => a - b

interface QuestionVersion {
  content: Content
  position: number
  version: number
  /** Undefined for a new question. */
  old: Place | undefined
}

/** Each after the previous one, unless it has an `order` or a position. */
function assignPositions(
  input: readonly StoredQuestion[],
  contents: readonly Content[],
  before: ReadonlyMap<number, Place>,
): QuestionVersion[] {
  let last = Math.max(0, ...Array.from(before.values(), ({ position }) => position))
  return contents.map((content, index) => {
    const { id, order } = input[index] ?? {}
    const old = id === undefined ? undefined : before.get(id)
    const position = order ?? old?.position ?? last + 1
    last = Math.max(last, position)
    return { content, position, version: (old?.version ?? 0) + 1, old }
  })
}

/** Throws 422 for questions that the exam does not have, and for those that are listed twice. */
export async function checkQuestionIds(ctx: AnyContext, examId: number, input: readonly StoredQuestion[]) {
  const before = new Map((await questions.places.all(ctx, { exam_id: examId })).map((place) => [place.id, place]))
  validateQuestions(input, 'questions', before)
}

/** Checks a changed question together with what is stored. */
export async function checkQuestionChange(
  ctx: Context,
  change: QuestionChange,
  { params }: CheckContext<{ id: number; question_id: number }>,
) {
  const { id: exam_id, question_id: id } = params
  await getManagedExam(ctx, exam_id)
  const before = presentQuestion(await questions.byId.one(ctx, { exam_id, id }))
  const checked = validateQuestion(mergeChange(before, change))
  if ('complaints' in checked) throw invalidFields(checked.complaints)
}

/** Validates all questions. Throws 422 with all messages. */
function validateQuestions(
  input: readonly StoredQuestion[],
  prefix: string,
  before: ReadonlyMap<number, Place>,
): Content[] {
  const complaints: Complaints = {}
  const contents: Content[] = []
  for (const [index, question] of input.entries()) {
    const path = prefix === '' ? '' : `${prefix}.${index}.`
    const read = validateQuestion(question)
    if (question.id !== undefined && !before.has(question.id))
      complaints[`${path}id`] = ['The exam has no such question.']
    else if (input.some(({ id }, other) => id !== undefined && id === question.id && other < index))
      complaints[`${path}id`] = ['This question is listed twice.']
    if ('content' in read) contents.push(read.content)
    else for (const [field, sentences] of Object.entries(read.complaints)) complaints[`${path}${field}`] = sentences
  }
  if (Object.keys(complaints).length > 0) throw invalidFields(complaints)
  return contents
}

/** Stores the number of questions and returns their size. */
async function countQuestions(tx: Transaction, examId: number): Promise<ListSize> {
  const size = await questions.size.one(tx, { exam_id: examId })
  await questions.setPoolSize.run(tx, { id: examId, pool_size: size.total, now: tx.clock.now() })
  await refreshSectionSize(tx, examId)
  return size
}
