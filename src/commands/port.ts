import { once } from 'node:events'
import { createServer } from 'node:net'

/** With 0 a free port is chosen here and not by the listener, because every link in the answers has it. */
export async function withPort(variables: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (variables.PORT?.trim() !== '0') return variables
  const probe = createServer().listen(0, variables.HOST?.trim() || '127.0.0.1')
  // A HOST that cannot be used is refused by the listener.
  await once(probe, 'listening').catch(() => undefined)
  const address = probe.address()
  if (typeof address !== 'object' || address === null) return variables
  await probe[Symbol.asyncDispose]()
  return { ...variables, PORT: String(address.port) }
}
