import { type Static, Type } from 'typebox'
import { NonEmpty, Paging, Text } from '#core/schema.ts'
import { differenceRecord } from './record.ts'

export const PaymentDifference = Type.Object(differenceRecord.answer, { title: 'PaymentDifference' })
export type PaymentDifference = Static<typeof PaymentDifference>

export const DifferenceQuery = Type.Object({
  ...Paging,
  is_open: Type.Optional(Type.Boolean({ description: 'With `true` only those that are not closed.' })),
  gateway: Type.Optional(Text(50, { description: 'Only those of this gateway, like `stripe`.' })),
})
export type DifferenceQuery = Static<typeof DifferenceQuery>

export const DifferenceClosing = Type.Object({
  reason: NonEmpty('reason', 2_000, 'Why it differs, and what was done; it is written to the audit log.'),
})
export type DifferenceClosing = Static<typeof DifferenceClosing>
