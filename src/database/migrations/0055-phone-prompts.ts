/** Mobile money: the numbers that are asked, encrypted, and prompts that are sent again. */

import { type Migration, text, timestamp } from './schema.ts'

export const phonePrompts: Migration = {
  name: '0055-phone-prompts',
  up(schema) {
    // The number, encrypted with the secret of the installation; null for other methods, and for those of before.
    schema.addColumn('payment_methods', 'phone_secret', text().nullable())
    schema.addColumn('charges', 'phone_secret', text().nullable())
    // `redirect`, `prompt`, or `unanswered` for a prompt that ended without an answer; null is `redirect` with an address.
    schema.addColumn('charges', 'action_kind', text().nullable())
    // When the phone was last asked; null for other methods.
    schema.addColumn('charges', 'prompted_at', timestamp().nullable())
  },
}
