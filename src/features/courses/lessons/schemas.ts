import { type Static, Type } from 'typebox'
import { Id, withDescription } from '#core/schema.ts'
import { lessonRecord, Order } from './record.ts'

const { content, ...overview } = lessonRecord.answer

/** A lesson with the progress of the actor. */
export const Lesson = Type.Object(overview, { title: 'Lesson' })
export type Lesson = Static<typeof Lesson>

/** A lesson with its content. */
export const WholeLesson = Type.Object(
  {
    ...overview,
    content,
    content_html: Type.String({
      description:
        'The content as HTML that runs no script and loads nothing but pictures that were uploaded here; of other pictures it has the description. ' +
        'Empty while the lesson is locked.',
    }),
  },
  { title: 'WholeLesson' },
)
export type WholeLesson = Static<typeof WholeLesson>

/** A lesson as all users see it. */
export const OutlineLesson = Type.Object(
  {
    id: overview.id,
    title: overview.title,
    duration_minutes: overview.duration_minutes,
    order: overview.order,
  },
  { title: 'OutlineLesson' },
)

const order = Type.Optional(Order)

export const NewLesson = Type.Object({ ...lessonRecord.creation, order }, { title: 'NewLesson' })
export type NewLesson = Static<typeof NewLesson>

export const LessonChange = Type.Object({ ...lessonRecord.change, order }, { title: 'LessonChange' })
export type LessonChange = Static<typeof LessonChange>

/** A lesson in a change of its course. */
export const LessonInput = Type.Object(
  {
    id: Type.Optional(withDescription(Id, 'Of the lesson that is changed; without it a lesson is added.')),
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
