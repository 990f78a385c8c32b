import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** Places where an error may end: a handler that does not look at it, and a promise that nobody awaits. */
const endings = [
  /\.catch\(\(\) =>/,
  /\.catch\(\([^)]*\) => (?:undefined|null|true|false|void|\[\]|\(?\{\})/,
  /\bcatch \{/,
  /\.then\(.*, \(\) =>/,
  // Fastify tells `ready()` of the errors of a plugin.
  /^\s*(?:if \(.*\) |else )?void (?!app\.register)[a-z]/,
]

const isSentence = (line = '') => /(?:^|\s)\/\/ \S/.test(line)

/** Returns the lines of a text at which an error ends without a sentence beside it that says why nothing is lost. */
function listSilentEndings(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (isSentence(line) || /^\s*\*/.test(line) || !endings.some((ending) => ending.test(line))) return []
    const [before, after] = [lines[index - 1], lines[index + 1]]
    // Another error is thrown instead.
    if (/\bthrow\b/.test(line) || /^\s*throw\b/.test(after ?? '')) return []
    return isSentence(before) || isSentence(after) ? [] : [index + 1]
  })
}

describe('an error after which the program goes on', () => {
  it('is noted with `ignoreError` or `noteIgnored`, or a sentence beside it says why nothing is lost', () => {
    const files = globSync(['src/**/*.{ts,cjs,mjs,js}', 'packages/**/*.ts'], {
      exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts'],
    })

    const silent = files.flatMap((file) =>
      listSilentEndings(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
    )

    assert.ok(files.length > 1_000)
    assert.deepEqual(silent, [])
  })

  it('is found by the check above, however it is written', () => {
    const silent = [
      'await copy().catch(() => undefined)',
      'copy().catch(() => lists.delete(key))',
      'const text = await read().catch((error: unknown) => null)',
      'const rows = await read().catch((_) => [])',
      'read().then(show, () => undefined)',
      'try {\n  copy()\n} catch {\n}',
      'try {\n  copy()\n} catch {\n  return null\n}',
      '  void copy()',
      '  if (isDue) void copy()',
      '  void app.listen()',
    ]
    const spoken = [
      "await copy().catch(ignoreError('copy'))",
      "try {\n  copy()\n} catch (error) {\n  noteIgnored('copy', error)\n}",
      '// It is tried again.\nawait copy().catch(() => undefined)',
      'try {\n  copy()\n} catch {\n  // It is tried again.\n}',
      'await copy().catch(() => {\n  throw new Problem()\n})',
      'read().catch((error) => show(error.message))',
      '  void app.register(plugin)',
    ]

    assert.deepEqual(
      silent.filter((text) => listSilentEndings(text).length === 0),
      [],
    )
    assert.deepEqual(
      spoken.filter((text) => listSilentEndings(text).length > 0),
      [],
    )
  })
})
