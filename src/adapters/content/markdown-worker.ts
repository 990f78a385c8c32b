/** Renders Markdown in a limited process, because hostile texts take long or much memory. */

import MarkdownIt, { type RendererRule } from 'markdown-it'

/** HTML, or a place whose address may have a local file, which is known only when the lesson is downloaded. */
export type Part = string | { link: string } | { image: string; text: string }

// HTML tags in the source are shown as text, and addresses such as `javascript:` are not linked.
const markdown = new MarkdownIt({ html: false, linkify: true })
const { escapeHtml } = markdown.utils

type Tokens = Parameters<RendererRule>[0]
type Env = Parameters<RendererRule>[3]

const readAttribute = (tokens: Tokens, index: number, name: string) => String(tokens[index]?.attrGet(name) ?? '')

/** Notes the place and returns a mark for it. NUL is in no text. */
function addPlace(env: Env, place: Part): string {
  const { places } = env as unknown as { places: Part[] }
  return `\0${places.push(place) - 1}\0`
}

markdown.renderer.rules.image = (tokens, index, _, env) => {
  const text = escapeHtml(tokens[index]?.content ?? '')
  return addPlace(env, { image: readAttribute(tokens, index, 'src'), text })
}

markdown.renderer.rules.link_open = (tokens, index, _, env) =>
  `<a href="${addPlace(env, { link: readAttribute(tokens, index, 'href') })}" rel="noreferrer">`

/** Characters of a rendered text. Many short references can have one long address. */
const longestRendered = 2_000_000

export interface RenderResult {
  parts: Part[]
  processorMs: number
}

/** Throws when the result becomes too large. */
export function render(source: string): RenderResult {
  const begin = process.cpuUsage()
  const parts = renderParts(source)
  const { user, system } = process.cpuUsage(begin)
  return { parts, processorMs: (user + system) / 1_000 }
}

function renderParts(source: string): Part[] {
  const places: Part[] = []
  const pieces = markdown.render(source, { places }).split('\0')
  const addresses = places.map((place) => (typeof place === 'string' ? '' : 'link' in place ? place.link : place.image))
  if (sumLengths(pieces) + sumLengths(addresses) > longestRendered) throw new RangeError('The text becomes too large.')
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : (places[Number(piece)] ?? '')))
}

const sumLengths = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)
