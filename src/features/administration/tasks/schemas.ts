import { type Static, Type } from 'typebox'
import { ByAge, DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

const State = oneOf('due', 'waiting', 'dead')

export const BackgroundTask = Type.Object(
  {
    id: Id,
    kind: Type.String({ description: 'What it does, like `send_mail`.' }),
    state: Type.Unsafe<Static<typeof State>>({
      ...State,
      description: '`due` is next; `waiting` is due later, or runs at the moment; `dead` failed too often.',
    }),
    attempts: Type.Integer({ description: 'How often it was begun.' }),
    last_error: nullable(Type.String({ description: 'Why the last attempt failed; null before.' })),
    run_at: Type.Unsafe<string>({ ...DateTime, description: 'When it is due, or when the lease of its run ends.' }),
    dead_at: withDescription(nullable(DateTime), 'When it was given up; null before.'),
    created_at: DateTime,
    payload: Type.Object({}, { additionalProperties: true, description: 'What it works on, without secrets.' }),
  },
  { title: 'BackgroundTask' },
)
export type BackgroundTask = Static<typeof BackgroundTask>

export const TaskQuery = Type.Object({
  ...Paging,
  state: Type.Optional(withDescription(State, 'Only tasks in this state.')),
  kind: Type.Optional(Text(100, { description: 'Only tasks of this kind.' })),
  sort: Type.Optional(ByAge),
})
export type TaskQuery = Static<typeof TaskQuery>

export const ScheduleState = Type.Object(
  {
    name: Type.String({ description: 'The name.' }),
    cron: Type.String({ description: 'When it runs, as a cron pattern in UTC.' }),
    last_run_at: withDescription(nullable(DateTime), 'When a run was last queued; null before the first.'),
    next_run_at: withDescription(nullable(DateTime), 'When the next run is queued.'),
  },
  { title: 'ScheduleState' },
)

export const SchedulePath = Type.Object({ name: withDescription(Text(100), 'The name.') })
