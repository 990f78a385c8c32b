/**
 * `npm run check`: runs the checks of types, lint, structure, unused code, translations and commits in parallel. `--fix` first applies the
 * fixes that Biome can make.
 */

import '#node-version.ts'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

interface Tool {
  name: string
  program: string
  options: string[]
}

const biome = '@biomejs/biome/bin/biome'
const biomeOptions = ['--colors=off', '--error-on-warnings', '--max-diagnostics=none']
const mend: Tool = { name: 'mend', program: biome, options: ['check', '--write', ...biomeOptions] }

const checks: Tool[] = [
  {
    name: 'types',
    program: 'typescript/bin/tsc',
    // What did not change since the last check of this checkout is not checked again.
    options: ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  },
  ...['src/pages/console/app', 'src/pages/modules', 'clients/typescript/src/exam-room', 'examples'].map((project) => ({
    name: `types in the browser: ${project}`,
    program: 'typescript/bin/tsc',
    options: ['--noEmit', '--project', project],
  })),
  { name: 'lint', program: biome, options: ['ci', ...biomeOptions] },
  {
    name: 'structure',
    program: 'dependency-cruiser/bin/dependency-cruiser.mjs',
    options: ['src', 'packages', 'test', 'scripts', 'bench', 'clients'],
  },
  {
    name: 'leftovers',
    program: 'knip/bin/knip.js',
    options: ['--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'languages', program: '../scripts/check-languages.ts', options: [] },
  { name: 'commits', program: '../scripts/check-commits.ts', options: [] },
  { name: 'generated files', program: '../scripts/generate.ts', options: ['--check'] },
]

const root = new URL('../', import.meta.url)
const { fix } = parseArgs({ options: { fix: { type: 'boolean', default: false } } }).values

// Biome exits with an error for what it cannot fix; the lint check reports the same.
if (fix) await run(mend)
const passed = await Promise.all(checks.map(report))
if (passed.includes(false)) process.exitCode = 1

async function report(tool: Tool): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await run(tool)
  const line = `${code === 0 ? '✔' : '✘'} ${tool.name} ${Math.round(performance.now() - start)} ms`
  console.log(code === 0 ? line : `${line}\n${output.trimEnd()}\n`)
  return code === 0
}

/** Runs the program with this Node and without a shell, so that it works on every system. */
function run({ program, options }: Tool): Promise<{ code: number | null; output: string }> {
  const path = fileURLToPath(new URL(`node_modules/${program}`, root))
  const child = spawn(process.execPath, [path, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
