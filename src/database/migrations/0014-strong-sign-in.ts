/** Second factors, passkeys, API keys, known devices, and ORCID as a provider of identities. */

import { boolean, id, integer, json, type Migration, type Schema, text, timestamp } from './schema.ts'

export const strongSignIn: Migration = {
  name: '0014-strong-sign-in',
  up(schema) {
    // An API key is an access token with a name and scopes; both are null for a session.
    schema.addColumn('access_tokens', 'name', text().nullable())
    schema.addColumn('access_tokens', 'scopes', json().nullable())
    // The first characters of an API key, by which its owner recognizes it.
    schema.addColumn('access_tokens', 'hint', text().default(''))
    // The API key that the user acted with; null for a session.
    schema.addColumn('activity_log', 'api_key_id', integer().nullable())
    schema.index('activity_log', ['user_id', 'api_key_id', 'created_at', 'id'], { where: 'api_key_id is not null' })

    schema.table(
      'two_factor_secrets',
      {
        user_id: integer().references('users', 'cascade'),
        // A JSON Web Encryption under a key derived from APP_SECRET.
        encrypted_secret: text(),
        // Null until the first code proves that the user has the secret.
        enabled_at: timestamp().nullable(),
        // The newest time step whose code was accepted; a code works once.
        last_step: integer().default(0),
        created_at: timestamp(),
      },
      { primaryKey: ['user_id'] },
    )
    schema.table(
      'recovery_codes',
      { user_id: integer().references('users', 'cascade'), code_hash: text() },
      { primaryKey: ['user_id', 'code_hash'] },
    )

    // A login that waits for its second factor.
    schema.table(
      'login_challenges',
      {
        challenge_hash: text(),
        user_id: integer().references('users', 'cascade'),
        // How the first factor was proven: `password`, or the name of a provider.
        login_method: text(),
        attempts_left: integer(),
        expires_at: timestamp(),
      },
      { primaryKey: ['challenge_hash'] },
    )
    schema.index('login_challenges', ['user_id'])
    schema.index('login_challenges', ['expires_at'])

    schema.table('passkeys', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      // WebAuthn: the credential id, the COSE public key and the user handle, in base64url.
      credential_id: text(),
      public_key: text(),
      user_handle: text(),
      counter: integer(),
      transports: json(),
      synced: boolean(),
      name: text(),
      created_at: timestamp(),
      last_used_at: timestamp().nullable(),
    })
    schema.index('passkeys', ['credential_id'], { unique: true })
    schema.index('passkeys', ['user_id', 'id'])

    schema.table(
      'passkey_challenges',
      {
        challenge_hash: text(),
        // The user who registers a passkey; null for a login.
        user_id: integer().nullable().references('users', 'cascade'),
        expires_at: timestamp(),
      },
      { primaryKey: ['challenge_hash'] },
    )
    schema.index('passkey_challenges', ['user_id'])
    schema.index('passkey_challenges', ['expires_at'])

    // Hashes of the devices and networks from which a user signed in.
    schema.table(
      'known_devices',
      { user_id: integer().references('users', 'cascade'), device_hash: text(), last_seen_at: timestamp() },
      { primaryKey: ['user_id', 'device_hash'] },
    )
    schema.index('known_devices', ['last_seen_at'])

    schema.addColumn('sandbox_identity_codes', 'client_id', text().default('sandbox'))
    acceptOrcid(schema)
  },
}

/** Adds a provider to the check constraints. SQLite cannot change a constraint, so there the tables are copied. */
function acceptOrcid(schema: Schema): void {
  const providers = `check ("provider" in ('google', 'linkedin', 'orcid'))`
  const references = 'references "users" ("id") on delete cascade'
  const copies = {
    identities: {
      columns: `"id" INTEGER PRIMARY KEY AUTOINCREMENT, "user_id" INTEGER not null ${references}, "provider" TEXT not null ${providers}, "subject" TEXT not null, "email" TEXT not null, "created_at" TEXT not null`,
      names: '"id", "user_id", "provider", "subject", "email", "created_at"',
      indexes: [
        'create unique index "identities_provider_subject_unique" on "identities" ("provider", "subject")',
        'create unique index "identities_user_id_provider_unique" on "identities" ("user_id", "provider")',
      ],
    },
    sign_in_states: {
      columns: `"id" INTEGER PRIMARY KEY AUTOINCREMENT, "state_hash" TEXT not null, "provider" TEXT not null ${providers}, "action" TEXT not null check ("action" in ('login', 'signup', 'link')), "redirect_uri" TEXT not null, "user_id" INTEGER ${references}, "created_at" TEXT not null, "expires_at" TEXT not null, "browser_hash" TEXT not null default ''`,
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
    const constraint = `"${table}_provider_check"`
    schema.statement({ sqlite: '', postgres: `alter table "${table}" drop constraint ${constraint}` })
    schema.statement({ sqlite: '', postgres: `alter table "${table}" add constraint ${constraint} ${providers}` })
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
