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
    suspended_people: Type.Integer(),
  },
  { title: 'Waiting' },
)
export type Waiting = Static<typeof Waiting>

export const DayFigures = Type.Object(
  {
    day: CalendarDate,
    sign_ups: Type.Integer(),
    active_people: Type.Integer({ description: 'People who did something that is in their activity.' }),
    applications: Type.Integer(),
    enrollments: Type.Integer(),
    attempts: Type.Integer({ description: 'Exams that were begun.' }),
    certificates: Type.Integer(),
    received: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number({ description: 'The sum.' }) }), {
      description: 'What was paid, before refunds.',
    }),
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
  risk: oneOf('none', 'notice', 'warning'),
  advice: Type.String({ description: 'What to do about a risk; empty without one.' }),
})

export const ServiceState = Type.Object(
  {
    version: Type.String(),
    node: Type.String({ description: 'The version of Node.js.' }),
    environment: oneOf('development', 'production', 'test'),
    started_at: DateTime,
    memory_bytes: Type.Integer({ description: 'The resident memory of this instance.' }),
    database: Type.Object({ engine: oneOf('sqlite', 'postgres'), bytes: Type.Integer() }),
    storage: Type.Object({
      kind: withDescription(oneOf('folder', 's3'), 'Where files are stored.'),
      files: Type.Integer(),
      bytes: Type.Integer(),
    }),
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
    settings: Type.Array(Advice),
  },
  { title: 'ServiceState' },
)
export type ServiceState = Static<typeof ServiceState>
