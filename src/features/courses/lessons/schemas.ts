import { type Static, type TSchema, Type } from 'typebox'
import { Id, Line, NonEmptyLine, nullable, Text } from '#core/schema.ts'

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)

const WebAddress = (description?: string) =>
  Type.String({
    format: 'web-address',
    spelling: 'address',
    maxLength: 2_000,
    ...(description === undefined ? {} : { description }),
  })

const Order = Type.Integer({ minimum: 1, maximum: 1_000, description: 'Its place in the course, from 1.' })

/** A lesson with the progress of the actor. */
export const Lesson = Type.Object(
  {
    id: Id,
    title: Type.String(),
    description: Type.String(),
    duration_minutes: Type.Integer(),
    video_url: nullable(Type.String({ description: 'Null while the lesson is locked.' })),
    content_url: nullable(Type.String({ description: 'Null while the lesson is locked.' })),
    order: Order,
    completed: Type.Boolean(),
    unlocked: Type.Boolean({
      description: 'In a sequential course, whether all lessons before it are completed; else always true.',
    }),
  },
  { title: 'Lesson' },
)
export type Lesson = Static<typeof Lesson>

/** A lesson with its content. */
export const WholeLesson = Type.Object(
  {
    ...Lesson.properties,
    content: Type.String({ description: 'Markdown; empty while the lesson is locked.' }),
  },
  { title: 'WholeLesson' },
)
export type WholeLesson = Static<typeof WholeLesson>

/** A lesson as all users see it. */
export const OutlineLesson = Type.Object(
  { id: Id, title: Type.String(), duration_minutes: Type.Integer(), order: Order },
  { title: 'OutlineLesson' },
)

const details = {
  description: optional(Text(5_000)),
  duration_minutes: optional(Type.Integer({ minimum: 0, maximum: 100_000, description: '0 unless given.' })),
  video_url: optional(nullable(WebAddress('What was uploaded here goes into the download.'))),
  content_url: optional(nullable(WebAddress('What was uploaded here goes into the download.'))),
  content: optional(Text(100_000, { description: 'Markdown; goes into the download.' })),
  order: optional(Order),
}

export const NewLesson = Type.Object({ title: Line(200), ...details }, { title: 'NewLesson' })
export type NewLesson = Static<typeof NewLesson>

export const LessonChange = Type.Object(
  { title: optional(NonEmptyLine('title', 200)), ...details },
  { title: 'LessonChange' },
)
export type LessonChange = Static<typeof LessonChange>

/** A lesson in a change of its course. */
export const LessonInput = Type.Object(
  {
    id: optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of the lesson that is changed; without it a lesson is added.',
      }),
    ),
    ...LessonChange.properties,
  },
  { title: 'LessonInput' },
)
export type LessonInput = Static<typeof LessonInput>

export const LessonOrder = Type.Object({
  lesson_ids: Type.Array(Id, {
    maxItems: 500,
    description: 'All lessons of the course, in their new order.',
  }),
})
export type LessonOrder = Static<typeof LessonOrder>
