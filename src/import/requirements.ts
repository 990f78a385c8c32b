/** What job posts ask for, which refers to exams and courses. */

import { Type } from 'typebox'
import { Id, nullable } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { maxRequirements } from '#features/jobs/index.ts'
import { defineImport } from './import-of.ts'
import { describeChoice, Line } from './table.ts'

export const jobRequirements = defineImport({
  name: 'job_requirements',
  description: 'What a post asks for besides, one proof a line: an exam, a course or a skill.',
  columns: {
    id: Id,
    job_post_id: Id,
    exam_id: nullable(Id),
    course_id: nullable(Id),
    skill: nullable(Line(100, 'In the words of the post.')),
    required: Type.Boolean({ description: 'Whether an application without it waits; true unless given.' }),
    order: Type.Integer({ minimum: 0, maximum: 1_000, description: 'The place in the post.' }),
  },
  references: { job_post_id: 'job_posts', exam_id: 'exams', course_id: 'courses' },
  limits: [{ column: 'job_post_id', most: maxRequirements }],
  defaults: { required: true },
  unstored: ['order'],
  computed: { position: 'integer', skill_key: 'text' },
  check: (row) => describeChoice(row, 'exam_id', 'course_id', 'skill'),
  convert: ({ order, skill }) => ({ position: order, skill_key: skill ? sortKey(skill) : null }),
  finish: 'refresh_proofs',
})
