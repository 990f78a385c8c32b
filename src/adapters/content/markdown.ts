/** Renders untrusted Markdown as HTML that runs no script and loads nothing from other sites. */

import { Piscina } from 'piscina'
import { type Html, trustHtml } from '#core/html.ts'
import type { Rendering } from './markdown-worker.ts'

let workers: Piscina<Rendering, string> | undefined

/** One thread is enough: a download is read more slowly than it is rendered. */
const createWorkers = () =>
  new Piscina<Rendering, string>({
    filename: new URL('./markdown-worker.ts', import.meta.url).href,
    name: 'render',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
  })

/** An address that is not in `locals` stays a link; an image is replaced by its description. */
export async function renderMarkdown(source: string, locals: Readonly<Record<string, string>>): Promise<Html> {
  workers ??= createWorkers()
  return trustHtml(await workers.run({ source, locals }))
}
