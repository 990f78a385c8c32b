/** Money that gateways list by the account that the payer gave, with tokens and results that all instances share. */

import { integer, key, type Migration, text, timestamp } from './schema.ts'

export const receivedMoney: Migration = {
  name: '0063-received-money',
  up(schema) {
    // What the payer sees as the account; null where the gateway lists no money by it.
    schema.addColumn('charges', 'account_reference', key().nullable())
    // The number of the receipt at such a gateway, once it is known.
    schema.addColumn('charges', 'receipt', key().nullable())
    // Not unique: the last release writes the table too. A receipt is looked for in the serializable transaction that records it.
    schema.index('charges', ['account_reference'])
    schema.index('charges', ['gateway', 'receipt'])
    schema.table(
      'gateway_states',
      {
        gateway: key(),
        token: text().nullable(),
        expires_at: timestamp().nullable(),
        version: integer(),
        renewed_until: timestamp().nullable(),
        pulled_at: timestamp().nullable(),
      },
      { primaryKey: ['gateway'] },
    )
    schema.table(
      'gateway_results',
      { gateway: key(), key: key(), code: text().nullable(), requested_at: timestamp() },
      { primaryKey: ['gateway', 'key'] },
    )
    schema.index('gateway_results', ['requested_at'])
  },
}
