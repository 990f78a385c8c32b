import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { Id, NonEmptyLine, nullable, withDescription } from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'

/** The most requirements of a job post. */
export const maxRequirements = 20

export const Requirement = Type.Object(
  {
    exam_id: nullable(Id),
    course_id: nullable(Id),
    skill: withDescription(nullable(Type.String()), 'The skill.'),
    title: Type.String({ description: 'The title of the exam or course, or the skill.' }),
    required: Type.Boolean({ description: 'Whether the post accepts only applicants who meet it.' }),
  },
  { title: 'JobRequirement' },
)
export type Requirement = Static<typeof Requirement>

const optional = Type.Optional

export const GivenRequirements = Type.Array(
  Type.Object({
    exam_id: optional(Id),
    course_id: optional(Id),
    skill: withDescription(optional(NonEmptyLine('skill', 100)), 'The skill.'),
    required: optional(Type.Boolean({ description: 'True unless given.' })),
  }),
  {
    maxItems: maxRequirements,
    description:
      'What applicants must have proven: an exam passed, a course completed, or a skill, one of them each. Replaces all requirements.',
  },
)
export type GivenRequirements = Static<typeof GivenRequirements>

/** Each requirement is one exam, one course or one skill. */
export function findRequirementErrors({ requirements = [] }: { requirements?: GivenRequirements }): FieldErrors {
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { exam_id, course_id, skill }] of requirements.entries())
    if ([exam_id, course_id, skill].filter((one) => one !== undefined).length !== 1)
      errors[`requirements.${index}`] = ['Each requirement needs one of exam_id, course_id and skill.']
  return errors
}
