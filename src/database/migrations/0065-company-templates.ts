/** Message templates of companies. */

import { integer, type Migration } from './schema.ts'

export const companyTemplates: Migration = {
  name: '0065-company-templates',
  up(schema) {
    // Null for a template of its author alone.
    schema.addColumn('message_templates', 'company_id', integer().references('companies').nullable())
    schema.index('message_templates', ['company_id', 'id'], { where: 'company_id is not null' })
  },
}
