import { type Static, Type } from 'typebox'
import { NonEmpty, Paging, Text, withDescription } from '#core/schema.ts'
import { ReceivedMoney } from '../manual/schemas.ts'
import { UnmatchedStatus, unmatchedRecord } from './record.ts'

export const UnmatchedPayment = Type.Object(unmatchedRecord.answer, { title: 'UnmatchedPayment' })
export type UnmatchedPayment = Static<typeof UnmatchedPayment>

export const NewUnmatchedPayment = Type.Object({
  ...ReceivedMoney,
  reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })),
  note: Type.Optional(Text(2_000, { description: 'What is known about it, such as the name on the statement.' })),
})
export type NewUnmatchedPayment = Static<typeof NewUnmatchedPayment>

export const UnmatchedQuery = Type.Object({
  ...Paging,
  status: Type.Optional(withDescription(UnmatchedStatus, 'Only those in this state; `waiting` unless given.')),
})
export type UnmatchedQuery = Static<typeof UnmatchedQuery>

export const PaymentReturn = Type.Object({
  reason: NonEmpty('reason', 2_000, 'Why and how it was returned; it is written to the audit log.'),
})
export type PaymentReturn = Static<typeof PaymentReturn>
