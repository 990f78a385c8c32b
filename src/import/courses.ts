/** Courses with their lessons. */

import { Type } from 'typebox'
import { renderMarkdown, UnrenderableText } from '#adapters/content/markdown.ts'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { lessonLimit, saveCourseSkills } from '#features/courses/index.ts'
import { courseFacts } from './course-queries.ts'
import { courseTotals } from './derived-queries.ts'
import { examFacts } from './exam-queries.ts'
import { findFacts } from './facts.ts'
import { type ImportRow, type ImportTable, Line, optional, Strings } from './table.ts'

/** Contents are rendered in turns for each account; the import has the id of none. */
const importer = 0
const Address = nullable(Type.String({ maxLength: 2_000 }))
const Minutes = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Days = (minimum: number, description: string) =>
  nullable(Type.Integer({ minimum, maximum: 3_650, description: `${description} after the beginning; null for none.` }))
const coursesOf = (rows: readonly ImportRow[]) => ({ ids: [...new Set(rows.map(({ course_id }) => course_id))] })

export const courses: ImportTable = {
  name: 'courses',
  description: 'One course a line. The price is in the smallest unit of the currency, such as cents.',
  columns: {
    id: Id,
    user_id: Id,
    title: Line(255),
    description: optional(Type.String({ maxLength: 50_000 })),
    thumbnail: optional(Address),
    category: optional(Type.String({ maxLength: 100, line: true })),
    level: optional(oneOf('beginner', 'intermediate', 'advanced')),
    price: optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    currency: optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    sequential: optional(Type.Boolean({ description: 'Whether a lesson opens when the one before it is completed.' })),
    certificate_enabled: optional(Type.Boolean()),
    skills: optional(Strings('Skills that the course proves.')),
    status: optional(oneOf('draft', 'published', 'archived')),
    access: optional(oneOf('everyone', 'invited')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  stored: {
    id: 'integer',
    user_id: 'integer',
    title: 'text',
    description: 'text',
    thumbnail: 'text',
    category: 'text',
    level: 'text',
    price: 'integer',
    currency: 'text',
    sequential: 'boolean',
    certificate_enabled: 'boolean',
    skills: 'json',
    status: 'text',
    access: 'text',
    title_key: 'text',
    category_key: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    thumbnail: row.thumbnail ?? null,
    category: row.category ?? '',
    level: row.level ?? 'beginner',
    price: row.price ?? 0,
    currency: row.currency ?? 'USD',
    sequential: row.sequential ?? false,
    certificate_enabled: row.certificate_enabled ?? false,
    skills: row.skills ?? [],
    status: row.status ?? 'published',
    access: row.access ?? 'everyone',
    title_key: sortKey(row.title),
    category_key: sortKey(row.category ?? ''),
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await saveCourseSkills(tx, id, skills)
  },
}

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

export const lessons: ImportTable = {
  name: 'lessons',
  description: 'One lesson a line.',
  columns: {
    id: Id,
    course_id: Id,
    title: Line(255),
    description: optional(Type.String({ maxLength: 20_000 })),
    duration_minutes: optional(Minutes),
    video_url: optional(Address),
    content_url: optional(Address),
    content: optional(Type.String({ maxLength: 200_000, description: 'Markdown.' })),
    exam_id: optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'An exam of the owner of the course, with which the lesson completes.',
        }),
      ),
    ),
    completion: optional(
      Type.Object(
        {
          rule: oneOf('marked', 'opened', 'watched', 'passed'),
          watched_percent: optional(Type.Integer({ minimum: 1, maximum: 100 })),
        },
        {
          additionalProperties: false,
          description: 'What completes it: `passed` with an exam, otherwise `marked`, unless given.',
        },
      ),
    ),
    available_after_days: optional(Days(0, 'Opens so many days')),
    due_after_days: optional(Days(1, 'Is due so many days')),
    order: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The place in the course.' }),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
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
    const owned = await findFacts(databases, courseFacts.byIds, coursesOf(withExam).ids)
    const taken = await findFacts(
      databases,
      examFacts.byIds,
      withExam.map(({ exam_id }) => exam_id),
    )
    const others = withExam.filter(
      ({ course_id, exam_id }) => owned.get(course_id)?.user_id !== taken.get(exam_id)?.user_id,
    )
    return new Map([
      ...others.map((row): [ImportRow, string] => [
        row,
        `The exam ${row.exam_id} is not of the owner of the course ${row.course_id}.`,
      ]),
      ...(await renderContents(rows)),
    ])
  },
  stored: {
    id: 'integer',
    course_id: 'integer',
    title: 'text',
    description: 'text',
    duration_minutes: 'integer',
    video_url: 'text',
    content_url: 'text',
    content: 'text',
    rendered: 'text',
    exam_id: 'integer',
    completion: 'json',
    available_after_days: 'integer',
    due_after_days: 'integer',
    position: 'integer',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    duration_minutes: row.duration_minutes ?? 0,
    video_url: row.video_url ?? null,
    content_url: row.content_url ?? null,
    content: row.content ?? '',
    rendered: row.rendered ?? '[]',
    exam_id: row.exam_id ?? null,
    completion: { rule: row.exam_id ? 'passed' : 'marked', watched_percent: 90, ...row.completion },
    available_after_days: row.available_after_days ?? null,
    due_after_days: row.due_after_days ?? null,
    position: row.order,
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  derive: async (tx, rows) => void (await courseTotals.countLessons.run(tx, coursesOf(rows))),
}

export const coursePrerequisites: ImportTable = {
  name: 'course_prerequisites',
  description:
    'A course to complete before another one, one pair a line. Courses in a circle can never be begun, so have none.',
  columns: { course_id: Id, prerequisite_id: Id },
  references: { course_id: 'courses', prerequisite_id: 'courses' },
  key: ['course_id', 'prerequisite_id'],
  stored: { course_id: 'integer', prerequisite_id: 'integer' },
  check: ({ course_id, prerequisite_id }) =>
    course_id === prerequisite_id ? 'A course cannot be a prerequisite of itself.' : null,
  convert: (row) => row,
}
