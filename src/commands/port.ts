import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Variables } from '#core/settings.ts'

/** Chooses a free port for 0 before the service listens, because links in responses contain it. */
export async function withPort(variables: Variables): Promise<Variables> {
  if (variables.PORT?.trim() !== '0') return variables
  const probe = createServer().listen(0, variables.HOST?.trim() || '127.0.0.1')
  // The listener reports an invalid HOST.
  await once(probe, 'listening').catch(() => undefined)
  const address = probe.address()
  if (typeof address !== 'object' || address === null) return variables
  await probe[Symbol.asyncDispose]()
  return { ...variables, PORT: String(address.port) }
}
