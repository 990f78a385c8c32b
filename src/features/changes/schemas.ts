import { type Static, Type } from 'typebox'
import { maxLimit } from '#core/page.ts'
import { StreamQuery } from '#features/streams/index.ts'
import { acts, kindNames } from './kinds.ts'

export const Change = Type.Object(
  {
    id: Type.Integer({ description: 'Ascends with each change, in the order of the commits.' }),
    type: Type.String({
      description:
        'What happened to the object, as you see it, such as `job_post.updated`. An object that you may see now is `created` for you.',
      enum: kindNames.flatMap((kind) => acts.map((act) => `${kind}.${act}`)),
    }),
    object: Type.Object(
      {
        kind: Type.String({ enum: [...kindNames], description: 'The kind of the object.' }),
        id: Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description: 'The id of the object: a number, except for plans.',
        }),
        url: Type.String({ format: 'uri', description: 'Where it is read; for some kinds the list that has it.' }),
      },
      { description: 'What has changed.' },
    ),
    occurred_at: Type.String({ format: 'date-time', description: 'When it was numbered, moments after it was saved.' }),
  },
  { title: 'Change' },
)
export type Change = Static<typeof Change>

const types = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description: `Only these types, separated by commas. A kind stands for all of its types. Kinds: ${kindNames.join(', ')}.`,
  }),
)

export const ChangesQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      pattern: '^(now|\\d{1,15})$',
      maxLength: 16,
      description:
        'The cursor of the former page (`meta.next`), or `now` for a cursor at the end. The oldest kept change by default.',
    }),
  ),
  types,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxLimit, description: 'How many changes at most; 20 by default.' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Seconds to wait for a change if there is none yet.',
    }),
  ),
})
export type ChangesQuery = Static<typeof ChangesQuery>

export const ChangesMeta = Type.Object({
  next: Type.String({
    description: 'The cursor for `since`. It moves on with a page that is empty because of `types`, too.',
  }),
  more: Type.Boolean({ description: 'Whether there are more changes already; otherwise, `wait` for them.' }),
})

export const ChangeStreamQuery = Type.Object({ ...StreamQuery.properties, types })
