/** Courses, lessons, enrollments and progress. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { indexCourse } from '#features/courses/index.ts'
import { courseTotals } from './derived-queries.ts'
import { type ImportRow, type ImportTable, Line, optional, Strings } from './table.ts'

const Address = nullable(Type.String({ maxLength: 2_000 }))
const Minutes = Type.Integer({ minimum: 0, maximum: 1_000_000 })
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
    for (const { id, title, category = '', description = '', skills = [] } of rows)
      await indexCourse(tx, { id, title, category, description, skills })
  },
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
    order: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The place in the course.' }),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { course_id: 'courses' },
  stored: {
    id: 'integer',
    course_id: 'integer',
    title: 'text',
    description: 'text',
    duration_minutes: 'integer',
    video_url: 'text',
    content_url: 'text',
    content: 'text',
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
    position: row.order,
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  derive: async (tx, rows) => void (await courseTotals.countLessons.run(tx, coursesOf(rows))),
}

export const enrollments: ImportTable = {
  name: 'enrollments',
  description: 'One enrollment a line; at most one of a learner in a course.',
  columns: {
    id: Id,
    course_id: Id,
    user_id: Id,
    status: optional(oneOf('active', 'completed', 'paused')),
    enrolled_at: optional(DateTime),
    last_accessed_at: optional(nullable(DateTime)),
    completed_at: optional(nullable(DateTime)),
  },
  references: { course_id: 'courses', user_id: 'users' },
  unique: 'the same course_id and user_id',
  stored: {
    id: 'integer',
    course_id: 'integer',
    user_id: 'integer',
    status: 'text',
    enrolled_at: 'timestamp',
    last_accessed_at: 'timestamp',
    completed_at: 'timestamp',
  },
  check: ({ status, completed_at }) =>
    status === 'completed' && !completed_at ? 'The column "completed_at" is missing for a completed course.' : null,
  convert: (row, { now }) => ({
    ...row,
    status: row.status ?? 'active',
    enrolled_at: row.enrolled_at ?? now,
    last_accessed_at: row.last_accessed_at ?? row.enrolled_at ?? now,
    completed_at: row.completed_at ?? null,
  }),
  async derive(tx, rows) {
    const byCourse = Map.groupBy(rows, ({ course_id }) => course_id)
    const added = [...byCourse].map(([id, { length: total }]) => ({ id, total }))
    await courseTotals.countEnrollments.run(tx, { rows: added })
    await courseTotals.markCompleted.run(tx, { ids: rows.map(({ id }) => id) })
  },
  finish: 'refresh_proofs',
}

export const lessonProgress: ImportTable = {
  name: 'lesson_progress',
  description: 'What a learner did in a lesson, one lesson of an enrollment a line.',
  columns: {
    enrollment_id: Id,
    lesson_id: Id,
    completed_at: optional(nullable(DateTime)),
    time_spent_seconds: optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  },
  references: { enrollment_id: 'enrollments', lesson_id: 'lessons' },
  key: ['enrollment_id', 'lesson_id'],
  stored: { enrollment_id: 'integer', lesson_id: 'integer', completed_at: 'timestamp', time_spent_seconds: 'integer' },
  convert: (row) => ({
    ...row,
    completed_at: row.completed_at ?? null,
    time_spent_seconds: row.time_spent_seconds ?? 0,
  }),
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
