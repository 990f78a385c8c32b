import { type Static, Type } from 'typebox'
import { ByAge, DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

export const ContentKind = withDescription(
  oneOf('job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message'),
  'The kind of the content.',
)

export const Content = Type.Object(
  {
    id: Id,
    kind: ContentKind,
    title: Type.String({
      description: 'Of a researcher profile, the name of the person; of a message, the beginning of its text.',
    }),
    owner_id: Id,
    owner_name: Type.String({ description: 'The name of the owner; of a message, of its author.' }),
    status: Type.String({ description: 'The status that it has, or had before it was hidden.' }),
    hidden_at: withDescription(nullable(DateTime), 'When it was hidden; null unless it is.'),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Content' },
)
export type Content = Static<typeof Content>

export const ContentDetail = Type.Object(
  {
    ...Content.properties,
    causes: Type.Array(
      Type.Object({
        cause: withDescription(
          oneOf('moderation', 'suspension'),
          'Why it is hidden: a decision about it, or the suspension of its owner.',
        ),
        reason: Type.String({ description: 'The reason, in free words.' }),
        hidden_at: withDescription(DateTime, 'When it was hidden; null unless it is.'),
      }),
      { description: 'Why it is hidden: a decision about it, or the suspension of its owner. Empty if it is not.' },
    ),
    text: Type.String({
      description: 'The whole text of a message. Empty for other kinds, which have an address of their own.',
    }),
    files: Type.Array(
      Type.Object({
        id: Id,
        filename: Type.String({ description: 'The name of the file.' }),
        url: Type.String({ description: 'An address that works for an hour.' }),
      }),
      { description: 'The files of a message; empty for other kinds.' },
    ),
    open_reports: Type.Integer({ description: 'The reports without a decision.' }),
  },
  { title: 'ContentDetail' },
)
export type ContentDetail = Static<typeof ContentDetail>

export const ContentQuery = Type.Object({
  ...Paging,
  kind: Type.Optional(
    Type.Unsafe<Static<typeof ContentKind>>({ ...ContentKind, description: 'Job posts unless given.' }),
  ),
  search: Type.Optional(
    Text(200, {
      description:
        'Words of the title or text; of exams, a part of the title; of profiles and companies, of the name; of messages, of the text.',
    }),
  ),
  owner_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what this person has published.' })),
  hidden: Type.Optional(Type.Boolean({ description: 'Only hidden content.' })),
  sort: Type.Optional(ByAge),
})
export type ContentQuery = Static<typeof ContentQuery>

export const ContentPath = Type.Object({ kind: ContentKind, id: Id })

export const Hiding = Type.Object({
  reason: Text(2_000, { description: 'Written to the audit log, and told to the owner.' }),
})
export type Hiding = Static<typeof Hiding>
