import { extractText } from '#adapters/document-text.ts'
import { noIdentityProviders } from '#adapters/identity/providers.ts'
import { mailboxTransport } from '#adapters/mail/transport.ts'
import { createPasswords } from '#adapters/passwords.ts'
import { joinGateways } from '#adapters/payments/gateways.ts'
import { createSandboxGateway } from '#adapters/payments/sandbox.ts'
import { noWorkRegistries } from '#adapters/registries/registries.ts'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import { type Config, readConfig } from '#config.ts'
import {
  type AuditEventDetails,
  type Context,
  createLocalizerFor,
  noOrigin,
  runInTransaction,
  system,
} from '#context.ts'
import type { Variables } from '#core/settings.ts'
import type { Database } from '#database/database.ts'
import { inspectDatabase } from '#database/inspection.ts'
import { readClock } from '#features/sandbox-clock/index.ts'
import { appendToAuditLog, createAuditEvent } from '#platform/audit/audit.ts'
import { createServiceLogger } from '#service/logger.ts'
import { openDatabase } from '#service/open-database.ts'
import { createClock, emitters } from '#service.ts'

/**
 * Creates the context of a command, with adapters that reach no external service. Its first transaction writes the
 * command to the audit log. In development, its time is that to which the clock of the service was advanced.
 */
export async function createCommandContext(config: Config, db: Database, command: string): Promise<Context> {
  const clock = createClock(config)
  const ctx: Context = {
    db,
    config,
    clock,
    log: createServiceLogger(config),
    mail: mailboxTransport,
    passwords: createPasswords(),
    identity: noIdentityProviders,
    registries: noWorkRegistries,
    storage: createStorage(config),
    extractText,
    payments: joinGateways([createSandboxGateway(clock, config.appSecret)]),
    wake: () => undefined,
    runDueWork: async () => undefined,
    findNextDue: async () => null,
    ...emitters,
    actor: system,
    origin: noOrigin,
    auditEvent: createAuditEvent(() => ({ actor: 'command_line', action: command })),
    wording: createLocalizerFor({ config }, 'en'),
  }
  await readClock(ctx)
  return ctx
}

/** Writes a command to the audit log that has no transaction of its own. */
export async function recordCommand(
  config: Config,
  db: Database,
  command: string,
  details?: AuditEventDetails,
): Promise<void> {
  const ctx = await createCommandContext(config, db, command)
  await runInTransaction({ ...ctx, auditEvent: null }, (tx) =>
    appendToAuditLog(tx, { actor: 'command_line', action: command, ...details }),
  )
}

/**
 * Writes a backup or a restore to the audit log, which must succeed with any settings and any version of the database.
 * Returns why it could not be written; null when it is.
 */
export async function recordIfPossible(
  command: string,
  details: AuditEventDetails,
  variables: Variables,
): Promise<string | null> {
  try {
    const config = readConfig(variables)
    const { pending, newer } = await inspectDatabase(config)
    if (pending > 0 || newer?.isCompatible === false) return 'the database belongs to another version of the service'
    const db = await openDatabase(config)
    await recordCommand(config, db, command, details).finally(() => db.close())
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
