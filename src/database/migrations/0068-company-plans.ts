/** Plans of companies. */

import { integer, type Migration, text, timestamp } from './schema.ts'

const live = "state in ('active', 'ending', 'past_due')"

export const companyPlans: Migration = {
  name: '0068-company-plans',
  up(schema) {
    // Null for the plan of the person.
    schema.addColumn('subscriptions', 'company_id', integer().references('companies').nullable())
    // A person may pay for plans of companies beside their own.
    const dropped = 'drop index "subscriptions_user_id_unique"'
    schema.statement({ sqlite: dropped, postgres: dropped })
    schema.index('subscriptions', ['user_id'], { unique: true, where: `company_id is null and ${live}` })
    schema.index('subscriptions', ['company_id'], { unique: true, where: `company_id is not null and ${live}` })
    schema.index('subscriptions', ['company_id', 'id'], { where: 'company_id is not null' })
    schema.table(
      'company_usage',
      {
        company_id: integer().references('companies', 'cascade'),
        entitlement: text(),
        period_start: timestamp(),
        used: integer(),
      },
      { primaryKey: ['company_id', 'entitlement', 'period_start'] },
    )
  },
}
