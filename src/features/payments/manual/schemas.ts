import { type Static, Type } from 'typebox'
import { Amount, Currency } from '#core/money.ts'
import { CalendarDate, type Condition, Id, NonEmpty, oneOf, withCondition, withDescription } from '#core/schema.ts'

export const ManualMethod = withDescription(
  oneOf('cash', 'bank', 'mobile_money', 'other'),
  'How the money was received.',
)
export type ManualMethod = Static<typeof ManualMethod>

export const Purchased = Type.Object(
  {
    plan_id: Type.Optional(Type.String({ maxLength: 50, description: 'A plan.' })),
    course_id: Type.Optional(Id),
    exam_id: Type.Optional(Id),
    company_id: Type.Optional(
      withDescription(Id, 'With a plan: the company that gets it, which the person owns or manages as an admin.'),
    ),
  },
  { description: 'What was paid for: a plan, a course or an exam.', examples: [{ plan_id: 'professional' }] },
)
export type Purchased = Static<typeof Purchased>

const findPurchaseErrors: Condition<{ for: Purchased }> = ({ for: input }, isInvalid) =>
  input === undefined || isInvalid('for') || namesOne(input) ? {} : { for: ['Name one plan, course or exam.'] }

const namesOne = ({ plan_id, course_id, exam_id, company_id }: Purchased) =>
  [plan_id, course_id, exam_id].filter((id) => id !== undefined).length === 1 &&
  (company_id === undefined || plan_id !== undefined)

const reference = NonEmpty('reference', 100, 'The number on the receipt or on the statement; each once for a method.')
const reason = NonEmpty('reason', 2_000, 'Why; it is written to the audit log.')

/** Money that an administrator received. */
export const ReceivedMoney = {
  amount: withDescription(Amount, 'The amount in units of the currency, with its decimal places (ISO 4217).'),
  currency: Currency,
  method: ManualMethod,
  reference,
  received_on: withDescription(CalendarDate, 'The day on which it was received, not in the future.'),
}

export const NewManualPayment = withCondition(
  Type.Object({
    user_id: withDescription(Id, 'Who paid.'),
    for: Purchased,
    ...ReceivedMoney,
    reason,
  }),
  findPurchaseErrors,
)
export type NewManualPayment = Static<typeof NewManualPayment>

export const PaymentMatch = withCondition(
  Type.Object({ user_id: withDescription(Id, 'Who paid.'), for: Purchased, reason }),
  findPurchaseErrors,
)
export type PaymentMatch = Static<typeof PaymentMatch>
