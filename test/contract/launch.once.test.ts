import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'

const root = join(import.meta.dirname, '../..')
const launcher = join(root, 'src/launch.cjs')
const { optionalDependencies, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** `oldNode` simulates a Node without `process.execve`. */
function launch(args: string[], { file = launcher, cwd = root, oldNode = false } = {}) {
  const withoutExecve = oldNode ? ['--require', join(import.meta.dirname, 'no-execve.cjs')] : []
  const child = spawn(process.execPath, [...withoutExecve, file, ...args], { cwd })
  const ended = once(child, 'close')
  return {
    child,
    async result() {
      const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      return { stdout, stderr, code, signal }
    },
  }
}

/** A folder with a space in its name that contains the launcher and the given packages. */
async function createInstallation(t: TestContext, packages: string[]) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'an installation ')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'node_modules'))
  await copyFile(launcher, join(folder, 'src/launch.cjs'))
  await writeFile(join(folder, 'hello.mjs'), 'console.log(process.execPath, process.argv[2])')
  for (const name of packages)
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  return { cwd: folder, file: join(folder, 'src/launch.cjs') }
}

const bundled = Object.keys(optionalDependencies).find((name) => process.execPath.includes(name))

describe('the launcher', () => {
  it('knows exactly the packages of package.json', () => {
    const names = [...readFileSync(launcher, 'utf8').matchAll(/^ {2}'\w+ \w+': '(.+)',$/gm)].map(([, name]) => name)

    assert.deepEqual(names.toSorted(), Object.keys(optionalDependencies).toSorted())
  })

  it('runs every script', () => {
    const others = Object.entries<string>(scripts).filter(([, line]) => !line.startsWith('node src/launch.cjs'))

    assert.deepEqual(others, [])
  })

  for (const oldNode of [false, true]) {
    const kind = oldNode ? 'as a child process' : 'in its place'

    it(`runs a program ${kind}, with its arguments, input, output and exit code`, async () => {
      const program = `
        process.stdin.on('data', (data) => process.stdout.write(process.argv[1] + ':' + data))
        process.stdin.on('end', () => { console.error('bye'); process.exitCode = 42 })`
      const { child, result } = launch(['-e', program, 'with space'], { oldNode })
      child.stdin.end('hello')

      const { stdout, stderr, code } = await result()

      assert.deepEqual([stdout, stderr, code], ['with space:hello', 'bye\n', 42])
    })

    it(`forwards signals to a program that runs ${kind}`, {
      skip: process.platform === 'win32',
    }, async () => {
      const program = `
        process.on('SIGTERM', () => { console.log('asked to end'); process.exit(7) })
        setInterval(() => {}, 1000)
        console.log('ready')`
      const { child, result } = launch(['-e', program], { oldNode })
      child.stdout.once('data', () => child.kill('SIGTERM'))

      const { stdout, code } = await result()

      assert.deepEqual([stdout, code], ['ready\nasked to end\n', 7])
    })

    it(`ends by the signal that ended a program ${kind}`, {
      skip: process.platform === 'win32',
    }, async () => {
      const { result } = launch(['-e', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)"], {
        oldNode,
      })

      const { signal } = await result()

      assert.equal(signal, 'SIGKILL')
    })
  }

  // npm passes SIGTERM to the shell of its script and to nothing beyond; `close` comes once nobody holds the output.
  it('ends with the shell that npm runs it by, as a child process', {
    skip: process.platform === 'win32',
  }, async () => {
    const program = `
      process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0) })
      setInterval(() => {}, 1000)
      console.log('ready')`
    const withoutExecve = ['--require', join(import.meta.dirname, 'no-execve.cjs')]
    const line = ['-c', '"$@"; exit', 'sh', process.execPath, ...withoutExecve, launcher, '-e', program]
    const shell = spawn('sh', line, { cwd: root, env: { ...process.env, npm_lifecycle_event: 'start' } })
    shell.stdout.once('data', () => shell.kill('SIGTERM'))

    assert.equal(await text(shell.stdout), 'ready\nasked to end\n')
  })

  it('ends the service with `npm start`', { skip: process.platform === 'win32' }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const env = { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' }
    const npm = spawn('npm', ['start'], { cwd: root, env })
    let output = ''
    npm.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (!/Server listening/.test(output) && /Server listening/.test(output + part)) npm.kill('SIGTERM')
      output += part
    })

    await once(npm.stdout, 'close')

    assert.match(output, /"msg":"service stopped"/)
  })

  it('finds the bundled Node without a link in node_modules/.bin, in a folder with a space', async (t) => {
    const place = await createInstallation(t, ['fastify', ...(bundled === undefined ? [] : [bundled])])

    const { stdout, stderr, code } = await launch(['hello.mjs', 'you'], place).result()

    assert.deepEqual([stdout, stderr, code], [`${process.execPath} you\n`, '', 0])
  })

  it('reports that "npm ci" is missing', async (t) => {
    const place = await createInstallation(t, [])

    const { stdout, stderr, code } = await launch(['hello.mjs'], place).result()

    const sentence = 'The dependencies are not installed. Run "npm ci" in this folder first.\n'
    assert.deepEqual([stdout, stderr, code], ['', sentence, 1])
  })

  it('runs on the current Node when that is new enough and none is bundled', async (t) => {
    const place = await createInstallation(t, ['fastify'])

    const { stdout, code } = await launch(['hello.mjs', 'you'], place).result()

    assert.deepEqual([stdout, code], [`${process.execPath} you\n`, 0])
  })
})
