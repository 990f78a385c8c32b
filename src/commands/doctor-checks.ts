/** The checks of `npm run doctor`, one for each part that the service needs. */

import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { createIdentityProviders } from '#adapters/identity/providers.ts'
import { createSmtpTransport } from '#adapters/mail/transport.ts'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import type { OidcProvider } from '#config/oidc-providers.ts'
import type { Config } from '#config.ts'
import { systemClock } from '#core/time.ts'
import { inspectAccounts, inspectDatabase } from '#database/inspection.ts'
import { type Check, createPass, createWarning, type Outcome } from './doctor-outcome.ts'
import { checkPayments, createCredentialCheck } from './doctor-payments.ts'

const gigabyte = 1024 ** 3
/** While it is copied, the write-ahead log of the embedded database has rarely more than 100 MB. */
const longLogBytes = gigabyte / 2
/** Tokens and links expire by the clock, and payment gateways refuse requests whose time differs by five minutes. */
const maxClockDifferenceMs = 30_000
const answerLimitMs = 10_000

/** `mailTo` is the recipient of a test mail; null for none. With `registersCallbacks`, gateways are told where they send messages. */
export const createChecks = (config: Config, mailTo: string | null, registersCallbacks: boolean): Check[] => [
  {
    name: 'Data folder',
    advice: 'Set DATA_DIR to a folder that the user of the service may write to.',
    run: () => checkDataFolder(config),
  },
  {
    name: 'Disk space',
    advice: 'Set DATA_DIR to a folder that exists.',
    run: () => checkDiskSpace(config),
  },
  {
    name: 'Database',
    advice:
      config.databaseUrl === null
        ? 'Restore a backup: docs/operations/recover.md.'
        : 'Check DATABASE_URL, and that the PostgreSQL server runs and lets this machine in.',
    run: () => checkDatabase(config),
  },
  { name: 'Administrator', advice: 'Check the database first.', run: () => checkAdministrator(config) },
  ...createReplicaCheck(config),
  {
    name: 'Storage',
    advice:
      config.s3 === null
        ? 'Let the user of the service write to the folder files in DATA_DIR.'
        : 'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys, and that they may put, get and delete objects.',
    run: () => checkStorage(config),
  },
  {
    name: 'Mail',
    advice: 'Check SMTP_URL (user, password, port), MAIL_FROM, and that the mail server lets this machine in.',
    run: () => checkMail(config, mailTo),
  },
  {
    name: 'Payments',
    advice: 'Check the credentials of the gateway (STRIPE_*, PAWAPAY_*, DARAJA_*), and that this machine reaches it.',
    run: () => checkPayments(config, registersCallbacks),
  },
  ...createCredentialCheck(config),
  ...(['google', 'linkedin'] as const).map((name) => ({
    name: name === 'google' ? 'Google' : 'LinkedIn',
    advice: `Check ${name.toUpperCase()}_ISSUER, and that this machine reaches it.`,
    run: () => checkProvider(config, name),
  })),
  ...config.oidcProviders.map((provider) => ({
    name: provider.label,
    advice: `Check OIDC_${provider.name.toUpperCase()}_ISSUER, and that this machine reaches it.`,
    run: () => checkNamedProvider(config, provider),
  })),
  {
    name: 'Public URL',
    advice: 'Start the service, and check PUBLIC_URL, the proxy in front and its certificate.',
    run: () => checkPublicUrl(config),
  },
]

async function checkDataFolder({ dataDir }: Config): Promise<Outcome> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  if (process.platform === 'win32') return createPass(dataDir)
  const { mode } = await stat(dataDir)
  return (mode & 0o077) === 0
    ? createPass(dataDir)
    : createWarning(`${dataDir} is open to other users of this machine`, `Run: chmod 700 '${dataDir}'`)
}

async function checkDiskSpace({ dataDir }: Config): Promise<Outcome> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const text = `${(free / gigabyte).toFixed(1)} GB free of ${(all / gigabyte).toFixed(1)} GB`
  return free < gigabyte || free < all / 20
    ? createWarning(text, 'Make room before the disk is full.')
    : createPass(text)
}

async function checkDatabase(config: Config): Promise<Outcome> {
  const { engine, pending, newer, clockAheadMs, unsafe, bytes } = await inspectDatabase(config)
  if (newer !== null) {
    const text = `${engine}, made by a newer version (${newer.name})`
    return newer.isCompatible
      ? createWarning(`${text}, beside which this one can run`, 'Replace all instances by that version.')
      : { state: 'bad', text, advice: 'Start that version.' }
  }
  if (Math.abs(clockAheadMs) > maxClockDifferenceMs)
    return createWarning(
      `${engine}; its clock differs by ${Math.round(clockAheadMs / 1000)} s from that of this machine`,
      'Let both machines set their clocks by NTP.',
    )
  if (unsafe.length > 0)
    return createWarning(
      `${engine} with ${unsafe.join(', ')}: what was acknowledged can be lost`,
      'Set them back to on.',
    )
  if (bytes !== undefined && bytes.log > longLogBytes)
    return createWarning(
      `${engine}; its write-ahead log has ${(bytes.log / gigabyte).toFixed(1)} GB, and the database ${(bytes.file / gigabyte).toFixed(1)} GB`,
      'The log is not copied: docs/operations/recover.md, "A long log".',
    )
  return createPass(pending === 0 ? `${engine}, up to date` : `${engine}; the next start runs ${pending} migrations`)
}

async function checkAdministrator(config: Config): Promise<Outcome> {
  const accounts = await inspectAccounts(config)
  if (accounts === 'with administrator') return createPass('there is one')
  if (accounts === 'empty') return createPass('the first start creates one')
  const text = 'there are accounts, and none is an administrator'
  if (config.admin === null) return { state: 'bad', text, advice: 'Run: npm run admin -- --email you@example.org' }
  return createWarning(text, 'Start the service, which creates the one of ADMIN_EMAIL, or logs why it does not.')
}

function createReplicaCheck({ databaseReadUrl: url, dataDir }: Config): Check[] {
  if (url === null) return []
  const advice = 'Check DATABASE_READ_URL, and that it replicates the server of DATABASE_URL.'
  const run = async () => {
    const { engine, pending, newer } = await inspectDatabase({ databaseUrl: url, dataDir })
    return pending === 0 && newer === null ? createPass(engine) : createWarning(`${engine}, not up to date`, advice)
  }
  return [{ name: 'Read replica', advice, run }]
}

async function checkStorage(config: Config): Promise<Outcome> {
  const storage = createStorage(config)
  const content = randomUUID()
  const key = `private/doctor/${content}.txt`
  const path = join(await storage.incoming(), content)
  await writeFile(path, content, { mode: 0o600 })
  let read: string
  try {
    await storage.keep(key, path, content.length, { contentType: 'text/plain', disposition: 'attachment' })
    read = await readText(await storage.open(key))
  } finally {
    await storage.removeFolder('private/doctor')
  }
  if (read !== content) throw new Error('a file that was stored reads otherwise')
  return createPass(
    config.s3 === null
      ? 'a file was written, read and removed on the disk'
      : `an object was written, read and removed in the bucket ${config.s3.bucket}`,
  )
}

async function checkMail({ smtpUrl, mailFrom, organizationName }: Config, to: string | null): Promise<Outcome> {
  if (smtpUrl === null)
    return createWarning('no SMTP_URL: mails stay in the sandbox mailbox', 'Set SMTP_URL to send them.')
  const mail = createSmtpTransport(smtpUrl, mailFrom)
  const { host } = new URL(smtpUrl)
  try {
    await mail.check()
    if (to === null) return createPass(`${host} takes mails; add --mail you@example.org to send one`)
    const text = `This is the test mail of ${organizationName}. Nothing is to be done.`
    await mail.deliver({
      to,
      subject: `Test mail of ${organizationName}`,
      text,
      html: `<p>${text.replace(/[&<>]/g, '')}</p>`,
      attachments: [],
      messageId: `<doctor-${randomUUID()}@${mailFrom.split('@').at(-1)?.replace('>', '')}>`,
    })
    return createPass(`${host} accepted a mail from ${mailFrom} to ${to}`)
  } finally {
    mail.close()
  }
}

async function checkProvider(config: Config, name: 'google' | 'linkedin'): Promise<Outcome> {
  if (config.identity[name] === null)
    return createPass(config.environment === 'production' ? 'not configured' : 'the sandbox stands in')
  return askProvider(config, name, config.identity[name].issuer)
}

/** Without domains, the provider signs people in to the accounts of all addresses that it calls verified. */
async function checkNamedProvider(config: Config, { name, issuer, domains }: OidcProvider): Promise<Outcome> {
  const outcome = await askProvider(config, name, issuer)
  return domains.length > 0
    ? outcome
    : createWarning(
        `${issuer} answers, and is believed about every e-mail address`,
        `Name in OIDC_${name.toUpperCase()}_DOMAINS the domains for whose addresses it answers.`,
      )
}

/** Reads the discovery document of the provider, as a sign-in does. */
async function askProvider(config: Config, name: string, issuer: string): Promise<Outcome> {
  let reason = ''
  const provider = createIdentityProviders({
    clock: systemClock,
    log: {
      warn(fields: { reason?: string }) {
        reason = fields.reason ?? ''
      },
    },
    settings: config.identity,
    named: config.oidcProviders,
    sandboxIssuer: null,
    ownOrigin: () => null,
    insecure: config.environment !== 'production',
  }).get(name)
  const asked = { state: 'a', nonce: 'a', verifier: 'a'.repeat(43), redirectUri: config.publicUrl }
  await provider?.authorization(asked).catch(() => {
    throw new Error(reason)
  })
  return createPass(`${issuer} answers`)
}

async function checkPublicUrl({ publicUrl, environment }: Config): Promise<Outcome> {
  const url = `${publicUrl}/health/live`
  const signal = AbortSignal.timeout(answerLimitMs)
  const reply = await fetch(url, { signal }).catch((error: unknown) => {
    if (environment === 'production') throw error
    return null
  })
  if (reply === null) return createWarning(`${url} does not answer`, 'Start the service to try it.')
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`)
  const difference = Date.parse(reply.headers.get('date') ?? '') - Date.now()
  if (Math.abs(difference) > maxClockDifferenceMs)
    return createWarning(
      `${url} answers, ${Math.round(difference / 1000)} s from the clock of this machine`,
      'Let both machines set their clocks by NTP.',
    )
  return createPass(`${url} answers`)
}
