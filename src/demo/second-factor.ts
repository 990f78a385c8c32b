/** `npm run demo -- --two-factor`: gives the administrator of the demonstration a second factor. */

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateTotpCode } from '#adapters/one-time-passwords.ts'
import type { Config, DemoSecondFactor } from '#config.ts'
import { createServiceLogger } from '#service/logger.ts'
import { createService, type Service } from '#service.ts'
import { browser } from './client.ts'
import { demoPassword, logins } from './logins.ts'

/**
 * Returns the second factor, which is set up over HTTP if it is off. A file keeps it, so that it is printed again. Null
 * if the administrator has one that a visitor set up.
 */
export async function openSecondFactor(config: Config): Promise<DemoSecondFactor | null> {
  const file = join(config.dataDir, 'second-factor.json')
  const service = await createService(config, { logger: createServiceLogger({ logLevel: 'silent' }) })
  try {
    const post = createPost(service, config.basePath)
    const login = { email: logins.admin.email, password: demoPassword }
    const { token } = await post<{ token?: string }>('/auth/login', login)
    if (token === undefined) return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null
    const { secret, otpauth_url } = await post<DemoSecondFactor>('/auth/two-factor/setup', {}, token)
    const code = calculateTotpCode(secret, service.context.clock.now())
    const { recovery_codes } = await post<DemoSecondFactor>('/auth/two-factor/enable', { code }, token)
    const secondFactor = { secret, otpauth_url, recovery_codes }
    await writeFile(file, JSON.stringify(secondFactor))
    return secondFactor
  } finally {
    await service.stop()
  }
}

const createPost =
  ({ server }: Service, base: string) =>
  async <T>(path: string, body: object, token = ''): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': browser }
    const reply = await server.inject({ method: 'POST', url: `${base}${path}`, payload: body, headers })
    if (reply.statusCode >= 300) throw new Error(`POST ${path} answers ${reply.statusCode}: ${reply.body}`)
    return reply.json<{ data: T }>().data
  }
