import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { getDidUrl, isObject, parseObject } from '@research-platform/credentials'
import { readConfig, readDataLocation } from '#config.ts'
import type { Context } from '#context.ts'
import { OperatorError } from '#core/operator-error.ts'
import { Problem } from '#core/problem.ts'
import type { Variables } from '#core/settings.ts'
import { systemClock } from '#core/time.ts'
import { getDatabasePath } from '#database/index.ts'
import {
  createSources,
  describeExamination,
  type Outcome,
  readForeign,
  type Sources,
  type VerificationReport,
  verifyCredentialFile,
} from '#features/certificates/index.ts'
import { translateToEnglish } from '#language/translation.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

const marks: Record<Outcome, string> = { proven: '✔', refuted: '✘', open: '?' }

/**
 * Verifies the credential in a file without the service. Keys and status lists come from saved files (`--with`), from
 * the database of this installation, and from the network unless `--offline`. The exit code is 1 unless all is proven.
 */
export async function runVerify(invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { positionals, values } = parseOptions(invocation, {
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      with: { type: 'string', multiple: true, default: [] },
      offline: { type: 'boolean', default: false },
    },
  })
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new OperatorError(`One file is needed.\n\n${usage}`)
  await read(path)
  const saved = new Map(await Promise.all(values.with.map(readSaved)))
  const readUnlessOffline = async (url: string) => (values.offline ? null : readForeign(url, false))
  const installation = await openIfPresent(env)
  try {
    const known = installation === null ? null : createSources(installation, !values.offline)
    const sources: Sources = {
      now: systemClock.now(),
      ownDid: known?.ownDid ?? null,
      read: async (url) => saved.get(url) ?? (known === null ? readUnlessOffline(url) : known.read(url)),
    }
    const file = { path: resolve(path), email: values.email ?? null, callers: [] }
    const examination = await verifyCredentialFile(file, sources).catch((error: unknown) => {
      throw error instanceof Problem ? new OperatorError(error.message) : error
    })
    if (examination === null) throw new OperatorError(`There is no credential in ${path}.`)
    printExamination(stdout, examination)
    return examination.verdict === 'proven' ? 0 : 1
  } finally {
    await installation?.db.close()
  }
}

const read = (path: string) =>
  readFile(path).catch(() => {
    throw new OperatorError(`The file ${path} cannot be read.`)
  })

/** Returns a saved DID document or status list, with the address that it was saved from. */
async function readSaved(path: string): Promise<[url: string, text: string]> {
  const text = (await read(path)).toString('utf8')
  const document = parseObject(text)
  if (!isObject(document) || typeof document.id !== 'string')
    throw new OperatorError(`${path} is no DID document and no status list in JSON.`)
  return [document.id.startsWith('did:') ? getDidUrl(document.id) : document.id, text]
}

/** The keys of this installation are in its database, if there is one here. */
async function openIfPresent(env: Variables): Promise<Context | null> {
  const { dataDir, databaseUrl } = readDataLocation(env)
  if (databaseUrl === null && !existsSync(getDatabasePath(dataDir))) return null
  const config = readConfig(env)
  return createCommandContext(config, await openDatabase(config), 'verify')
}

function printExamination(stdout: NodeJS.WritableStream, examination: VerificationReport) {
  const { facts, findings } = examination
  printLine(stdout, `${translateToEnglish(describeExamination(examination))}\n`)
  const rows = [
    ['Title', facts.name],
    ['Issued by', `${facts.issuer.name} (${facts.issuer.id})`],
    ['Issued on', facts.validFrom?.slice(0, 10) ?? ''],
    ['Criteria', facts.achievements.map(({ criteria }) => criteria).join('; ')],
    ['Result', facts.achievements.map(({ result }) => result).join('; ')],
  ] as const
  for (const [name, value] of rows) if (value !== '') printLine(stdout, `  ${`${name}:`.padEnd(11)} ${clean(value)}`)
  printLine(stdout, '')
  for (const { outcome, message } of findings)
    printLine(stdout, `${marks[outcome]} ${clean(translateToEnglish(message))}`)
}

/** Texts of strangers may not control the terminal. */
const clean = (text: string) => text.replace(/\p{C}/gu, ' ')
