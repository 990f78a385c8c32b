import { noIdentityProviders } from '#adapters/identity/providers.ts'
import { mailboxTransport } from '#adapters/mail/transport.ts'
import { createPasswords } from '#adapters/passwords.ts'
import { createSandboxGateway } from '#adapters/payments/sandbox.ts'
import { createStorage } from '#adapters/storage/create.ts'
import type { Config } from '#config.ts'
import { type Context, noOrigin, system, wordingFor } from '#context.ts'
import { systemClock } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { createServiceLogger } from '#service.ts'

/** Creates the context of a command, with adapters that reach no external service. */
export function createCommandContext(config: Config, db: Database): Context {
  return {
    db,
    config,
    clock: systemClock,
    log: createServiceLogger(config),
    mail: mailboxTransport,
    passwords: createPasswords(),
    identity: noIdentityProviders,
    storage: createStorage(config),
    payments: createSandboxGateway(systemClock, config.appSecret),
    wake: () => undefined,
    actor: system,
    origin: noOrigin,
    wording: wordingFor({ config }, 'en'),
  }
}
