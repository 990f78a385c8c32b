import { type Static, Type } from 'typebox'
import { Line, withDescription } from '#core/schema.ts'

export const maxTags = 20

export const Tag = Line(50, { description: 'A word by which applications are sorted.' })

export const Tags = Type.Array(Tag, {
  maxItems: maxTags,
  description: 'Words of those who manage the post, which the applicant never sees. Case and accents do not matter.',
})

/** The tags of an application, in a request and in its answer. */
export const ApplicationTags = Type.Object(
  { tags: withDescription(Tags, 'All tags, in their order; an empty list removes them.') },
  { title: 'ApplicationTags', examples: [{ tags: ['second round', 'Lisbon'] }] },
)
export type ApplicationTags = Static<typeof ApplicationTags>
