/** Courses with their lessons. */

import { Type } from 'typebox'
import { renderMarkdown, UnrenderableText } from '#adapters/content/markdown.ts'
import { Id, nullable } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { lessonLimit, saveCourseSkills } from '#features/courses/index.ts'
import { lessonRecord } from '#features/courses/lessons/record.ts'
import { courseRecord } from '#features/courses/record.ts'
import { courseTotals } from './derived-queries.ts'
import { courseFacts, examFacts } from './fact-queries.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { defineImport, importOf } from './import-of.ts'
import type { ImportRow } from './table.ts'

/** Contents are rendered in turns for each account; the import has the id of none. */
const importer = 0
const Address = nullable(Type.String({ maxLength: 2_000 }))

export const courses = importOf(courseRecord, {
  description: 'One course a line. The price is in the smallest unit of the currency, such as cents.',
  without: ['lessons_count', 'duration_minutes', 'enrolled_count'],
  extra: {
    thumbnail: Address,
    price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  },
  bounds: { title: 255, description: 50_000, skills: 200 },
  defaults: { description: '', certificate_enabled: false },
  computed: ['title_key', 'category_key'],
  references: { user_id: 'users' },
  convert: (row) => ({ title_key: sortKey(row.title), category_key: sortKey(row.category) }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await saveCourseSkills(tx, id, skills)
  },
})

/** Adds the rendered content, or returns why there is none. */
async function renderContent(row: ImportRow): Promise<string | null> {
  if (!row.content) return null
  try {
    const [rendered] = await renderMarkdown([row.content], importer)
    row.rendered = rendered
    return null
  } catch (error) {
    if (!(error instanceof UnrenderableText)) throw error
    return 'The column "content" takes too long to render; simplify or divide it.'
  }
}

/** Renders one after the other, so that people who write lessons meanwhile have their turns. */
async function renderContents(rows: readonly ImportRow[]): Promise<[ImportRow, string][]> {
  const refused: [ImportRow, string][] = []
  for (const row of rows) {
    const why = await renderContent(row)
    if (why !== null) refused.push([row, why])
  }
  return refused
}

export const lessons = importOf(lessonRecord, {
  description: 'One lesson a line.',
  extra: {
    video_url: Address,
    content_url: Address,
    order: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The place in the course.' }),
  },
  bounds: { title: 255, description: 20_000, duration_minutes: [0, 1_000_000], content: 200_000 },
  descriptions: {
    content: 'Markdown.',
    exam_id: 'An exam of the owner of the course, with which the lesson completes.',
    completion: 'What completes it: `passed` with an exam, otherwise `marked`, unless given.',
  },
  defaults: { completion: ({ exam_id }) => ({ rule: exam_id ? 'passed' : 'marked' }) },
  computed: ['rendered', 'position'],
  references: { course_id: 'courses', exam_id: 'exams' },
  limits: [
    {
      column: 'course_id',
      most: lessonLimit.maxRows,
      without: 'removed_at',
      texts: ['title', 'description', 'video_url', 'content_url'],
    },
  ],
  async complete(databases, rows) {
    const withExam = rows.filter(({ exam_id }) => exam_id)
    const owned = await findFacts(databases, courseFacts, listIds(withExam, 'course_id'))
    const taken = await findFacts(databases, examFacts, listIds(withExam, 'exam_id'))
    const others = collectRefusals(withExam, ({ course_id, exam_id }) =>
      owned.get(course_id)?.user_id === taken.get(exam_id)?.user_id
        ? null
        : `The exam ${exam_id} is not of the owner of the course ${course_id}.`,
    )
    return new Map([...others, ...(await renderContents(rows))])
  },
  convert: (row) => ({
    rendered: row.rendered ?? '[]',
    completion: { ...lessonRecord.defaults.completion, ...row.completion },
    position: row.order,
  }),
  derive: async (tx, rows) =>
    void (await courseTotals.countLessons.run(tx, { ids: [...new Set(listIds(rows, 'course_id'))] })),
})

export const coursePrerequisites = defineImport({
  name: 'course_prerequisites',
  description:
    'A course to complete before another one, one pair a line. Courses in a circle can never be begun, so have none.',
  columns: { course_id: Id, prerequisite_id: Id },
  references: { course_id: 'courses', prerequisite_id: 'courses' },
  key: ['course_id', 'prerequisite_id'],
  check: ({ course_id, prerequisite_id }) =>
    course_id === prerequisite_id ? 'A course cannot be a prerequisite of itself.' : null,
})
