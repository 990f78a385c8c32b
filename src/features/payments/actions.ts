import { type Static, Type } from 'typebox'
import type { Action } from '#adapters/payments/method.ts'
import { DateTime, nullable, oneOf, withDescription } from '#core/schema.ts'
import { addDuration } from '#core/time.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'

/** What the person has to do for a payment or a payment method. */
export const PaymentAction = Type.Object(
  {
    kind: withDescription(
      oneOf('redirect', 'prompt'),
      'What to do: `redirect` is to open the address, `prompt` is to answer on the phone.',
    ),
    url: Type.Optional(
      Type.String({ description: 'With `redirect`: a page of the bank, which leads back to this service.' }),
    ),
    message: Type.Optional(
      Type.String({
        description: 'With `prompt`: what to do, as a sentence for the person.',
        examples: ['Enter your PIN on +2547••••1234'],
      }),
    ),
    expires_at: withDescription(DateTime, 'Until when it can be done; then it counts as failed.'),
  },
  { title: 'PaymentAction', description: 'What the person has to do, such as a confirmation at the bank.' },
)
type PaymentAction = Static<typeof PaymentAction>

/** Null when there is nothing to do. */
export const OptionalAction = nullable(PaymentAction)

export interface StoredAction {
  action_url: string | null
  action_expires_at: string | null
}

/** `unanswered` is a prompt that ended without an answer; `busy` is one that the provider or the phone did not take. Both can be sent again. */
export const actionKinds = ['redirect', 'prompt', 'unanswered', 'busy'] as const
export type ActionKind = (typeof actionKinds)[number]

export interface StoredChargeAction extends StoredAction {
  action_kind: ActionKind | null
}

/** Returns the columns of an action, whose time begins at `since`. */
export const toStoredAction = (since: string, action: Action | null): StoredAction => ({
  action_url: action?.kind === 'redirect' ? action.url : null,
  action_expires_at: action === null ? null : addDuration(since, action.within),
})

/** Presents the page of a bank while it is offered. */
export const presentAction = ({ action_url, action_expires_at }: StoredAction): PaymentAction | null =>
  action_url === null || action_expires_at === null
    ? null
    : { kind: 'redirect', url: action_url, expires_at: action_expires_at }

const promptSentences = {
  prompt: 'Enter your PIN on {phone}',
  unanswered: 'The prompt on {phone} was not answered. It can be sent again.',
  busy: 'No prompt could be sent to {phone}: the provider or the phone is busy. It will be sent soon by itself, or now if you wish.',
} as const

/** Presents what the person has to do for a charge, whose label ends in the masked number. */
export function presentChargeAction(
  charge: StoredChargeAction & { method_label: string },
  wording: Localizer,
): PaymentAction | null {
  const { action_kind, action_expires_at: expires_at, method_label } = charge
  if (action_kind === null || action_kind === 'redirect') return presentAction(charge)
  if (expires_at === null) return null
  const phone = method_label.slice(Math.max(0, method_label.lastIndexOf('+')))
  const message = translate(fill(promptSentences[action_kind], { phone }), wording)
  return { kind: 'prompt', message, expires_at }
}
