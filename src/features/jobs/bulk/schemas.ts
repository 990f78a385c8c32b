import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, nullable, oneOf, Paging, withCondition, withDescription } from '#core/schema.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { applicantFilter, statusChange } from '../applications/schemas.ts'
import { Tags } from '../applications/tag-schemas.ts'
import { findMessageErrors, messageText } from '../messages/schemas.ts'
import { NewSlotInvitation } from '../slots/schemas.ts'

/** The maximum number of applications of one action. */
export const maxApplications = 500

const Action = withDescription(
  oneOf('status', 'reject', 'tag', 'message', 'slot_invitation'),
  '`status` needs `status`; `reject` may have `reason` and `letter`; `tag` needs `tags` or `remove_tags`; `message` needs `body` or `template_id`; ' +
    '`slot_invitation` may have `until`.',
)
type Action = Static<typeof Action>

const fields = {
  ...statusChange,
  tags: Type.Optional(withDescription(Tags, 'Tags to add.')),
  remove_tags: Type.Optional(withDescription(Tags, 'Tags to remove.')),
  ...messageText,
  until: NewSlotInvitation.properties.until,
}

/** The fields of each action. */
const fieldsOf: Readonly<Record<Action, readonly (keyof typeof fields)[]>> = {
  status: ['status'],
  reject: ['reason', 'letter'],
  tag: ['tags', 'remove_tags'],
  message: ['body', 'template_id', 'language'],
  slot_invitation: ['until'],
}

const selection = {
  application_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: maxApplications,
      uniqueItems: true,
      description: 'The applications, at most 500. Either these or a `filter`.',
    }),
  ),
  filter: Type.Optional(
    Type.Object(applicantFilter, {
      // A filter that is misspelt must not select everybody.
      additionalProperties: false,
      description: 'The filters of the list of applicants, which select at most 500; an empty object selects all.',
    }),
  ),
}

interface BulkInput extends Partial<Record<keyof typeof fields, unknown>> {
  action?: Action
  application_ids?: readonly number[]
  filter?: object
  tags?: readonly string[]
  remove_tags?: readonly string[]
  body?: string
  template_id?: number
}

function findSelectionErrors({ application_ids, filter }: BulkInput): FieldErrors {
  if (application_ids === undefined && filter === undefined)
    return { application_ids: ['Send either application ids or a filter.'] }
  return application_ids === undefined || filter === undefined
    ? {}
    : { filter: ['Send either application ids or a filter.'] }
}

/** Fields of other actions are refused, so that nothing that was sent is left out. */
function findForeignFields(input: BulkInput, action: Action): FieldErrors {
  const own = new Set<string>(fieldsOf[action])
  const foreign = Object.keys(input).filter((name) => Object.hasOwn(fields, name) && !own.has(name))
  return Object.fromEntries(
    foreign.map((name): [string, Sentence[]] => [
      name,
      [fill('The {field} belongs to another action.', { field: { field: name } })],
    ]),
  )
}

type ActionField = 'status' | 'tags' | 'remove_tags' | 'body' | 'template_id'

function findActionErrors(input: BulkInput, isInvalid: (field: ActionField) => boolean): FieldErrors {
  const { action, status, tags = [], remove_tags = [] } = input
  if (action === 'status' && status === undefined && !isInvalid('status'))
    return { status: [fill('The {field} field is required.', { field: { field: 'status' } })] }
  if (action === 'tag' && tags.length + remove_tags.length === 0 && !isInvalid('tags') && !isInvalid('remove_tags'))
    return { tags: ['Send tags to add or to remove.'] }
  return action === 'message' ? findMessageErrors(input, isInvalid) : {}
}

export const BulkAction = withCondition(
  Type.Object(
    { ...selection, action: Action, ...fields },
    { title: 'BulkAction', examples: [{ application_ids: [7, 9], action: 'status', status: 'reviewing' }] },
  ),
  (input, isInvalid) => ({
    ...findSelectionErrors(input),
    ...(input.action === undefined ? {} : findForeignFields(input, input.action)),
    ...findActionErrors(input, isInvalid),
  }),
)
export type BulkAction = Static<typeof BulkAction>

const BulkVerdict = withDescription(
  oneOf('done', 'unchanged', 'not_found', 'refused'),
  '`done`; `unchanged`, it was so already; `not_found`, no application of the post; `refused`, as the `message` says.',
)

const message = Type.String({ description: 'Why nothing was done, with `not_found` and `refused`; empty otherwise.' })

export const BulkResult = Type.Object(
  {
    id: withDescription(nullable(Type.Integer()), 'By which the action is undone; null where nothing can be undone.'),
    undo_until: withDescription(
      nullable(DateTime),
      'Until when the action can be undone, 10 minutes; applicants are told of a status after that. Null for messages and invitations, which are sent.',
    ),
    results: Type.Array(Type.Object({ application_id: Id, verdict: BulkVerdict, message }), {
      description: 'One for each application, in the order of the request or, by a filter, newest first.',
    }),
  },
  { title: 'BulkResult' },
)
export type BulkResult = Static<typeof BulkResult>

export const UndoableAction = Type.Object(
  {
    id: withDescription(Id, 'By which the action is undone.'),
    action: withDescription(oneOf('status', 'reject', 'tag'), 'What was done.'),
    user: Type.Object(
      { id: Id, name: Type.String({ description: 'The name.' }) },
      { description: 'The user who did it.' },
    ),
    changed: Type.Integer({ description: 'How many applications the action has changed.' }),
    created_at: withDescription(DateTime, 'When it began.'),
    undo_until: withDescription(DateTime, 'Until when it can be undone.'),
    undone_at: withDescription(nullable(DateTime), 'When it was undone; null unless it was.'),
  },
  { title: 'UndoableAction' },
)
export type UndoableAction = Static<typeof UndoableAction>

export const UndoableQuery = Type.Object(Paging)
export type UndoableQuery = Static<typeof UndoableQuery>

const UndoVerdict = withDescription(
  oneOf('undone', 'changed_since', 'told'),
  '`undone`; `changed_since`, it stays as it is now; `told`, the applicant was told at once and it stays.',
)

export const UndoResult = Type.Object(
  {
    results: Type.Array(Type.Object({ application_id: Id, verdict: UndoVerdict }), {
      description: 'One for each application that the action changed and that was not withdrawn.',
    }),
  },
  { title: 'UndoResult' },
)
export type UndoResult = Static<typeof UndoResult>
