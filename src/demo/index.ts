/** `npm run demo`: the settings and the data folder of the demonstration, which is created on the first start. */

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, ConfigurationError, readConfig } from '#config.ts'
import type { Variables } from '#core/settings.ts'
import { demoPassword, logins } from './logins.ts'
import { runSimulation } from './simulation.ts'
import { seedDemo, weeksOfStory } from './story.ts'

/** Settings of external services and of the real data, which the demonstration ignores. */
const outside = /^(ADMIN_|SMTP_|S3_|STORAGE$|GOOGLE_|LINKEDIN_|ORCID_|STRIPE_|PAYMENT_GATEWAYS?$|APP_SECRET$)/

/** The data folder is beside the real one, and all external services are sandboxes. */
function createDemoSettings(variables: Variables) {
  if (variables.NODE_ENV === 'production')
    throw new ConfigurationError(['The demonstration is not for production: NODE_ENV must not be production.'])
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
 * Creates the data folder on the first start and returns the settings. The folder is created under another name and
 * then renamed, so that an interrupted start begins anew. `tell` reports why the first start takes longer, and how far
 * it is. With `twoFactor`, the administrator gets a second factor.
 */
export async function openDemo(
  variables: Variables,
  { tell, twoFactor }: { tell: (line: string) => void; twoFactor: boolean },
): Promise<Config> {
  const { dataDir, ...settings } = createDemoSettings(variables)
  if (!existsSync(dataDir)) {
    tell(`Filling ${dataDir} with the six weeks before today, once, which takes about ten seconds:`)
    const unfinished = `${dataDir}-unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await runSimulation(readConfig({ ...settings, DATA_DIR: unfinished }), { weeks: weeksOfStory, tell }, seedDemo)
    await rename(unfinished, dataDir)
  }
  const config = readConfig({ ...settings, DATA_DIR: dataDir })
  const secondFactor = twoFactor ? await (await import('./second-factor.ts')).openSecondFactor(config) : null
  const demo = { password: demoPassword, logins: Object.values(logins), secondFactor }
  return Object.freeze({ ...config, demo })
}
