/** Identities of any OpenID Connect provider, whose names operators choose. */

import type { Migration, Schema } from './schema.ts'

export const anyProvider: Migration = {
  name: '0049-any-provider',
  up(schema) {
    acceptAnyProvider(schema)
  },
}

/** Removes the check of provider names. SQLite cannot remove a constraint, so there the tables are copied with all their columns. */
function acceptAnyProvider(schema: Schema): void {
  const references = 'references "users" ("id") on delete cascade'
  const copies = {
    identities: {
      columns: `"id" INTEGER PRIMARY KEY AUTOINCREMENT, "user_id" INTEGER not null ${references}, "provider" TEXT not null, "subject" TEXT not null, "email" TEXT not null, "created_at" TEXT not null`,
      names: '"id", "user_id", "provider", "subject", "email", "created_at"',
      indexes: [
        'create unique index "identities_provider_subject_unique" on "identities" ("provider", "subject")',
        'create unique index "identities_user_id_provider_unique" on "identities" ("user_id", "provider")',
      ],
    },
    sign_in_states: {
      columns: `"id" INTEGER PRIMARY KEY AUTOINCREMENT, "state_hash" TEXT not null, "provider" TEXT not null, "action" TEXT not null check ("action" in ('login', 'signup', 'link')), "redirect_uri" TEXT not null, "user_id" INTEGER ${references}, "created_at" TEXT not null, "expires_at" TEXT not null, "browser_hash" TEXT not null default ''`,
      names:
        '"id", "state_hash", "provider", "action", "redirect_uri", "user_id", "created_at", "expires_at", "browser_hash"',
      indexes: [
        'create unique index "sign_in_states_state_hash_unique" on "sign_in_states" ("state_hash")',
        'create index "sign_in_states_user_id_index" on "sign_in_states" ("user_id")',
        'create index "sign_in_states_expires_at_index" on "sign_in_states" ("expires_at")',
      ],
    },
  }
  for (const [table, { columns, names, indexes }] of Object.entries(copies)) {
    schema.statement({ sqlite: '', postgres: `alter table "${table}" drop constraint "${table}_provider_check"` })
    for (const sqlite of [
      `create table "${table}_copy" (${columns})`,
      `insert into "${table}_copy" (${names}) select ${names} from "${table}"`,
      `drop table "${table}"`,
      `alter table "${table}_copy" rename to "${table}"`,
      ...indexes,
    ])
      schema.statement({ sqlite, postgres: '' })
  }
}
