import { type Static, Type } from 'typebox'
import { DateTime, Id, NonEmptyLine, nullable, oneOf, Untrimmed, withDescription } from '#core/schema.ts'
import { scopes } from '#core/scopes.ts'

const ScopeName = oneOf(...scopes)

export const NewApiKey = Type.Object({
  name: withDescription(NonEmptyLine('name', 100), 'The name.'),
  scopes: Type.Array(ScopeName, {
    minItems: 1,
    maxItems: scopes.length,
    description: 'What the key may do. `admin:read` and `admin:write` are for administrators.',
  }),
  expires_at: nullable(
    Type.String({
      format: 'date-time',
      maxLength: 64,
      description: 'In the future; null for a key that does not expire.',
    }),
  ),
})
export type NewApiKey = Static<typeof NewApiKey>

const fields = {
  id: Id,
  name: Type.String({ description: 'The name.' }),
  hint: Type.String({ description: 'The first characters of the key.', examples: ['rpk_7Qfz'] }),
  scopes: Type.Array(ScopeName, { description: 'What the key may do.' }),
  created_at: DateTime,
  last_used_at: withDescription(nullable(DateTime), 'When it was last used, with a precision of five minutes.'),
  expires_at: withDescription(nullable(DateTime), 'When it expires.'),
}

export const ApiKey = Type.Object(fields, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object(
  { ...fields, key: Type.String({ description: 'Send it as `Authorization: Bearer <key>`. It is shown only now.' }) },
  { title: 'CreatedApiKey' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const FoundApiKey = Type.Object({ key: Untrimmed(200, { description: 'The whole API key.' }) })
export type FoundApiKey = Static<typeof FoundApiKey>
