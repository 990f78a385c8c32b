/** What job posts ask for, which refers to exams and courses. */

import { Type } from 'typebox'
import { Id, nullable } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { mostRequirements } from '#features/jobs/index.ts'
import { type ImportTable, Line, optional } from './table.ts'

export const jobRequirements: ImportTable = {
  name: 'job_requirements',
  description: 'What a post asks for besides, one proof a line: an exam, a course or a skill.',
  columns: {
    id: Id,
    job_post_id: Id,
    exam_id: optional(nullable(Id)),
    course_id: optional(nullable(Id)),
    skill: optional(nullable(Line(100, 'In the words of the post.'))),
    required: optional(Type.Boolean({ description: 'Whether an application without it waits; true unless given.' })),
    order: Type.Integer({ minimum: 0, maximum: 1_000, description: 'The place in the post.' }),
  },
  references: { job_post_id: 'job_posts', exam_id: 'exams', course_id: 'courses' },
  limits: [{ column: 'job_post_id', most: mostRequirements }],
  stored: {
    id: 'integer',
    job_post_id: 'integer',
    position: 'integer',
    exam_id: 'integer',
    course_id: 'integer',
    skill: 'text',
    skill_key: 'text',
    required: 'boolean',
  },
  check: ({ exam_id, course_id, skill }) =>
    [exam_id, course_id, skill].filter((one) => one !== undefined && one !== null).length === 1
      ? null
      : 'The row needs one of "exam_id", "course_id" and "skill".',
  convert: (row) => ({
    ...row,
    position: row.order,
    exam_id: row.exam_id ?? null,
    course_id: row.course_id ?? null,
    skill: row.skill ?? null,
    skill_key: row.skill ? sortKey(row.skill) : null,
    required: row.required ?? true,
  }),
  finish: 'refresh_proofs',
}
