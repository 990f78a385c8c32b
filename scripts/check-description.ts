/**
 * `npm run check-description`: checks `openapi.json` with outside tools. Redocly and Spectral must report nothing, and
 * the code that openapi-typescript, hey-api and orval generate must compile. Needs the npm registry. Leaves no files in
 * the project.
 */

import '#node-version.ts'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const tools = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.95.0',
  'orval@7.13.2',
  'typescript@5.9.3',
]

const redocly = `extends: [recommended]
rules:
  # The paths are the contract's: /auth/{provider}/redirect beside /auth/sessions/{id}, /researchers/details/{id} beside
  # /researchers/{id}/team. No id is the word that a literal path has, so no request is ambiguous.
  no-ambiguous-paths: off
  # Two operations only redirect.
  operation-2xx-response: off
`
const compiler = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'esnext' },
    ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
  },
  include: ['types.ts', 'hey-api', 'orval'],
}

const folder = await mkdtemp(join(tmpdir(), 'research-platform-description-'))
try {
  await copyFile(join(root, 'openapi.json'), join(folder, 'openapi.json'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await writeFile(join(folder, 'redocly.yaml'), redocly)
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  await run('npm', ['install', '--no-audit', '--no-fund', ...tools], {
    cwd: folder,
    shell: process.platform === 'win32',
  })

  await Promise.all([
    judge('redocly', ['lint', 'openapi.json'], /You have \d+ warning/),
    judge('spectral', ['lint', '--fail-severity=hint', 'openapi.json']),
    judge('openapi-typescript', ['openapi.json', '-o', 'types.ts']),
    judge('openapi-ts', ['-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch']),
    judge('orval', ['--input', 'openapi.json', '--output', 'orval/api.ts', '--client', 'fetch']),
  ])
  await judge('tsc', ['-p', '.'])
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Runs a tool. Throws if it fails or prints a line that is not allowed. */
async function judge(tool: string, options: string[], complaint?: RegExp): Promise<void> {
  const program = join(folder, 'node_modules/.bin', tool)
  const told = await run(program, options, {
    cwd: folder,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 ** 2,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${tool} failed:\n${error.stdout ?? ''}\n${error.stderr ?? ''}`)
  })
  if (complaint?.test(told.stdout + told.stderr)) throw new Error(`${tool} complains:\n${told.stdout}\n${told.stderr}`)
  console.log(`✔ ${tool}`)
}
