import { type Static, Type } from 'typebox'
import { FileField, Form } from '#http/forms.ts'

export const LogoForm = Form({
  logo: Type.Optional(
    FileField({
      maxBytes: 5120 * 1024,
      tooLarge: 'The picture may not be larger than 5 MB.',
      description: 'A JPEG, PNG or WebP image of at most 5 MB.',
    }),
  ),
})
export type LogoForm = Static<typeof LogoForm>
