import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { oneOf, Paging, Text, withCondition, withDescription } from '#core/schema.ts'
import { describeSearch, relevanceOrder } from '#features/search-index/index.ts'
import { NewMilestone } from './milestones/schemas.ts'
import { ProjectStatus, projectRecord } from './record.ts'

export const Project = Type.Object(projectRecord.answer, { title: 'Project' })
export type Project = Static<typeof Project>

const optional = Type.Optional

interface Dates {
  start_date?: string | null
  end_date?: string | null
}

/** A change is checked also with the dates that are stored (see `service.ts`). */
export const findDateErrors = ({ start_date = null, end_date = null }: Dates): FieldErrors =>
  start_date === null || end_date === null || start_date <= end_date
    ? {}
    : { end_date: ['The end date may not be before the start date.'] }

export const NewProject = withCondition(
  Type.Object(
    {
      ...projectRecord.creation,
      milestones: optional(
        Type.Array(NewMilestone, { maxItems: 200, description: 'In this order unless they say another.' }),
      ),
    },
    { title: 'NewProject', description: 'Without more it is private and in planning.' },
  ),
  findDateErrors,
)
export type NewProject = Static<typeof NewProject>

export const ProjectChange = Type.Object(projectRecord.change)
export type ProjectChange = Static<typeof ProjectChange>

const ProjectSort = withDescription(
  oneOf('relevance', 'recent', 'title', 'due'),
  `${relevanceOrder}, newest first (the default otherwise), by title, or by the last day.`,
)
export type ProjectSort = Static<typeof ProjectSort>

export const ProjectQuery = Type.Object({
  ...Paging,
  search: optional(Text(200, { description: describeSearch('title, field and description') })),
  status: optional(ProjectStatus),
  field: optional(Text(200, { description: 'The whole field, without regard to case and accents.' })),
  mine: optional(Type.Boolean({ description: 'Only those I own.' })),
  sort: optional(ProjectSort),
})
export type ProjectQuery = Static<typeof ProjectQuery>
