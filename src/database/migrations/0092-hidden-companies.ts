/** Companies and messages about applications that administrators hide, and reports about them. */

import { type Migration, type Schema, text, timestamp } from './schema.ts'

export const hiddenCompanies: Migration = {
  name: '0092-hidden-companies',
  up(schema) {
    for (const table of ['companies', 'application_messages']) {
      schema.addColumn(table, 'hidden_at', timestamp().nullable())
      // For the author or the members, who read why it is hidden with the object.
      schema.addColumn(table, 'hidden_reason', text().default(''))
      schema.index(table, ['hidden_at', 'id'], { where: 'hidden_at is not null' })
    }
    // They replace the indexes of all companies, because the public list omits hidden ones.
    schema.dropIndex('companies', ['id', 'verified'])
    schema.dropIndex('companies', ['name_key', 'id'])
    schema.index('companies', ['id', 'verified'], { where: 'deleted_at is null and hidden_at is null' })
    schema.index('companies', ['name_key', 'id'], { where: 'deleted_at is null and hidden_at is null' })

    // What a mail carries, such as a message, whose mails are canceled when it is hidden.
    schema.addColumn('mails', 'subject_key', text().nullable())
    schema.index('mails', ['subject_key'], { where: 'subject_key is not null' })

    for (const table of tables) acceptKinds(schema, table)
  },
}

const check = `check ("kind" in ('job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message'))`

const tables = [
  {
    table: 'hidden_content',
    columns: `"kind" TEXT not null ${check}, "content_id" INTEGER not null, "cause" TEXT not null check ("cause" in ('moderation', 'suspension')), "reason" TEXT not null, "hidden_at" TEXT not null, constraint "hidden_content_kind_content_id_cause_unique" primary key ("kind", "content_id", "cause")`,
    names: '"kind", "content_id", "cause", "reason", "hidden_at"',
    others: [],
  },
  {
    table: 'reports',
    columns: `"id" INTEGER PRIMARY KEY AUTOINCREMENT, "kind" TEXT not null ${check}, "content_id" INTEGER not null, "title" TEXT not null, "owner_id" INTEGER not null references "users" ("id") on delete cascade, "reporter_id" INTEGER references "users" ("id") on delete set null, "reason" TEXT not null, "created_at" TEXT not null, "decision" TEXT check ("decision" in ('hidden', 'dismissed')), "decided_at" TEXT, "decided_by" INTEGER references "users" ("id") on delete set null, "decision_reason" TEXT not null default ''`,
    names:
      '"id", "kind", "content_id", "title", "owner_id", "reporter_id", "reason", "created_at", "decision", "decided_at", "decided_by", "decision_reason"',
    others: [
      'create unique index "reports_reporter_id_kind_content_id_unique" on "reports" ("reporter_id", "kind", "content_id") where decided_at is null',
      'create index "reports_id_index" on "reports" ("id") where decided_at is null',
      'create index "reports_kind_content_id_id_index" on "reports" ("kind", "content_id", "id")',
      'create index "reports_owner_id_id_index" on "reports" ("owner_id", "id")',
      'create index "reports_decision_id_index" on "reports" ("decision", "id")',
      'create index "reports_decided_by_index" on "reports" ("decided_by")',
    ],
  },
]

/** Adds the two kinds to a check. SQLite cannot change a constraint, so there the table is copied, with its indexes. */
function acceptKinds(schema: Schema, { table, columns, names, others }: (typeof tables)[number]): void {
  const name = `"${table}_kind_check"`
  schema.statement({ sqlite: '', postgres: `alter table "${table}" drop constraint ${name}` })
  schema.statement({ sqlite: '', postgres: `alter table "${table}" add constraint ${name} ${check}` })
  for (const sqlite of [
    `create table "${table}_copy" (${columns})`,
    `insert into "${table}_copy" (${names}) select ${names} from "${table}"`,
    `drop table "${table}"`,
    `alter table "${table}_copy" rename to "${table}"`,
    ...others,
  ])
    schema.statement({ sqlite, postgres: '' })
}
