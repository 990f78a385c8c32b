import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { settingNames } from '#config/misspelled-settings.ts'
import { readConfig } from '#config.ts'
import { testApp } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const listMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one)

/** The settings that the program reads, with all features configured. */
function settings(): Set<string> {
  const given: Record<string, string> = {
    APP_SECRET: 'x'.repeat(32),
    STORAGE: 's3',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
    PAYMENT_GATEWAYS: 'stripe,pawapay,daraja',
    DARAJA_CONSUMER_KEY: 'k',
    DARAJA_CONSUMER_SECRET: 's',
    DARAJA_SHORTCODE: '174379',
    DARAJA_PASSKEY: 'p',
    DARAJA_INITIATOR: 'i',
    DARAJA_SECURITY_CREDENTIAL: 'c',
    DARAJA_CREDENTIAL_DATE: '2026-11-26',
    PAWAPAY_TOKEN: 't',
    STRIPE_SECRET_KEY: 'k',
    STRIPE_WEBHOOK_SECRET: 's',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  }
  const asked = new Set<string>()
  const variables = new Proxy(given, {
    get(target, name) {
      asked.add(String(name))
      return target[String(name)]
    },
  })
  readConfig(variables)
  return asked
}

const known = settings()
const listUnknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name))

/** The service's variables in the compose file with their values. */
function readComposeFile(): Map<string, string> {
  const [, block = ''] =
    /^ {2}service:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m.exec(readText('compose.yaml')) ?? []
  return new Map([...block.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

describe('the table of settings', () => {
  it('contains exactly the settings of the program', () => {
    const rows = listMatches(readText('docs/operations/configure.md'), /^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|.*\|.*\|$/gm)
    const names = rows.flatMap((row) => listMatches(row, /`([A-Z0-9_]+)`/g))
    const table = names.slice(0, names.indexOf('LOG_LEVEL') + 1)

    assert.deepEqual(table.toSorted(), [...known].sort())
    assert.deepEqual([...settingNames].sort(), [...known].sort())
  })
})

describe('the container image', () => {
  const lines = readText('Dockerfile').split('\n')

  const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

  it('copies existing files, and files that the builder provides', () => {
    const given = listMatches(readText('.dockerignore'), /^!(.+)$/gm)
    const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    const sources = copies.flatMap((line) => line.split(' ').slice(1, -1))

    assert.ok(sources.length > 0)
    assert.deepEqual(
      sources.filter((source) => !existsSync(join(root, source)) || !given.some((one) => isWithin(source, one))),
      [],
    )
  })

  it('starts like `npm start`, with settings that the program knows', () => {
    const { scripts } = JSON.parse(readText('package.json'))
    const command = lines.findLast((line) => line.startsWith('CMD ')) ?? ''
    const [variables = ''] = lines.filter((line) => line.startsWith('ENV '))

    assert.equal(JSON.parse(command.slice('CMD '.length)).join(' '), scripts.start.replace('src/launch.cjs ', ''))
    assert.deepEqual(listUnknown(listMatches(variables, /([A-Z_]+)=/g)), [])
  })

  it('checks its own health', async () => {
    const { address } = await testApp()
    const [line = ''] = lines.filter((one) => one.startsWith('  CMD ["node", "-e"'))
    const [, ...words] = JSON.parse(line.trim().slice('CMD '.length))
    const answer = async (PORT: string) => {
      const [code] = await once(spawn(process.execPath, words, { env: { PORT, BASE_PATH: '/' } }), 'exit')
      return code
    }

    assert.equal(await answer(new URL(address).port), 0)
    assert.equal(await answer('1'), 1)
  })

  it('contains exactly the Node version of the lockfile', () => {
    const { optionalDependencies } = JSON.parse(readText('package.json'))
    const removed = listMatches(readText('Dockerfile'), /node_modules\/(node-[a-z]+)-\*/g)

    for (const [name, version] of Object.entries(optionalDependencies)) {
      assert.match(String(version), /^26\./)
      if (name.includes('linux'))
        assert.ok(
          removed.some((one) => name.startsWith(one)),
          name,
        )
    }
    assert.match(readText('Dockerfile'), /^FROM node:26-slim$/m)
  })
})

describe('the compose file', () => {
  it('passes settings that the program knows', () => {
    assert.ok(readComposeFile().has('DATABASE_URL'))
    assert.deepEqual(listUnknown(readComposeFile().keys()), [])
  })

  it('uses only variables of its example file, and contains no secret', () => {
    const example = new Set(listMatches(readText('compose.env.example'), /^([A-Z0-9_]+)=/gm))
    const asked = new Set(listMatches(readText('compose.yaml'), /\$\{([A-Z0-9_]+)/g))

    assert.deepEqual(asked, example)
    for (const [name, value] of readComposeFile())
      if (/SECRET|PASSWORD|KEY/.test(name)) assert.match(value, /^\$\{[A-Z0-9_]+:[?-]\}$/, name)
  })

  it('starts in production with the variables of its example file', () => {
    const filled = [...readComposeFile()].map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?\}/g, createSample).replace(/\$\{\w+:-(.*?)\}/g, '$1'),
    ])

    const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(filled) })

    assert.equal(config.s3?.endpoint, 'http://s3.localhost:9000')
    assert.equal(config.databaseUrl, 'postgres://platform:0123456789abcdef@postgres/platform')
  })
})

describe('the dashboard and the alert rules', () => {
  it('use only metrics that the service has', async () => {
    const { address, anonymous } = await testApp()
    await anonymous.get('/subscriptions/plans')
    const metrics = await (await fetch(`${address}/metrics`)).text()
    const dashboard = JSON.parse(readText('deploy/grafana-dashboard.json'))
    const panels: { targets: { expr: string }[] }[] = dashboard.panels
    const expressions = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...listMatches(readText('deploy/prometheus-rules.yaml'), /^ {8}expr: (.*)$/gm),
    ]

    const used = new Set(
      expressions.flatMap((one) =>
        listMatches(one, /\b((?:http|background|business|nodejs|process|sqlite|errors)_\w+)/g),
      ),
    )

    assert.ok(panels.length >= 10 && used.size >= 8 && expressions.length >= 19)
    assert.deepEqual(
      [...used].filter((name) => !metrics.includes(`\n${name}`) && !metrics.includes(`# TYPE ${name} `)),
      [],
    )
  })
})

/** The content of compose.env for an operator. */
function createSample(_: string, name: string): string {
  const [, preset = ''] = new RegExp(`^${name}=(.+)$`, 'm').exec(readText('compose.env.example')) ?? []
  const written: Record<string, string> = { APP_SECRET: 'x'.repeat(44), ADMIN_EMAIL: 'root@example.org' }
  return preset || (written[name] ?? '0123456789abcdef')
}
