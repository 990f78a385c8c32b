/** Prices in several currencies, the currency of a subscription and of a coupon, and where payment methods come from. */

import { json, type Migration, text } from './schema.ts'

export const currencies: Migration = {
  name: '0045-currencies',
  up(schema) {
    // The prices besides the first one, which stays in its columns: [{currency, amount}], in minor units.
    for (const table of ['plans', 'courses']) schema.addColumn(table, 'other_prices', json().default('[]'))
    // Null is the first currency of the plan.
    schema.addColumn('subscriptions', 'currency', text().nullable())
    schema.addColumn('coupons', 'currency', text().nullable())
    schema.addColumn('payment_methods', 'country', text().nullable())
    const fill = fillCountries()
    schema.statement({ sqlite: fill, postgres: fill })
  },
}

/** Where the providers of mobile money are; the beginning of a masked number shows the calling code. */
const callingCodes = {
  ...{
    221: 'SN',
    223: 'ML',
    224: 'GN',
    225: 'CI',
    226: 'BF',
    227: 'NE',
    228: 'TG',
    229: 'BJ',
    231: 'LR',
    232: 'SL',
    233: 'GH',
  },
  ...{
    234: 'NG',
    235: 'TD',
    237: 'CM',
    241: 'GA',
    242: 'CG',
    243: 'CD',
    245: 'GW',
    250: 'RW',
    254: 'KE',
    255: 'TZ',
    256: 'UG',
  },
  ...{ 257: 'BI', 258: 'MZ', 260: 'ZM', 261: 'MG', 265: 'MW', 266: 'LS', 268: 'SZ', 20: 'EG', 27: 'ZA' },
}

function fillCountries(): string {
  const cases = Object.entries(callingCodes).map(([code, country]) => `when phone like '+${code}%' then '${country}'`)
  return `update payment_methods set country = case ${cases.join(' ')} end where phone is not null`
}
