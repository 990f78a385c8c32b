/** The API description of a new installation, for the committed `openapi.json` and its check. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { pino } from 'pino'
import { createPasswords } from '#adapters/passwords.ts'
import { readConfig } from '#config.ts'
import { createService } from '#service.ts'
import { copyTemplate } from '#test/support/database.ts'

/** The path of the committed description. */
export const descriptionFile: URL = new URL('../../openapi.json', import.meta.url)

/** Returns the text of `openapi.json`, with default settings and nothing specific to this machine. */
export async function apiDescription(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'research-platform-description-'))
  try {
    await copyTemplate(dataDir)
    const service = await createService(readConfig({ DATA_DIR: dataDir }), {
      logger: pino({ level: 'silent' }),
      passwords: createPasswords({ memory: 8, passes: 1 }),
    })
    const { payload } = await service.server.inject('/openapi.json')
    await service.stop()
    return `${stringify(JSON.parse(payload), { indent: 1, maxLength: 180 })}\n`
  } finally {
    await rm(dataDir, { recursive: true })
  }
}
