import { Type } from 'typebox'
import { DateTime, Id, NonEmpty, NonEmptyLine, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'
import { languages } from '#language/languages.ts'

/** The maximum length of a message, in characters. */
export const maxMessage = 5_000

export const TemplateLanguage = withDescription(oneOf(...languages), 'The language of the text.')

const Texts = Type.Array(
  Type.Object({
    language: TemplateLanguage,
    body: NonEmpty(
      'body',
      maxMessage,
      'The text. A placeholder, such as `{{candidate.first_name}}`, stands for what it names.',
    ),
  }),
  { minItems: 1, maxItems: languages.length, description: 'The text in one or more languages, each once.' },
)

const name = 'The name of the template, which no applicant sees.'

export const templateRecord = defineRecord('message_templates', {
  id: readOnly(Id),
  name: required(NonEmptyLine('name', 100, name), { answer: Type.String({ description: name }) }),
  texts: required(Texts),
  company_id: optional(
    nullable(
      withDescription(
        Id,
        'The company whose owners, admins and recruiters use and change the template with me; null for one of my own. A template stays with its company.',
      ),
    ),
    null,
    {
      // It never changes.
      tracked: false,
      answer: nullable(
        Type.Integer({
          description: 'The company whose owners, admins and recruiters use it; null for a personal one.',
        }),
      ),
    },
  ),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    message_templates: TableOf<typeof templateRecord>
  }
}
