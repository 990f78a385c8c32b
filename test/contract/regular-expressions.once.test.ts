/**
 * Texts arrive before their length is known, and nobody else is answered while an expression runs. So every regular expression of the
 * service takes linear time, whatever it is used for. `/[.\s]+$/` does not, because it begins at each point again, and
 * `/(?<![.\s])[.\s]+$/` does.
 */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { measureProcessor } from '../support/processor-time.ts'
import { listWorstTexts, type WriteText } from './worst-texts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files that build expressions from parts, with the reason why these take linear time. */
const builders = {
  'packages/documents/fallback-fonts.ts': 'a property of one character',
  'packages/documents/layout.ts': 'a repetition that begins after no letter, so that no part is read twice',
  'packages/documents/word-text.ts': 'a repetition of digits after a constant text',
  'packages/search-engine/folding.ts': 'alternatives without a repetition',
  'packages/search-engine/language/bounds.ts': 'a query of at most 200 characters',
  'packages/search-engine/language/spelling-variants.ts': 'constant texts without a repetition',
  'src/backup/manifest.ts': 'repetitions that begin with a slash, which they do not contain',
  'src/core/text-normalization.ts': 'alternatives, and one repetition that begins after a flag',
  'src/features/courses/download/media.ts': 'a constant text, and one repetition that nothing follows',
  'src/features/jobs/identity.ts': 'constant texts, and a repetition that ends at its last digit',
  'src/features/search-index/profile-texts.ts': 'alternatives without a repetition',
}

describe('Regular expressions of the service', () => {
  const { expressions, constructing } = readExpressions()

  it('take linear time on 100 kB of their worst text', async () => {
    const quadratic = /[.\s]+$/
    // A tenth of what 25,000 points take, of which half as many take a quarter.
    const text = `${'.'.repeat(12_500)}x`
    const limitMs = ((await measureProcessor(() => text.replace(quadratic, ''), { tries: 3 })) * 4) / 10
    const isSlow = async (expression: RegExp) =>
      (await takesLonger(expression, { limitMs, tries: 10 }, listWorstTexts(expression), 20)) ||
      (await takesLonger(expression, { limitMs, tries: 10 }, listWorstTexts(expression), 2_000)) ||
      (await takesLonger(expression, { limitMs, tries: 10 }, findSlowest(expression), 100_000))
    const slow: string[] = []

    for (const expression of expressions.values()) if (await isSlow(expression)) slow.push(expression.source)

    assert.deepEqual(slow, [])
    assert.ok(expressions.size > 200)
    const afterPrefix = /filename\*=UTF-8''(\S+)$/
    // Those that are known to be slow need no second try.
    assert.ok(await takesLonger(quadratic, { limitMs, tries: 1 }, findSlowest(quadratic), 20_000))
    assert.ok(await takesLonger(afterPrefix, { limitMs, tries: 1 }, findSlowest(afterPrefix), 100_000))
  })

  it('are built from parts only in files that say why they take linear time', () =>
    assert.deepEqual(constructing.sort(), Object.keys(builders)))
})

interface Limit {
  limitMs: number
  tries: number
}

/** Measures a slow one again, also because the first use compiles. */
async function takesLonger(expression: RegExp, { limitMs, tries }: Limit, writers: WriteText[], length: number) {
  for (const write of writers) {
    const text = write(length)
    if ((await measureProcessor(() => text.replace(expression, ''), { limitMs, tries })) > limitMs) return true
  }
  return false
}

/** Returns the three ways to write a text that take longest with a short one, whose processor time is too short for its clock. */
function findSlowest(expression: RegExp) {
  return listWorstTexts(expression)
    .map((write) => ({ write, ms: measureShortestMs(expression, write(2_000)) }))
    .sort((first, second) => second.ms - first.ms)
    .slice(0, 3)
    .map(({ write }) => write)
}

function measureShortestMs(expression: RegExp, text: string): number {
  const measured = Array.from({ length: 3 }, () => {
    const start = performance.now()
    text.replace(expression, '')
    return performance.now() - start
  })
  return Math.min(...measured)
}

/** Returns the literals of all files, the patterns of the API description, and the files that build others. */
function readExpressions() {
  const expressions = new Map<string, RegExp>()
  const constructing: string[] = []
  const files = globSync('{src,packages}/**/*.{ts,mjs,cjs}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8')
    if (/\bRegExp\(/.test(text)) constructing.push(file)
    JSON.stringify(parseSync(text, { syntax: 'typescript' }), (_, node) => {
      if (node?.type !== 'RegExpLiteral') return node
      expressions.set(`/${node.pattern}/${node.flags}`, new RegExp(node.pattern, node.flags))
      return undefined
    })
  }
  const description = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  JSON.parse(description, (name, value) => {
    if (name === 'pattern' && typeof value === 'string') expressions.set(value, new RegExp(value, 'u'))
    return value
  })
  return { expressions, constructing }
}
