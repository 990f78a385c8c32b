import { type Static, Type } from 'typebox'
import { DateTime, nullable, Untrimmed } from '#core/schema.ts'

/** Six digits, or a recovery code; spaces and hyphens do not count. */
const Code = Type.String({
  maxLength: 50,
  description: 'Six digits of the authenticator app, or a recovery code.',
  examples: ['492039'],
})

export const CodeProof = Type.Object({ code: Code }, { title: 'CodeProof' })
export type CodeProof = Static<typeof CodeProof>

export const SecondStep = Type.Object({
  challenge: Untrimmed(500, { description: 'As the login answered it.' }),
  code: Code,
})
export type SecondStep = Static<typeof SecondStep>

export const TwoFactorState = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether a login needs a code as well.' }),
    enabled_at: nullable(
      Type.Unsafe<string>({ ...DateTime, description: 'When it was turned on; null while it is off.' }),
    ),
    recovery_codes_left: Type.Integer({ description: 'How many recovery codes are unused.' }),
  },
  { title: 'TwoFactorState' },
)
export type TwoFactorState = Static<typeof TwoFactorState>

export const TwoFactorSetup = Type.Object(
  {
    secret: Type.String({ description: 'In base 32, to type into an authenticator app.' }),
    otpauth_url: Type.String({ description: 'The same for apps that open addresses.' }),
    qr_svg: Type.String({ description: 'The address as a QR code, an SVG picture.' }),
  },
  { title: 'TwoFactorSetup' },
)
export type TwoFactorSetup = Static<typeof TwoFactorSetup>

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each works once in place of a code of the app. They are shown only now.',
    }),
  },
  { title: 'RecoveryCodes' },
)
export type RecoveryCodes = Static<typeof RecoveryCodes>
