import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files whose functions are words of a declaration, which read as nouns: schemas, fields, columns, expressions, problems. */
const declarations = [
  'src/core/html.ts',
  'src/core/page.ts',
  'src/core/problem.ts',
  'src/core/schema.ts',
  'src/database/excluding-relation.ts',
  'src/database/member-relation.ts',
  'src/database/migrations/',
  'src/database/query/expressions.ts',
  'src/database/record.ts',
  'src/database/relations.ts',
  'src/http/envelope.ts',
  'src/language/sentence.ts',
]
/** Names that a framework or a runtime gives. */
const givenElsewhere = ['main', 'serializerCompiler', 'validatorCompiler']

function readVerbs(): Set<string> {
  const glossary = readFileSync(`${root}docs/GLOSSARY.md`, 'utf8')
  const [, table = ''] = glossary.split('## Verbs')
  const verbs = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].slice(1).map(([, cell = '']) => cell)
  return new Set(verbs.flatMap((cell) => cell.replaceAll(/\([^)]*\)/g, '').split(/,| and /)).map((verb) => verb.trim()))
}

/** Returns the exported functions of the service and its packages, with their files. */
function listFunctions(): { name: string; file: string }[] {
  const files = globSync(['src/**/*.ts', 'packages/**/*.ts'], { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/pages/console/app/'))
    .filter((file) => !declarations.some((prefix) => file.startsWith(prefix)))
  const pattern = /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<[^=]*>)?(?:\(|\w+ =>))/gm
  return files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(pattern)].map(([, first, second]) => ({
      name: first ?? second ?? '',
      file,
    })),
  )
}

const getVerb = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? name

describe('the names of functions', () => {
  it('begin with a verb of the glossary, each of which is used', () => {
    const verbs = readVerbs()
    // Routes are values, and what begins with a capital is a schema.
    const functions = listFunctions().filter(
      ({ name }) => !name.endsWith('Routes') && /^[a-z]/.test(name) && !givenElsewhere.includes(name),
    )
    const used = new Set(functions.map(({ name }) => getVerb(name)))

    assert.ok(functions.length > 1_000, String(functions.length))
    assert.deepEqual(
      functions.filter(({ name }) => !verbs.has(getVerb(name))).map(({ name, file }) => `${name} in ${file}`),
      [],
    )
    assert.deepEqual(
      [...verbs].filter((verb) => !used.has(verb)),
      [],
    )
  })
})

describe('the names of limits', () => {
  it('begin with max, as those of JSON Schema do', () => {
    const named = globSync(['src/**/*.ts', 'packages/**/*.ts', 'test/**/*.ts', 'scripts/*.ts', 'bench/**/*.ts'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    }).flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(/\bmost[A-Z]\w*/g)].map(([name]) => `${name} in ${file}`),
    )

    assert.deepEqual(named, [])
  })
})
