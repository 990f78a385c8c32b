/**
 * Measures what the tests notice: `node src/launch.cjs scripts/mutate.ts --count 200 --seed 1`. It changes one place of a random line of
 * `src/features` at a time, in a copy of the last commit, and runs the tests of its folder, then those that the change reaches, then all of
 * `npm test`. `--from 40` begins after 40 lines, and `--match jobs/` takes lines of those files alone.
 */

import '#node-version.ts'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from '@swc/core'
import { Chance } from '#test/resilience/random.ts'

/** A change of the bytes from `start` to `end` of a file. */
interface Mutation {
  file: string
  line: number
  start: number
  end: number
  text: string
}

type Replacement = readonly [start: number, end: number, text: string]
type SyntaxNode = { type: string; span: { start: number; end: number } } & Record<string, unknown>
type Outcome = 'noticed' | 'only by a snapshot' | 'survived' | 'not importable' | 'without an end'

/** They compare what is generated with its committed copy, so they notice each change, right or wrong. Beginnings of paths. */
const snapshots = ['test/contract/queries', 'test/contract/openapi', 'test/contract/document.']

/** After this time a change makes something run without an end: the tests of its folder, those that it reaches, and all. */
const limitsMs = { folder: 4 * 60_000, reached: 12 * 60_000, all: 30 * 60_000 }
/** What was told to end has so long to remove its files. */
const graceMs = 5_000

const swaps = new Map(
  ['=== !==', '!== ===', '< <=', '<= <', '> >=', '>= >', '+ -', '- +', '* /', '/ *', '&& ||', '|| &&'].map(toPair),
)
/** Words of queries: conditions, and the order of a list. */
const words = new Map(['= !=', '!= =', '< <=', '<= <', '> >=', '>= >', 'asc desc', 'desc asc'].map(toPair))
const conditionCalls = /^(?:ensure|permit|refuse|check|validate|require)/
const conditionMethods = ['where', 'whereRef', 'having', 'on', 'onRef']

/** What changes at nodes of these types; `read` returns the text between two places. */
const finders: Record<string, (node: SyntaxNode, read: (from: number, to: number) => string) => Replacement[]> = {
  BinaryExpression({ left, right, operator }, read) {
    const swap = swaps.get(String(operator))
    if (swap === undefined || !isNode(left) || !isNode(right)) return []
    // Parts of a text are not added.
    if (operator === '+' && [left, right].some((part) => /String|Template/.test(part.type))) return []
    const [from, to] = [left.span.end, right.span.start]
    return [[from, to, read(from, to).replace(String(operator), swap)]]
  },
  UnaryExpression: ({ span, operator, argument }) =>
    operator === '!' && isNode(argument) ? [[span.start, argument.span.start, '']] : [],
  IfStatement: ({ test }) => (isNode(test) ? [[test.span.start, test.span.end, 'false']] : []),
  ConditionalExpression: ({ test }) =>
    isNode(test) ? ['true', 'false'].map((text) => [test.span.start, test.span.end, text]) : [],
  NumericLiteral: ({ span, value }) => [[span.start, span.end, `${Number(value) + 1}`]],
  BooleanLiteral: ({ span, value }) => [[span.start, span.end, `${value !== true}`]],
  StringLiteral({ span, value }) {
    const word = words.get(String(value))
    return word === undefined ? [] : [[span.start, span.end, `'${word}'`]]
  },
  ExpressionStatement: ({ span, expression }) =>
    isNode(expression) && conditionCalls.test(readCalledName(expression)) ? [[span.start, span.end, ';']] : [],
  // `query.where(…)` becomes `query`.
  CallExpression({ callee, span }) {
    if (!isNode(callee) || callee.type !== 'MemberExpression') return []
    const { object, property } = callee
    const isCondition = isNode(object) && isNode(property) && conditionMethods.includes(String(property.value))
    return isCondition ? [[object.span.end, span.end, '']] : []
  },
}

const root = join(import.meta.dirname, '..')
const option = (value: string) => ({ type: 'string', default: value }) as const
const options = { count: option('200'), seed: option('1'), from: option('0'), match: option('') }
const { values } = parseArgs({ options })
const from = Number(values.from)
const copy = createCopy()
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const chosen = chooseMutations(Number(values.seed), values.match).slice(from, Number(values.count))
const totals = new Map<Outcome, number>()
for (const [index, mutation] of chosen.entries()) {
  const { outcome, by = '' } = await tryMutation(mutation)
  totals.set(outcome, (totals.get(outcome) ?? 0) + 1)
  console.log(`${from + index + 1} ${outcome}: ${describeMutation(mutation)} ${by}`.trimEnd())
}
console.log([...totals].map(([outcome, count]) => `${outcome}: ${count}`).join(', '))

function toPair(text: string): [string, string] {
  const [first = '', second = ''] = text.split(' ')
  return [first, second]
}

/** Returns one mutation for each line that has one, in random order. */
function chooseMutations(seed: number, match: string): Mutation[] {
  const chance = new Chance(seed)
  const files = globSync('src/features/**/*.ts', { cwd: copy }).sort()
  const all = files.filter((file) => !file.endsWith('.test.ts') && file.includes(match)).flatMap(listMutations)
  return [...Map.groupBy(all, ({ file, line }) => `${file}:${line}`).values()]
    .map((ofLine) => ({ mutation: chance.of(ofLine), place: chance.below(2 ** 32) }))
    .sort((one, other) => one.place - other.place)
    .map(({ mutation }) => mutation)
}

function listMutations(file: string): Mutation[] {
  const source = readFileSync(join(copy, file))
  // The parser counts bytes from a start of its own, which a first statement tells.
  const { body } = parseSync(`0;${source}`, { syntax: 'typescript' })
  const base = (body[0]?.span.start ?? 0) + '0;'.length
  const read = (start: number, end: number) => source.subarray(start - base, end - base).toString()
  return [...listNodes(body.slice(1))].flatMap((node) =>
    (finders[node.type]?.(node, read) ?? []).map(([start, end, text]) => {
      const line = read(base, start).split('\n').length
      return { file, line, start: start - base, end: end - base, text }
    }),
  )
}

/** Yields the nodes of expressions and statements, and none of types. */
function* listNodes(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  const isOfTypes = isNode(value) && value.type.startsWith('Ts')
  for (const child of isOfTypes ? [value.expression] : Object.values(value)) yield* listNodes(child)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'span' in value
}

function readCalledName({ type, argument, callee }: SyntaxNode): string {
  if (type === 'AwaitExpression' && isNode(argument)) return readCalledName(argument)
  return type === 'CallExpression' && isNode(callee) ? String(callee.value) : ''
}

/** Creates a checkout in which nothing but the mutation will be changed. */
function createCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'research-platform-mutations-'))
  execFileSync('git', ['clone', '--quiet', '--shared', '--single-branch', root, folder], { stdio: 'inherit' })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  return folder
}

function describeMutation({ file, line, start, end, text }: Mutation): string {
  const source = readFileSync(join(copy, file)).subarray(start, end).toString()
  return `${file}:${line} \`${source.trim().replace(/\s+/g, ' ')}\` → \`${text.trim()}\``
}

async function tryMutation({ file, start, end, text }: Mutation): Promise<{ outcome: Outcome; by?: string }> {
  const path = join(copy, file)
  const source = readFileSync(path)
  writeFileSync(path, Buffer.concat([source.subarray(0, start), Buffer.from(text), source.subarray(end)]))
  try {
    const imported = await run(
      ['--import', './src/resolve-imports.mjs', '-e', `await import('./${file}')`],
      limitsMs.folder,
    )
    if (imported.code !== 0) return { outcome: 'not importable' }
    const tests = ['scripts/test.ts', '--no-check', '--database', 'sqlite']
    const stages: [string[], number][] = [
      [['--changed', `${dirname(file)}/`], limitsMs.folder],
      [['--changed'], limitsMs.reached],
      [[], limitsMs.all],
    ]
    let failed: string[] = []
    for (const [selection, limitMs] of stages) {
      const { output, isStopped } = await run([...tests, ...selection], limitMs)
      failed = listFailed(output)
      const by = failed.find(isTelling)
      if (by !== undefined) return { outcome: 'noticed', by }
      if (isStopped) return { outcome: 'without an end' }
    }
    return { outcome: failed.length > 0 ? 'only by a snapshot' : 'survived', by: failed.join(', ') }
  } finally {
    writeFileSync(path, source)
  }
}

function isTelling(file: string): boolean {
  return !snapshots.some((beginning) => file.startsWith(beginning))
}

/** Returns the test files with a failed test. */
function listFailed(output: string): string[] {
  return [...output.matchAll(/^▶ (\S+\.test\.ts) on /gm)].map(([, file = '']) => file)
}

/** Runs Node in the copy until it ends, the limit is over, or a test fails that is none of a snapshot. */
async function run(
  command: string[],
  limitMs: number,
): Promise<{ code: number | null; output: string; isStopped: boolean }> {
  const child = spawn(process.execPath, command, { cwd: copy, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  let [output, isStopped] = ['', false]
  const signal = (name: NodeJS.Signals) => signalGroup(child.pid, name)
  const timers = [
    setTimeout(() => {
      isStopped = signal('SIGTERM')
    }, limitMs),
    // A worker that the change keeps in a loop does not hear that it should end.
    setTimeout(() => signal('SIGKILL'), limitMs + graceMs),
  ]
  const killAll = () => signal('SIGKILL')
  process.once('exit', killAll)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (!listFailed(output).some(isTelling)) return
    child.kill()
    timers.push(setTimeout(killAll, graceMs))
  })
  const [code] = await once(child, 'close')
  timers.forEach(clearTimeout)
  process.off('exit', killAll)
  return { code, output, isStopped }
}

/** Sends a signal to a program and all that it started. Returns false if it has ended. */
function signalGroup(leader: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return leader !== undefined && process.kill(-leader, name)
  } catch {
    return false
  }
}
