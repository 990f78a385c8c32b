import { type Static, Type } from 'typebox'
import {
  DateTime,
  Email,
  Id,
  Named,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Untrimmed,
  withCondition,
  withDescription,
} from '#core/schema.ts'

/** The most people of one request, by each of its fields. */
export const maxPeople = 200

/** The most entries of one roster. */
export const maxRosterEntries = 10_000

export const RosterEntry = Type.Object(
  {
    id: Id,
    user: withDescription(
      nullable(Named),
      'The person. Of one who was added by address only administrators are told who it is; for others it is null.',
    ),
    email: withDescription(
      nullable(Type.String()),
      'The address by which the person was added; null for one who was added by id.',
    ),
    created_at: withDescription(DateTime, 'When the person was added.'),
  },
  { title: 'RosterEntry' },
)
export type RosterEntry = Static<typeof RosterEntry>

const optional = Type.Optional

export const NewRosterEntries = withCondition(
  Type.Object(
    {
      user_ids: optional(
        Type.Array(Id, { minItems: 1, maxItems: maxPeople, uniqueItems: true, description: 'People with an account.' }),
      ),
      emails: optional(
        Type.Array(Email, {
          minItems: 1,
          maxItems: maxPeople,
          uniqueItems: true,
          description:
            'Addresses. An account that has verified one of them is on the roster at once, another one as soon as it has. Addresses ' +
            'without an account are invited if the caller is an administrator; the verdict of other callers says that they are not.',
        }),
      ),
      csv: optional(
        Untrimmed(100_000, {
          description:
            'The text of a CSV file with at most 200 rows, whose header names the columns `user_id` or `email`, and may name ' +
            '`name`, which invited people get. Values are separated by commas, semicolons or tabs.',
        }),
      ),
      company_id: optional(
        withDescription(
          Id,
          'All who are members of this company now, of which the caller is a member, too; administrators name any.',
        ),
      ),
      cohort_id: optional(
        withDescription(
          Id,
          'All who are enrolled in this cohort now, of a course whose instructor the caller is; administrators name any.',
        ),
      ),
    },
    { title: 'NewRosterEntries', description: 'At least one of the fields.', examples: [{ user_ids: [1] }] },
  ),
  (input) =>
    Object.values(input).every((named) => named === undefined)
      ? { user_ids: ['Name people by id, by address, in a file, or by their company or cohort.'] }
      : {},
)
export type NewRosterEntries = Static<typeof NewRosterEntries>

/** A row of the file. */
export const RosterRow = Type.Object({
  user_id: optional(Type.String({ maxLength: 15, pattern: '^\\d{1,15}$', spelling: 'code' })),
  email: optional(Email),
  name: optional(NonEmptyLine('name', 200)),
})

export const RosterVerdict = Type.Object(
  {
    line: withDescription(nullable(Type.Integer()), 'The line of the file, from 1; null for one of the other fields.'),
    user_id: withDescription(nullable(Type.Integer()), 'The id that was given; null for an address.'),
    email: withDescription(nullable(Type.String()), 'The address that was given; null for an id.'),
    verdict: withDescription(
      oneOf('added', 'already_added', 'invited', 'refused'),
      'Whether the person is on the roster now, was before, is on it and invited to the service, or is refused for the reason in ' +
        '`message`. For an address, `added` does not say whether there is an account.',
    ),
    message: Type.String({
      description:
        'Why the person is refused, or that an added address got no invitation, because the caller is no administrator; else empty.',
    }),
  },
  { title: 'RosterVerdict' },
)
export type RosterVerdict = Static<typeof RosterVerdict>

export const RosterQuery = Type.Object(Paging)
export type RosterQuery = Static<typeof RosterQuery>

/** One of them. */
const removed = Type.Object(
  {
    entry_id: optional(withDescription(Id, 'The entry to remove.')),
    user_id: optional(withDescription(Id, 'The person to remove, who was added by id.')),
    email: optional(withDescription(Email, 'The address to remove, by which the person was added.')),
  },
  { examples: [{ entry_id: 1 }] },
)
export type RosterRemoval = Static<typeof removed>

export const RosterRemoval = withCondition(removed, ({ entry_id, user_id, email }) =>
  [entry_id, user_id, email].filter((named) => named !== undefined).length === 1
    ? {}
    : { entry_id: ['Name one entry: by its id, by the id of the person or by the address.'] },
)
