/** Markdown to HTML, off the event loop: there are texts that take a second, and somebody may write them on purpose. */

import MarkdownIt, { type RendererRule } from 'markdown-it'

export interface Rendering {
  source: string
  /** Where the page finds what has an address. */
  locals: Readonly<Record<string, string>>
}

// Tags in the source are text, and addresses like `javascript:` are no links.
const markdown = new MarkdownIt({ html: false, linkify: true })
const { escapeHtml } = markdown.utils

type Tokens = Parameters<RendererRule>[0]
type Env = Parameters<RendererRule>[3]

const readAttribute = (tokens: Tokens, index: number, name: string) =>
  String(tokens[index]?.attrGet(name) ?? '')

function findLocalFile(env: Env, address: string): string | undefined {
  const { locals } = env as unknown as Pick<Rendering, 'locals'>
  return Object.hasOwn(locals, address) ? locals[address] : undefined
}

markdown.renderer.rules.image = (tokens, index, _, env) => {
  const address = readAttribute(tokens, index, 'src')
  const text = escapeHtml(tokens[index]?.content ?? '')
  const local = address.startsWith('data:') ? address : findLocalFile(env, address)
  return local === undefined
    ? `<span class="remote">${text} (${escapeHtml(address)})</span>`
    : `<img src="${escapeHtml(local)}" alt="${text}">`
}

markdown.renderer.rules.link_open = (tokens, index, _, env) => {
  const address = readAttribute(tokens, index, 'href')
  return `<a href="${escapeHtml(findLocalFile(env, address) ?? address)}" rel="noreferrer">`
}

export const render = ({ source, locals }: Rendering): string => markdown.render(source, { locals })
