import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Label, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defineRecord,
  hideableColumns,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'
import { Highlights } from '#features/search-index/lists/schemas.ts'

export const ProjectStatus = withDescription(
  oneOf('planning', 'active', 'on_hold', 'completed', 'archived'),
  'How far the project is.',
)
export const Visibility = oneOf('private', 'public')
export type Visibility = Static<typeof Visibility>

export const Permissions = Type.Object({
  can_edit: Type.Boolean({ description: 'Change the project and its scope document.' }),
  can_upload_versions: Type.Boolean({ description: 'Whether the person may add versions.' }),
  can_manage_milestones: Type.Boolean({ description: 'Whether the person may change milestones.' }),
})
export type Permissions = Static<typeof Permissions>

const Field = Label(200, { description: 'The field of research.', examples: ['Botany'] })

export const projectRecord = defineRecord('projects', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: optional(withDescription(Text(20_000), 'The description.'), ''),
  status: optional(ProjectStatus, 'planning'),
  visibility: optional(
    withDescription(Visibility, 'Who may see it: `public` for all users, `private` for the owner and collaborators.'),
    'private',
  ),
  field: optional(Field, '', { answer: Type.String({ description: 'The field of research.' }) }),
  start_date: optional(withDescription(nullable(CalendarDate), 'The first day, `YYYY-MM-DD`.'), null),
  end_date: optional(withDescription(nullable(CalendarDate), 'The last day, `YYYY-MM-DD`.'), null),
  owner: computed(
    withDescription(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'The name.' }),
        profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
      }),
      'The owner.',
    ),
  ),
  scope_document_url: computed(nullable(Type.String({ description: 'A link that works for an hour.' }))),
  progress: computed(Type.Integer({ description: 'Percentage of the milestones that are completed; 0 without any.' })),
  milestones_count: computed(Type.Integer({ description: 'The number of milestones.' })),
  collaborators_count: computed(Type.Integer({ description: 'The number of collaborators.' })),
  my_permissions: computed(withDescription(Permissions, 'What the caller may do here.')),
  highlights: computed(Highlights),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  owner_id: internal(Id, { tracked: true }),
  scope_document_id: internal(nullable(Id), { tracked: true }),
  scope_document_type: internal(Type.String()),
  /** The title as lists are sorted by it. */
  title_key: internal(Type.String()),
  /** The field as lists are filtered by it. */
  field_key: internal(Type.String()),
  /** The end, or the end of time, by which lists are sorted. */
  due_on: internal(CalendarDate),
  ...hideableColumns,
})

declare module '#database/tables/index.ts' {
  interface Tables {
    projects: TableOf<typeof projectRecord>
    owned_project_counts: { owner_id: number; visibility: Visibility; total: number }
  }
}
