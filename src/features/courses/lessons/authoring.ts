import { renderMarkdown, UnrenderableText } from '#adapters/content/markdown.ts'
import type { Context, Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { scheduleCompletions } from '../passed-lessons.ts'
import { type LessonText, lessons } from './queries.ts'
import { type Completion, defaultCompletion, lessonRecord } from './record.ts'
import { getCompletion } from './rules.ts'
import type { LessonInput } from './schemas.ts'

const maxLessons = 500
const notAllLessons = createFieldProblem(
  'lesson_ids',
  'The lesson ids must be those of all lessons of the course, each once.',
)
export const lessonLimit = defineListLimit('lessons', maxLessons)
const tooMany = createFieldProblem('lessons', fill('A course has at most {most} lessons.', { most: maxLessons }))

/** The rule of a lesson as it is written: `passed` for a new exam, and `marked` without one, unless the author says otherwise. */
function chooseCompletion(before: LessonText, change: Partial<RenderedLesson>, examId: number | null): Completion {
  if (change.completion !== undefined) return { ...defaultCompletion, ...change.completion }
  if (examId !== null && before.exam_id === null) return { ...before.completion, rule: 'passed' }
  return getCompletion({ completion: before.completion, exam_id: examId })
}

const blank: LessonText = { title: '', ...lessonRecord.defaults, rendered: '[]' }

/** A lesson whose content, if given, is rendered. */
export type RenderedLesson = LessonInput & { rendered?: string }

interface PlacedLesson {
  /** Null before it is stored. */
  id: number | null
  input: RenderedLesson | null
}

/** Renders the contents, before the transaction. Throws 422 for one that takes too long. `prefix` is that of its field. */
export async function renderLessons(
  ctx: Context,
  input: readonly LessonInput[],
  prefix = (index: number) => `lessons.${index}.`,
): Promise<RenderedLesson[]> {
  const places = input.flatMap(({ content }, index) => (content === undefined ? [] : [{ content, index }]))
  const sources = places.map(({ content }) => content)
  const rendered = await renderMarkdown(sources, ctx.actor.id).catch((error: unknown) => {
    if (!(error instanceof UnrenderableText)) throw error
    const field = `${prefix(places[error.index]?.index ?? 0)}content`
    throw invalidFields({ [field]: ['The content takes too long to render. Please simplify or divide it.'] })
  })
  const byIndex = new Map(places.map(({ index }, place) => [index, rendered[place]]))
  return input.map((lesson, index) => {
    const text = byIndex.get(index)
    return text === undefined ? lesson : { ...lesson, rendered: text }
  })
}

/** Changes lessons with an id and adds the others. Returns whether anything changed. */
export async function saveLessons(
  tx: Transaction,
  courseId: number,
  input: readonly RenderedLesson[],
): Promise<boolean> {
  const present = await lessons.outline.all(tx, { course_id: courseId })
  const ids = present.map(({ id }) => id)
  checkLessonIds(input, ids)
  const placed = arrangeLessons(ids, input)
  ensure(placed.length <= maxLessons, tooMany)
  const isChanged = await change(tx, courseId, input)
  const isMoved = await arrange(tx, present, placed)
  const added = placed.flatMap(({ id, input: one }, index) =>
    id === null ? [{ ...applyChange(blank, one ?? {}), position: index + 1 }] : [],
  )
  if (added.length > 0) await lessons.add.run(tx, { course_id: courseId, rows: added, now: tx.clock.now() })
  if (isChanged || added.length > 0) {
    ensureWithin(lessonLimit, await lessons.size.one(tx, { course_id: courseId }))
    await updateLessonCount(tx, courseId)
  }
  if (input.some(({ exam_id }) => typeof exam_id === 'number')) await scheduleCompletions(tx, courseId)
  return isChanged || isMoved || added.length > 0
}

/** Removes a lesson and closes the gap in the order. */
export async function removeLesson(tx: Transaction, courseId: number, id: number): Promise<void> {
  const present = await lessons.outline.all(tx, { course_id: courseId })
  await lessons.remove.run(tx, { id, now: tx.clock.now() })
  const placed = arrangeLessons(
    present.flatMap((one) => (one.id === id ? [] : [one.id])),
    [],
  )
  await arrange(tx, present, placed)
  await updateLessonCount(tx, courseId)
}

const updateLessonCount = (tx: Transaction, courseId: number) =>
  lessons.countInCourse.run(tx, { id: courseId, now: tx.clock.now() })

/** Throws 422 for lessons that the course does not have. */
export function checkLessonIds(input: readonly LessonInput[], present: readonly number[]) {
  const errors = input.flatMap(({ id }, index) =>
    id === undefined || present.includes(id) ? [] : [[`lessons.${index}.id`, ['The selected id is invalid.']] as const],
  )
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors))
}

/** Returns all lessons in their new order: existing ones, then new ones, each with an `order` moved to its position. */
function arrangeLessons(present: readonly number[], input: readonly RenderedLesson[]): PlacedLesson[] {
  const byId = new Map(input.flatMap((one) => (one.id === undefined ? [] : [[one.id, one]])))
  const all: PlacedLesson[] = [
    ...present.map((id) => ({ id, input: byId.get(id) ?? null })),
    ...input.flatMap((one) => (one.id === undefined ? [{ id: null, input: one }] : [])),
  ]
  const order = ({ input: one }: PlacedLesson) => one?.order ?? null
  const moving = all.filter((one) => order(one) !== null).sort((a, b) => (order(a) ?? 0) - (order(b) ?? 0))
  const result = all.filter((one) => order(one) === null)
  for (const one of moving) result.splice((order(one) ?? 1) - 1, 0, one)
  return result
}

interface StoredLesson {
  id: number
  order: number
}

/** Writes the changed positions. */
async function arrange(tx: Transaction, present: readonly StoredLesson[], placed: readonly PlacedLesson[]) {
  const before = new Map(present.map(({ id, order }) => [id, order]))
  const places = placed.flatMap(({ id }, index): [number, number][] =>
    id === null || before.get(id) === index + 1 ? [] : [[id, index + 1]],
  )
  if (places.length > 0) await lessons.arrange.run(tx, { places })
  return places.length > 0
}

/** Writes the lessons whose text changed. */
async function change(tx: Transaction, courseId: number, input: readonly RenderedLesson[]): Promise<boolean> {
  const byId = new Map(input.map((one) => [one.id ?? 0, one]))
  const before = await lessons.texts.all(tx, { course_id: courseId, ids: [...byId.keys()] })
  const rows = before.flatMap(({ id, ...text }) => {
    const after = applyChange(text, byId.get(id) ?? {})
    return isSame(text, after) ? [] : [{ ...after, id }]
  })
  if (rows.length > 0) await lessons.change.run(tx, { rows, now: tx.clock.now() })
  return rows.length > 0
}

function applyChange(before: LessonText, change: Partial<RenderedLesson>): LessonText {
  const examId = change.exam_id === undefined ? before.exam_id : change.exam_id
  return { ...applyText(before, change), exam_id: examId, completion: chooseCompletion(before, change, examId) }
}

const applyText = (before: LessonText, change: Partial<RenderedLesson>): LessonText => ({
  title: change.title ?? before.title,
  description: change.description ?? before.description,
  duration_minutes: change.duration_minutes ?? before.duration_minutes,
  video_url: change.video_url === undefined ? before.video_url : change.video_url,
  content_url: change.content_url === undefined ? before.content_url : change.content_url,
  content: change.content ?? before.content,
  exam_id: before.exam_id,
  completion: before.completion,
  available_after_days:
    change.available_after_days === undefined ? before.available_after_days : change.available_after_days,
  due_after_days: change.due_after_days === undefined ? before.due_after_days : change.due_after_days,
  rendered: change.rendered ?? before.rendered,
})

const isSame = (one: LessonText, other: LessonText) =>
  one.title === other.title &&
  one.description === other.description &&
  one.duration_minutes === other.duration_minutes &&
  one.video_url === other.video_url &&
  one.content_url === other.content_url &&
  one.content === other.content &&
  one.exam_id === other.exam_id &&
  one.completion.rule === other.completion.rule &&
  one.completion.watched_percent === other.completion.watched_percent &&
  one.available_after_days === other.available_after_days &&
  one.due_after_days === other.due_after_days

/** Changes the order of all lessons. */
export async function updateLessonOrder(
  tx: Transaction,
  courseId: number,
  lessonIds: readonly number[],
): Promise<boolean> {
  const present = await lessons.outline.all(tx, { course_id: courseId })
  const known = new Set(present.map(({ id }) => id))
  const isWhole = lessonIds.length === known.size && lessonIds.every((id) => known.delete(id))
  ensure(isWhole, notAllLessons)
  return arrange(tx, present, arrangeLessons(lessonIds, []))
}
