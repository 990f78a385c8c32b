import { type Static, type TSchema, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import {
  CalendarDate,
  DateTime,
  Id,
  Label,
  Line,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Text,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import { NewMilestone } from '../milestones/schemas.ts'

const ProjectStatus = withDescription(
  oneOf('planning', 'active', 'on_hold', 'completed', 'archived'),
  'How far the project is.',
)
const Visibility = oneOf('private', 'public')

export const Permissions = Type.Object({
  can_edit: Type.Boolean({ description: 'Change the project and its scope document.' }),
  can_upload_versions: Type.Boolean({ description: 'Whether the person may add versions.' }),
  can_manage_milestones: Type.Boolean({ description: 'Whether the person may change milestones.' }),
})
export type Permissions = Static<typeof Permissions>

export const Project = Type.Object(
  {
    id: Id,
    title: Type.String({ description: 'The title.' }),
    description: Type.String({ description: 'The description.' }),
    status: ProjectStatus,
    visibility: withDescription(
      Visibility,
      'Who may see it: `public` for all users, `private` for the owner and collaborators.',
    ),
    field: Type.String({ description: 'The field of research.' }),
    start_date: withDescription(nullable(CalendarDate), 'The first day, `YYYY-MM-DD`.'),
    end_date: withDescription(nullable(CalendarDate), 'The last day, `YYYY-MM-DD`.'),
    owner: withDescription(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'The name.' }),
        profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
      }),
      'The owner.',
    ),
    scope_document_url: nullable(Type.String({ description: 'A link that works for an hour.' })),
    progress: Type.Integer({
      description: 'Percentage of the milestones that are completed; 0 without any.',
    }),
    milestones_count: Type.Integer({ description: 'The number of milestones.' }),
    collaborators_count: Type.Integer({ description: 'The number of collaborators.' }),
    my_permissions: withDescription(Permissions, 'What the caller may do here.'),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Project' },
)
export type Project = Static<typeof Project>

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)

const details = {
  description: withDescription(optional(Text(20_000)), 'The description.'),
  status: optional(ProjectStatus),
  visibility: withDescription(
    optional(Visibility),
    'Who may see it: `public` for all users, `private` for the owner and collaborators.',
  ),
  field: optional(Label(200, { description: 'The field of research.', examples: ['Botany'] })),
  start_date: withDescription(optional(nullable(CalendarDate)), 'The first day, `YYYY-MM-DD`.'),
  end_date: withDescription(optional(nullable(CalendarDate)), 'The last day, `YYYY-MM-DD`.'),
}

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
      title: withDescription(Line(200), 'The title.'),
      ...details,
      milestones: optional(
        Type.Array(NewMilestone, { maxItems: 200, description: 'In this order unless they say another.' }),
      ),
    },
    { title: 'NewProject', description: 'Without more it is private and in planning.' },
  ),
  findDateErrors,
)
export type NewProject = Static<typeof NewProject>

export const ProjectChange = Type.Object({
  title: withDescription(optional(NonEmptyLine('title', 200)), 'The title.'),
  ...details,
})
export type ProjectChange = Static<typeof ProjectChange>

const ProjectSort = withDescription(
  oneOf('recent', 'title', 'due'),
  'Newest first (the default), by title, or by the last day.',
)
export type ProjectSort = Static<typeof ProjectSort>

export const ProjectQuery = Type.Object({
  ...Paging,
  search: optional(
    Text(200, {
      description:
        'Beginnings of up to five words of title, field and description, all of which must be there. A single ' +
        'letter is a whole word.',
    }),
  ),
  status: optional(ProjectStatus),
  field: optional(Text(200, { description: 'The whole field, without regard to case and accents.' })),
  mine: optional(Type.Boolean({ description: 'Only those I own.' })),
  sort: optional(ProjectSort),
})
export type ProjectQuery = Static<typeof ProjectQuery>
