import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

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

describe('the texts of the service', () => {
  it('have amounts and numbers from one place: language/formats.ts, and kit.ts of the console, which runs in browsers', async () => {
    const places = new Set(['language/formats.ts', 'pages/console/app/kit.ts'])
    const found: string[] = []
    for await (const file of glob('**/*.{ts,js}', { cwd: 'src' })) {
      if (places.has(file) || file.endsWith('.test.ts')) continue
      if (/\.toFixed\(2\)|Intl\.NumberFormat|\.toLocaleString\(/.test(await readFile(join('src', file), 'utf8')))
        found.push(file)
    }
    assert.deepEqual(found, [])
  })

  it('are normalized in one place, which cuts runs of combining marks before', async () => {
    const files: string[] = []
    for await (const file of glob('src/**/*.ts'))
      if (!file.endsWith('.test.ts') && /\.normalize\(/.test(await readFile(file, 'utf8'))) files.push(file)

    assert.deepEqual(files, [])
  })
})

describe('connections to PostgreSQL', () => {
  it('are opened in one place, which listens to their loss: a connection without a listener ends its process', async () => {
    const files: string[] = []
    for await (const file of glob('{src,test,scripts}/**/*.ts'))
      if (/new pg\.(?:Client|Pool)\(|\} from [']pg'/.test(await readFile(file, 'utf8'))) files.push(file)

    assert.deepEqual(files, [join('src', 'database', 'postgres', 'client.ts')])
  })
})

describe('the pages and the console', () => {
  /** They send calls of operations, whose types are those of the API description, and read the answers. */
  const readers = [
    'src/pages/hosted/api.ts',
    'src/pages/console/app/kit.ts',
    'src/pages/modules/passkey-forms.ts',
    'src/pages/modules/payment-status.ts',
  ]
  const fields = /^ {2}(?:readonly )?[a-z]+_\w+\??:/m

  const readModules = async () => {
    const files = (await Array.fromAsync(glob('src/pages/{hosted,console,modules}/**/*.ts'))).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    return Promise.all(files.map(async (file) => ({ file, source: await readFile(file, 'utf8') })))
  }

  it('have no type of an answer besides those of the API description', async () => {
    const contract = await readFile('clients/typescript/src/contract.ts', 'utf8')
    const described = new Set([...contract.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name))

    const modules = await readModules()
    const own = modules.flatMap(({ file, source }) =>
      [...source.matchAll(/^(?:export )?(?:interface|type) (\w+)[^\n]*\{\n[\s\S]*?^\}/gm)]
        .filter(([text, name]) => described.has(name) || fields.test(text))
        .map(([, name]) => `${file}: ${name}`),
    )

    assert.ok(described.size > 200 && modules.length > 100, 'the types were not found')
    assert.deepEqual(own, [])
  })

  it('read the API by operations alone, which say what is answered', async () => {
    const unchecked = (await readModules()).flatMap(({ file, source }) =>
      [...source.matchAll(/\b(?:get|getAll|send|call|callApi|readData)<(?!O\b)|\.json[<(]|\b(?:inject|fetch)\(/g)]
        .filter(() => !readers.includes(file))
        .map(([text]) => `${file}: ${text}`),
    )

    assert.deepEqual(unchecked, [])
  })
})

describe('the packages', () => {
  const modules = (folder: string) => Array.fromAsync(glob(`${folder}/**/*.ts`, { exclude: ['**/node_modules/**'] }))
  const readImports = async (file: string) =>
    [...(await readFile(file, 'utf8')).matchAll(/(?:from|import\(|import|resolve\(|URL\() ?'([^']+)'/g)].map(
      ([, path = '']) => ({
        file,
        path,
        target: path.startsWith('.') ? relative('.', resolve(dirname(file), path)) : path,
      }),
    )

  /** They import nothing themselves, and tell the tests of packages what their work costs and how much of it is asked. */
  const support = ['processor-time.ts', 'breadth.ts'].map((file) => join('test', 'support', file))
  const ownFolder = (file: string) => file.split(sep).slice(0, 2).join(sep)

  it('import nothing of the service, and no other package of it', async () => {
    const imports = (await Promise.all((await modules('packages')).map(readImports))).flat()

    const outward = imports.filter(({ file, path, target }) =>
      path.startsWith('.')
        ? !target.startsWith(ownFolder(file)) && !(file.endsWith('.test.ts') && support.includes(target))
        : path.startsWith('#') ||
          (path.startsWith('@research-platform/') &&
            !path.startsWith(`@research-platform/${basename(ownFolder(file))}`)),
    )

    assert.ok(imports.length > 20, 'the modules were not found')
    assert.deepEqual(outward, [])
  })

  it('are entered through their door: by name, never by a path', async () => {
    const files = (await Promise.all(['src', 'test', 'scripts', 'bench'].map(modules))).flat()
    const imports = (await Promise.all(files.map(readImports))).flat()

    const byPath = imports.filter(({ target }) => target.startsWith(`packages${sep}`))

    assert.deepEqual(byPath, [])
  })

  it('have a README whose example runs', async () => {
    for await (const folder of glob('packages/*')) {
      const [readme = '', example = ''] = await Promise.all(
        ['README.md', 'example.ts'].map((name) => readFile(resolve(folder, name), 'utf8')),
      )
      assert.ok(readme.includes(`\`\`\`ts\n${example}\`\`\``), `The README of ${folder} shows another example.`)
      await import(pathToFileURL(resolve(folder, 'example.ts')).href)
    }
  })

  it('share the node_modules of the root, because the image copies only these', async () => {
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: object }

    assert.deepEqual(
      Object.keys(packages).filter((path) => /^packages\/.+\/node_modules\//.test(path)),
      [],
    )
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
