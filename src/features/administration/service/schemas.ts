import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, nullable, oneOf, withDescription } from '#core/schema.ts'

export const Waiting = Type.Object(
  {
    open_reports: Type.Integer({ description: 'Reports without a decision.' }),
    dead_tasks: Type.Integer({ description: 'Background tasks that have failed for good.' }),
    due_tasks: Type.Integer({ description: 'Background tasks that are next.' }),
    waiting_mails: Type.Integer({ description: 'Mails that no mail server has yet.' }),
    failed_mails: Type.Integer({ description: 'Mails of the last 30 days that a mail server refused.' }),
    unpaid_subscriptions: Type.Integer({ description: 'Subscriptions that wait for a payment.' }),
    failed_refunds: Type.Integer({ description: 'Refunds that have failed and wait for a decision.' }),
    suspended_people: Type.Integer({ description: 'Suspended accounts.' }),
  },
  { title: 'Waiting' },
)
export type Waiting = Static<typeof Waiting>

const FigureCount = Type.Integer({ minimum: 1, description: 'How many there were.' })

const Money = Type.Object({
  currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
  amount: Type.Number({ description: 'The sum.' }),
})

export const DayFigures = Type.Object(
  {
    day: withDescription(CalendarDate, 'The day in UTC, `YYYY-MM-DD`.'),
    sign_ups: Type.Integer({ description: 'The number of new accounts.' }),
    active_people: Type.Integer({ description: 'People who did something that is in their activity.' }),
    applications: Type.Integer({ description: 'The number of job applications.' }),
    enrollments: Type.Integer({ description: 'The number of enrollments in courses.' }),
    attempts: Type.Integer({ description: 'Exams that were begun.' }),
    certificates: Type.Integer({ description: 'The number of certificates issued.' }),
    received: Type.Array(Money, { description: 'What was paid, before refunds.' }),
    refunded: Type.Array(Money, { description: 'What was returned.' }),
    sign_ins: Type.Array(
      Type.Object({
        method: Type.String({ description: '`password`, `passkey`, or the name of a provider.' }),
        outcome: Type.String({ description: '`done`, `refused`, or `throttled` after too many failures.' }),
        count: FigureCount,
      }),
      { description: 'Sign-ins by method and outcome, without those of new accounts.' },
    ),
    mails: Type.Array(
      Type.Object({
        outcome: Type.String({ description: '`sent`, `refused` by a mail server, or `canceled`.' }),
        count: FigureCount,
      }),
      { description: 'Mails by outcome.' },
    ),
    payments: Type.Array(
      Type.Object({
        gateway: Type.String({ description: 'The payment gateway.' }),
        outcome: Type.String({ description: '`succeeded` or `failed`.' }),
        count: FigureCount,
      }),
      { description: 'Payments whose outcome became known, by gateway.' },
    ),
  },
  { title: 'DayFigures', description: 'A day in UTC; the present one until now.' },
)
export type DayFigures = Static<typeof DayFigures>

export const FigureQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 400,
      description: 'The number of days with the present one; 30 unless given.',
    }),
  ),
})
export type FigureQuery = Static<typeof FigureQuery>

const Percentile = nullable(Type.Number({ description: 'An upper bound in milliseconds; null without requests.' }))

const Advice = Type.Object({
  setting: Type.String({ description: 'The environment variable.' }),
  value: Type.String({ description: 'The effective value; secrets are cut.' }),
  risk: withDescription(
    oneOf('none', 'notice', 'warning'),
    'How risky the setting is for a service that others reach.',
  ),
  advice: Type.String({ description: 'What to do about a risk; empty without one.' }),
})

const Follower = Type.Object({
  name: Type.String({ description: 'The name of what follows from changes, such as `feed`.' }),
  lag_rows: Type.Integer({ minimum: 0, description: 'Changes that it has not read.' }),
  lag_seconds: Type.Number({ minimum: 0, description: 'For how long this instance has seen it behind.' }),
  failures: Type.Integer({ minimum: 0, description: 'Failures in a row at this instance.' }),
  is_building: Type.Boolean({ description: 'Whether it is being built from the tables.' }),
})

export const ServiceState = Type.Object(
  {
    version: Type.String({ description: 'The version of the service.' }),
    node: Type.String({ description: 'The version of Node.js.' }),
    environment: withDescription(oneOf('development', 'production', 'test'), 'The value of `NODE_ENV`.'),
    started_at: withDescription(DateTime, 'When it began.'),
    memory_bytes: Type.Integer({ description: 'The resident memory of this instance.' }),
    database: withDescription(
      Type.Object({
        engine: withDescription(oneOf('sqlite', 'postgres'), 'The database engine.'),
        bytes: Type.Integer({ description: 'The size in bytes.' }),
      }),
      'The database and its size.',
    ),
    storage: withDescription(
      Type.Object({
        kind: withDescription(oneOf('folder', 's3'), 'Where files are stored.'),
        files: Type.Integer({ description: 'The number of stored files.' }),
        bytes: Type.Integer({ description: 'The size in bytes.' }),
      }),
      'Where uploaded files are stored, and their size.',
    ),
    requests: Type.Object(
      {
        total: Type.Integer({ description: 'All requests that were answered.' }),
        refused: Type.Integer({ description: 'Answered with a status from 400 to 499.' }),
        failed: Type.Integer({ description: 'Answered with a status from 500.' }),
        p50_ms: Percentile,
        p95_ms: Percentile,
        p99_ms: Percentile,
      },
      { description: 'Of this instance, since its start.' },
    ),
    followers: withDescription(Type.Array(Follower), 'What follows from changes, and how far it is.'),
    settings: withDescription(Type.Array(Advice), 'The effective settings, without secrets.'),
  },
  { title: 'ServiceState' },
)
export type ServiceState = Static<typeof ServiceState>
