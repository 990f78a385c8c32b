/** `npm run demo`: the settings of the demonstration, and its data folder, filled when it is not there yet. */

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, ConfigurationError, readConfig } from '#config.ts'
import type { Variables } from '#core/settings.ts'
import { demoPassword, logins } from './logins.ts'
import { runSimulation } from './simulation.ts'
import { tellStory, weeksOfStory } from './story.ts'

/** What would leave this machine, or belongs to the real data. */
const outside = /^(ADMIN_|SMTP_|S3_|STORAGE$|GOOGLE_|LINKEDIN_|STRIPE_|PAYMENT_GATEWAY$|APP_SECRET$)/

/** The folder of the demonstration lies beside the data folder, and everything outside is the sandbox. */
function createDemoSettings(variables: Variables) {
  if (variables.NODE_ENV === 'production')
    throw new ConfigurationError([
      'The demonstration is not for production: NODE_ENV must not be production.',
    ])
  if (variables.DATABASE_URL)
    throw new ConfigurationError(['The demonstration has its own embedded database: unset DATABASE_URL.'])
  const inside = Object.entries(variables).filter(([name]) => !outside.test(name))
  return {
    ...Object.fromEntries(inside),
    dataDir: `${resolve(variables.DATA_DIR?.trim() || './data')}-demo`,
    ADMIN_EMAIL: logins.admin.email,
    ADMIN_PASSWORD: demoPassword,
  }
}

/**
 * The settings of a data folder that is filled. It is filled under another name and then renamed, so that one that was
 * interrupted is never taken for whole: the next start begins anew. `tell` hears why the first start takes longer.
 */
export async function openDemo(variables: Variables, tell: (line: string) => void): Promise<Config> {
  const { dataDir, ...settings } = createDemoSettings(variables)
  if (!existsSync(dataDir)) {
    tell(`Filling ${dataDir}, which takes a few seconds the first time.`)
    const unfinished = `${dataDir}-unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await runSimulation(readConfig({ ...settings, DATA_DIR: unfinished }), weeksOfStory, tellStory)
    await rename(unfinished, dataDir)
  }
  const demo = { password: demoPassword, logins: Object.values(logins) }
  return Object.freeze({ ...readConfig({ ...settings, DATA_DIR: dataDir }), demo })
}
