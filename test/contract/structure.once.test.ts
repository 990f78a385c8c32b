import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { describe, it } from 'node:test'

const features = resolve('src/features')
const specifier = /(?:from|import\() ?'(\.[^']+)'/g

/** The folders of a feature that each of its folders imports from, without the root of the feature. */
async function readFolderImports(): Promise<Map<string, Set<string>>> {
  const imports = new Map<string, Set<string>>()
  for await (const file of glob('*/*/*.ts', { cwd: features })) {
    if (file.endsWith('.test.ts')) continue
    const folder = dirname(file)
    const source = await readFile(resolve(features, file), 'utf8')
    const targets = [...source.matchAll(specifier)]
      .map(([, path = '']) => dirname(resolve(features, folder, path)).slice(features.length + 1))
      .filter((target) => target.includes('/') && target !== folder)
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...targets]))
  }
  return imports
}

describe('the structure of the features', () => {
  it('has no two folders of a feature that import each other', async () => {
    const imports = await readFolderImports()

    const mutual = [...imports].flatMap(([folder, targets]) =>
      [...targets]
        .filter((target) => folder < target && imports.get(target)?.has(folder))
        .map((target) => `${folder} and ${target}`),
    )

    assert.ok(imports.size > 20, 'the folders were not found')
    assert.deepEqual(mutual, [])
  })
})

describe('the settings of pnpm', () => {
  it('name each package whose scripts are not run, because the newest version refuses others', async () => {
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>
    }
    const settings = await readFile('pnpm-workspace.yaml', 'utf8')

    const withScripts = Object.entries(packages)
      .filter(([path, { hasInstallScript = false }]) => hasInstallScript && path !== '')
      .map(([path]) => path.split('node_modules/').at(-1))
    assert.deepEqual(
      [...settings.matchAll(/^ {2}'(.+)': false$/gm)].map(([, name]) => name).sort(),
      withScripts.toSorted(),
    )
  })
})
