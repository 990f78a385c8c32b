import { type Static, Type } from 'typebox'

export const SandboxClock = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'The time of the service.' }),
    ahead_seconds: Type.Integer({ description: 'How far it is ahead of the real time.' }),
  },
  { title: 'SandboxClock' },
)
export type SandboxClock = Static<typeof SandboxClock>

export const ClockAdvance = Type.Object({
  advance: Type.String({
    maxLength: 50,
    pattern: '^P(?!$)(\\d{1,4}Y)?(\\d{1,4}M)?(\\d{1,4}W)?(\\d{1,5}D)?(T(?=\\d)(\\d{1,6}H)?(\\d{1,7}M)?(\\d{1,9}S)?)?$',
    sentence: 'The advance must be a duration like PT1H, P30D or P1M.',
    description: 'A duration as in ISO 8601, of at most a year.',
    examples: ['P30D'],
  }),
  step_hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 24,
      description:
        'After how many hours background work runs at the latest; by default a hundred-and-twentieth of the advance, from 1 to 24. ' +
        'It also runs at each moment at which a task is due, or a renewal, a reminder, a digest or the end of a reserved place.',
    }),
  ),
})
export type ClockAdvance = Static<typeof ClockAdvance>
