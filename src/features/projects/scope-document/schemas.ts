import { type Static, Type } from 'typebox'
import { Label } from '#core/schema.ts'
import { inspectArrival } from '#features/files/index.ts'
import { FileField, Form } from '#http/forms.ts'

/** Product decisions, section 6. */
const largestDocument = 25 * 1024 * 1024

export const NewScopeDocument = Form({
  document_type: Type.Optional(Label(50, { description: 'What it is, in your words.', examples: ['proposal'] })),
  file: FileField({
    maxBytes: largestDocument,
    inspect: ({ filename }) => inspectArrival('document', filename),
    tooLarge: 'The file may not be larger than 25 MB.',
    description: 'PDF, DOC, DOCX, ODT, TXT or MD, at most 25 MB.',
  }),
})
export type NewScopeDocument = Static<typeof NewScopeDocument>

export const ScopeDocument = Type.Object({
  document_url: Type.String({ description: 'A link that is valid for one hour and needs no token.' }),
})
export type ScopeDocument = Static<typeof ScopeDocument>
