import { type Static, Type } from 'typebox'
import { Text } from '#core/schema.ts'

/** Why an administrator does something; it is written to the audit log. */
export const Reason = Text(2_000, { description: 'Why; it is written to the audit log.' })

/** A change that needs nothing but a reason. */
export const WithReason = Type.Object({ reason: Type.Optional(Reason) }, { title: 'WithReason' })
export type WithReason = Static<typeof WithReason>

export const ReasonQuery = Type.Object({ reason: Type.Optional(Reason) })
