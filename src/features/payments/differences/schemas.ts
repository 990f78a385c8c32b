import { type Static, Type } from 'typebox'
import { NonEmpty, Paging, withDescription } from '#core/schema.ts'
import { DifferenceStatus, differenceRecord } from './record.ts'

export const PaymentDifference = Type.Object(differenceRecord.answer, { title: 'PaymentDifference' })
export type PaymentDifference = Static<typeof PaymentDifference>

export const DifferenceQuery = Type.Object({
  ...Paging,
  status: Type.Optional(withDescription(DifferenceStatus, 'Only those in this state; `open` unless given.')),
})
export type DifferenceQuery = Static<typeof DifferenceQuery>

export const DifferenceClosing = Type.Object({
  reason: NonEmpty('reason', 2_000, 'Why it differs, and what was done; it is written to the audit log.'),
})
export type DifferenceClosing = Static<typeof DifferenceClosing>
