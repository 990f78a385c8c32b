import { type Static, Type } from 'typebox'
import { type Condition, Id, NonEmpty, Paging, withCondition, withDescription } from '#core/schema.ts'
import { maxMessage } from '../templates/record.ts'
import { templateChoice } from '../templates/schemas.ts'
import { messageRecord } from './record.ts'

export const ApplicationMessage = Type.Object(messageRecord.answer, { title: 'ApplicationMessage' })
export type ApplicationMessage = Static<typeof ApplicationMessage>

export const ApplicationMessageQuery = Type.Object(Paging)
export type ApplicationMessageQuery = Static<typeof ApplicationMessageQuery>

/** The maximum number of files of one message. */
const maxFiles = 5

/** A message is a text, or a template that is filled with the values of the application. */
export const messageText = {
  body: Type.Optional(NonEmpty('body', maxMessage, 'The text of the message.')),
  template_id: Type.Optional(
    withDescription(Id, 'Instead of `body`: one of my message templates, or of a company for which I recruit.'),
  ),
  ...templateChoice,
}

export const findMessageErrors: Condition<{ body?: string; template_id?: number }> = (
  { body, template_id },
  isInvalid,
) => {
  if (isInvalid('body') || isInvalid('template_id')) return {}
  if (body === undefined && template_id === undefined) return { body: ['The body field is required.'] }
  return body === undefined || template_id === undefined
    ? {}
    : { template_id: ['Send either a body or a template id, not both.'] }
}

export const NewApplicationMessage = withCondition(
  Type.Object(
    {
      ...messageText,
      files: Type.Optional(
        Type.Array(Id, {
          maxItems: maxFiles,
          uniqueItems: true,
          description: 'Finished uploads of mine, documents or pictures, which become files of the message.',
        }),
      ),
    },
    { title: 'NewApplicationMessage', examples: [{ body: 'Could you come on Tuesday?', files: [] }] },
  ),
  findMessageErrors,
)
export type NewApplicationMessage = Static<typeof NewApplicationMessage>
