/** Renders Markdown in a worker thread, because hostile texts can take a second. */

import MarkdownIt, { type RendererRule } from 'markdown-it'

export interface Rendering {
  source: string
  /** The path in the archive of each address that has a local file. */
  locals: Readonly<Record<string, string>>
}

// HTML tags in the source are shown as text, and addresses such as `javascript:` are not linked.
const markdown = new MarkdownIt({ html: false, linkify: true })
const { escapeHtml } = markdown.utils

type Tokens = Parameters<RendererRule>[0]
type Env = Parameters<RendererRule>[3]

const readAttribute = (tokens: Tokens, index: number, name: string) => String(tokens[index]?.attrGet(name) ?? '')

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
