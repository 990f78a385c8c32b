/** Opens the log of a running service, and logs what happens beside its requests. */

import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { followIgnored } from '#core/ignored-errors.ts'
import type { Replica, ReplicaState } from '#database/database.ts'
import { createServiceLogger } from './logger.ts'
import { loadTelemetry } from './tracing.ts'

/** Logs errors after which the program goes on until `closeLog`, which ends the export of traces too. */
export async function openLog(config: Config, input: Logger | undefined) {
  const { telemetry, logger } = await loadTelemetry(config.telemetry, input ?? createServiceLogger(config))
  const endIgnored = followIgnored(({ where, error }) => logger.warn({ where, err: error }, 'error ignored'))
  const closeLog = async () => {
    await telemetry?.close()
    endIgnored()
  }
  return { telemetry, logger, closeLog }
}

/** Logs changes of the read replica's state. */
export function logReplica(replica: Replica, logger: Logger) {
  const log = (state: ReplicaState) => {
    if (state === 'ok') logger.info({ state }, 'replica in use')
    else logger.warn({ state }, 'replica not in use')
  }
  log(replica.state)
  replica.onChange(log)
}
