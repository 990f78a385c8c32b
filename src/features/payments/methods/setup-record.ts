import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'

const SetupStatus = withDescription(
  oneOf('open', 'succeeded', 'expired'),
  '`open`: the page can be used; `succeeded`: the method was added; `expired`: the page has ended without a method.',
)

export const SetupType = withDescription(oneOf('card'), 'What is added on the page.')

/** A page of the payment gateway on which a person adds a method. */
export const methodSetupRecord = defineRecord(
  'method_setups',
  {
    id: readOnly(Id),
    type: readOnly(SetupType),
    status: readOnly(SetupStatus),
    url: readOnly(
      nullable(Type.String({ description: 'The page of the payment provider while it can be used; null afterwards.' })),
    ),
    next: readOnly(
      nullable(Type.String({ description: 'The path of the frontend that wants the method, as it was sent.' })),
    ),
    is_default: readOnly(Type.Boolean({ description: 'Whether the method becomes the default one.' })),
    payment_method_id: readOnly(
      withDescription(nullable(Id), 'The method that was added; null before, and after it was deleted.'),
    ),
    expires_at: readOnly(withDescription(DateTime, 'Until when the page can be used.')),
    created_at: readOnly(DateTime),
    user_id: internal(Id),
    gateway: internal(Type.String({ description: 'The payment gateway.' })),
    /** The page at the gateway. */
    session_id: internal(nullable(Type.String())),
    ended_at: internal(nullable(DateTime)),
  },
  { isFollowed: false },
)

export type MethodSetupRow = RowOf<typeof methodSetupRecord>

declare module '#database/tables/index.ts' {
  interface Tables {
    method_setups: TableOf<typeof methodSetupRecord>
  }
}
