import { type Static, Type } from 'typebox'
import { Id, Paging, partial, withCondition, withDescription } from '#core/schema.ts'
import { findTextErrors } from './placeholders.ts'
import { TemplateLanguage, templateRecord } from './record.ts'

export const MessageTemplate = Type.Object(templateRecord.answer, { title: 'MessageTemplate' })
export type MessageTemplate = Static<typeof MessageTemplate>

export const NewMessageTemplate = withCondition(
  Type.Object(templateRecord.creation, { title: 'NewMessageTemplate' }),
  findTextErrors,
)
export type NewMessageTemplate = Static<typeof NewMessageTemplate>

const { company_id: _, ...changeable } = templateRecord.creation

export const MessageTemplateChange = withCondition(
  partial(Type.Object(changeable, { title: 'MessageTemplateChange' })),
  findTextErrors,
)
export type MessageTemplateChange = Static<typeof MessageTemplateChange>

export const MessageTemplateQuery = Type.Object({
  ...Paging,
  company_id: Type.Optional(
    withDescription(Id, 'Those of this company, for which I recruit; those of my own unless given.'),
  ),
})
export type MessageTemplateQuery = Static<typeof MessageTemplateQuery>

const Language = withDescription(
  TemplateLanguage,
  'The language of the text: unless given that of the applicant, and of the caller where it is withheld who the applicant is.',
)

/** Which text of a template is meant. */
export const templateChoice = { language: Type.Optional(Language) }

export const TemplatePreviewRequest = Type.Object(
  {
    ...templateChoice,
    application_id: Type.Optional(
      withDescription(Id, 'The application whose values are written; examples unless given.'),
    ),
  },
  { title: 'TemplatePreviewRequest' },
)
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>

export const TemplatePreview = Type.Object(
  {
    language: withDescription(TemplateLanguage, 'The language of the text that was chosen.'),
    body: Type.String({ description: 'The message as it would be sent.' }),
  },
  { title: 'TemplatePreview' },
)
export type TemplatePreview = Static<typeof TemplatePreview>
