/** Renders untrusted Markdown as HTML that runs no script and loads nothing from other sites. */

import { KeyedMutex, Semaphore } from '#core/concurrency.ts'
import { type Html, html, markTrusted } from '#core/html.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createUnavailable } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import { ProcessFailure, ProcessPool } from '../limited-process/process-pool.ts'
import type { Part, RenderResult } from './markdown-worker.ts'

/** Milliseconds of processor time for all texts of a request; a text of 100 kB takes about twenty. */
const timeLimitMs = 2_000
/** The most requests that wait, of all people and of one; further ones are answered 503. */
const maxWaiting = 50
const maxWaitingOfPerson = 5
const busy = createUnavailable('Too many texts to render; please try again in a few seconds.', 5)

/** The text takes too long, or becomes too large. */
export class UnrenderableText extends Error {
  /** Its index in the list. */
  readonly index: number

  constructor(index: number) {
    super(`The text ${index} cannot be rendered within the limits.`)
    this.name = 'UnrenderableText'
    this.index = index
  }
}

const pool = new ProcessPool({
  module: describeModule<typeof import('./markdown-worker.ts')>(new URL('./markdown-worker.ts', import.meta.url)),
  maxProcesses: 1,
  limits: { processorMs: timeLimitMs, memoryMb: isMemoryScarce ? 160 : 220, resultBytes: 10_000_000 },
  idleMs: 10_000,
})

const people = new KeyedMutex()
const turns = new Semaphore(1)

/**
 * Renders texts of a person, one request of a person at a time. Returns a list of parts for each, for `joinParts`.
 * Rejects with `UnrenderableText`.
 */
export function renderMarkdown(sources: readonly string[], person: number, limitMs = timeLimitMs): Promise<string[]> {
  // A course is changed without waiting for the texts of others.
  if (sources.length === 0) return Promise.resolve([])
  if (turns.countWaiting() >= maxWaiting || people.countWaiting(String(person)) >= maxWaitingOfPerson) throw busy
  return people.runExclusive(String(person), () => turns.run(() => renderAll(sources, limitMs)))
}

async function renderAll(sources: readonly string[], limitMs: number): Promise<string[]> {
  const rendered: string[] = []
  let usedMs = 0
  for (const [index, source] of sources.entries()) {
    const { parts, processorMs } = await render(source, index)
    usedMs += processorMs
    if (usedMs > limitMs) throw new UnrenderableText(index)
    rendered.push(JSON.stringify(parts))
  }
  return rendered
}

async function render(source: string, index: number): Promise<RenderResult> {
  try {
    return await pool.run('render', source)
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    throw error.isInterruption ? busy : new UnrenderableText(index)
  }
}

/** Returns the HTML. An address that is not in `locals` stays a link; an image is replaced by its description. */
export function joinParts(rendered: string, locals: Readonly<Record<string, string>>): Html {
  const find = (address: string) => (Object.hasOwn(locals, address) ? locals[address] : undefined)
  const join = (part: Part): Html => {
    if (typeof part === 'string') return markTrusted(part)
    if ('link' in part) return html`${find(part.link) ?? part.link}`
    const text = markTrusted(part.text)
    const local = part.image.startsWith('data:') ? part.image : find(part.image)
    return local === undefined
      ? html`<span class="remote">${text} (${part.image})</span>`
      : html`<img src="${local}" alt="${text}">`
  }
  return html`${parseParts(rendered).map(join)}`
}

/** Returns the addresses of its images. */
export const listImages = (rendered: string): string[] =>
  parseParts(rendered).flatMap((part) => (typeof part === 'object' && 'image' in part ? [part.image] : []))

const parseParts = (rendered: string): Part[] => JSON.parse(rendered)
