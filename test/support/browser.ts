/** Opens a headless Chromium from npm, so that tests in a browser need nothing that is installed on the machine. */

import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'
import { extract } from 'tar-fs'
import { addCost, listChildren, readTreeSeconds } from './costs.ts'

/** The package has a program for this platform only; elsewhere a browser that is installed is used. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'
const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why tests in a browser are not possible on this machine; false when they are. */
export const noBrowser = !isPackaged && !existsSync(installed) && 'Set CHROMIUM_PATH to a Chromium.'

/** The environment variable that says that the files of this process share a browser, which the process closes with `closeBrowser`. */
export const sharesBrowser = 'TEST_SHARES_BROWSER'

let shared: Promise<{ browser: Browser; pid: number | undefined }> | undefined

/**
 * Opens a browser, or what looks like one in the browser that the files of this process share. `hosts` leads names with their ports, such as
 * `api.test`, to the address of a service. Closing it closes its pages.
 */
export async function openBrowser(hosts: Record<string, string> = {}): Promise<Browser> {
  addCost('browsers')
  const isShared = process.env[sharesBrowser] !== undefined
  const { browser } = isShared ? await openSharedBrowser() : await launch()
  const proxy = Object.keys(hosts).length === 0 ? null : await startProxy(hosts)
  const contexts: BrowserContext[] = []
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext({ ...options, ...(proxy && { proxy: { server: proxy.address } }) })
    contexts.push(context)
    return context
  }
  const newPage: Browser['newPage'] = async (options) => (await newContext(options)).newPage()
  const close = async () => {
    await Promise.all(contexts.map((context) => context.close()))
    proxy?.close()
    if (!isShared) await browser.close()
  }
  return Object.assign(Object.create(browser), { newContext, newPage, close })
}

/** Closes the browser that the files of this process share. */
export async function closeBrowser(): Promise<void> {
  await (await shared)?.browser.close()
  shared = undefined
}

/** Returns the processor seconds of the browser that the files of this process share. */
export async function readBrowserSeconds(): Promise<number> {
  return readTreeSeconds((await shared)?.pid)
}

function openSharedBrowser() {
  shared ??= launch()
  return shared
}

async function launch() {
  const known = listChildren()
  // A process that is told to end does so, and the browser with it, because its pipe ends; a handler here would keep the process running.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch({ ...(await getLaunchOptions()), ...signals })
  const [pid] = listChildren().filter((child) => !known.includes(child))
  return { browser, pid }
}

async function getLaunchOptions(): Promise<LaunchOptions> {
  // Drawing by the processor alone takes a sixth less of its time than an emulated graphics processor. The limit keeps the browser from
  // starting a renderer for a site that may come, which is a tenth.
  const args = ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1', '--num-raster-threads=1']
  if (!isPackaged) return { executablePath: installed, args }
  const folder = await unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') }
  return { executablePath: join(folder, 'chromium'), args, env }
}

/** Starts a proxy that leads the requests of a browser to services by the names of their hosts. */
async function startProxy(hosts: Record<string, string>) {
  const server = createServer((incoming, reply) => {
    const { host, origin, pathname, search } = new URL(incoming.url ?? '')
    const target = hosts[host] ?? origin
    const { method, headers } = incoming
    const forwarded = request(`${target}${pathname}${search}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(reply)
    })
    // A host that does not exist.
    forwarded.on('error', () => reply.destroy())
    reply.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${port}`, close }
}

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))

/** Unpacks the program and the libraries that it needs, once for all processes and runs. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const caches = join(import.meta.dirname, '../../node_modules/.cache')
  const folder = join(caches, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(caches, { recursive: true })
  const draft = await mkdtemp(join(caches, 'chromium-draft-'))
  const open = (name: string) => createReadStream(join(packageFolder, 'bin', name)).pipe(createBrotliDecompress())
  await pipeline(open('chromium.br'), createWriteStream(join(draft, 'chromium')))
  await chmod(join(draft, 'chromium'), 0o755)
  await once(open('al2023.tar.br').pipe(extract(draft)), 'finish')
  // Several processes may unpack it at one time: the first one wins, and none uses an unfinished folder.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}
