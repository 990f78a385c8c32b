import { noIdentityProviders } from '#adapters/identity/providers.ts'
import { mailboxTransport } from '#adapters/mail/transport.ts'
import { createPasswords } from '#adapters/passwords.ts'
import { createSandboxGateway } from '#adapters/payments/sandbox.ts'
import { createStorage } from '#adapters/storage/create.ts'
import type { Config } from '#config.ts'
import { type Context, noOrigin, system, wordingFor } from '#context.ts'
import { systemClock } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { createAct } from '#platform/audit/audit.ts'
import { createServiceLogger } from '#service.ts'

/**
 * Creates the context of a command, with adapters that reach no external service. Its first transaction writes the
 * command to the audit log.
 */
export function createCommandContext(config: Config, db: Database, command: string): Context {
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
    act: createAct(() => ({ actor: 'command_line', action: command })),
    wording: wordingFor({ config }, 'en'),
  }
}
