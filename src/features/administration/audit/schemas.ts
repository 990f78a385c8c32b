import { type Static, Type } from 'typebox'
import { ByAge, DateTime, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

export const AuditActor = oneOf('administrator', 'command_line', 'service', 'user', 'visitor')
const AuditOutcome = withDescription(oneOf('done', 'refused'), 'Whether it was done or refused.')

const Values = nullable(
  Type.Object({}, { additionalProperties: true, description: 'The fields that differ; null for a side without any.' }),
)

export const AuditRow = Type.Object(
  {
    id: Type.Integer({ description: 'The number of the row; the log has no gaps.' }),
    created_at: DateTime,
    actor: Type.Unsafe<Static<typeof AuditActor>>({
      ...AuditActor,
      description:
        'What acted: an administrator, a command, the service itself, a user through an agent, or a user or visitor who was refused.',
    }),
    actor_id: nullable(Type.Integer({ description: 'The account that acted; null without one.' })),
    actor_name: Type.String({ description: 'The present name of the account; empty without one.' }),
    action: Type.String({ description: 'The operation of the API, the command, or what the service did.' }),
    object: nullable(
      Type.Object(
        {
          kind: Type.String({ description: 'The kind of the object, like `job_post`.' }),
          id: Type.String({ description: 'The id of the object, as text.' }),
        },
        { description: 'What it was done to.' },
      ),
    ),
    user_id: nullable(Type.Integer({ description: 'The user whom the act concerns.' })),
    outcome: AuditOutcome,
    status: nullable(Type.Integer({ description: 'The HTTP status, where the row was written with the answer.' })),
    changes: nullable(
      Type.Object({ before: Values, after: Values }, { description: 'The values before and after, without secrets.' }),
    ),
    reason: nullable(Type.String({ description: 'The reason that was given.' })),
    address: nullable(Type.String({ description: 'The network address of the request.' })),
    request_id: nullable(Type.String()),
    erased: Type.Boolean({ description: 'True when the details were erased with the account of the user.' }),
    hash: Type.String({ description: 'SHA-256 of the row and of the hash before it, in hexadecimal digits.' }),
  },
  { title: 'AuditRow' },
)
export type AuditRow = Static<typeof AuditRow>

export const AuditQuery = Type.Object({
  ...Paging,
  actor: Type.Optional(
    withDescription(
      AuditActor,
      'Who acted: an administrator, a command, the service itself, or a user or visitor who was refused.',
    ),
  ),
  actor_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only the acts of this account.' })),
  action: Type.Optional(Text(100, { description: 'Only this operation, command or act of the service.' })),
  object_kind: Type.Optional(Text(50, { description: 'Only acts on objects of this kind, like `job_post`.' })),
  object_id: Type.Optional(Text(100, { description: 'Only acts on objects with this id.' })),
  user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only acts that concern this user.' })),
  outcome: Type.Optional(AuditOutcome),
  request_id: Type.Optional(
    Text(100, { description: 'Only what this request did; its answer had the id in `X-Request-Id`.' }),
  ),
  reads: Type.Optional(
    Type.Boolean({ description: 'False leaves out what administrators only read; true unless given.' }),
  ),
  from: Type.Optional(Type.Unsafe<string>({ ...DateTime, description: 'Only rows from this time on.' })),
  until: Type.Optional(Type.Unsafe<string>({ ...DateTime, description: 'Only rows before this time.' })),
  sort: Type.Optional(ByAge),
})
export type AuditQuery = Static<typeof AuditQuery>

/** Where the log ends, for a copy outside the service. */
export const AuditHead = Type.Object(
  {
    rows: Type.Integer({ description: 'The number of rows, which is the number of the last one.' }),
    hash: Type.String({ description: 'The hash of the last row; empty for an empty log.' }),
    signed: nullable(
      Type.Object(
        {
          last_id: Type.Integer({ description: 'The row that was the last one when it was signed.' }),
          hash: Type.String({ description: 'The hash of that row.' }),
          signed_at: withDescription(DateTime, 'When it was signed.'),
          public_key: Type.String({ description: 'The Ed25519 key that verifies the signature, in base64url.' }),
          signature: Type.String({ description: 'The signature of `audit log`, row and hash, one line each.' }),
        },
        { description: 'The newest signature; null before the first.' },
      ),
    ),
  },
  { title: 'AuditHead' },
)
export type AuditHead = Static<typeof AuditHead>
