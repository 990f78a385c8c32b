/** Renders Markdown that anybody may have written as HTML that runs nothing and loads nothing from outside. */

import type { RendererRule } from 'markdown-it'
import { type Html, trusted } from '../../core/html.ts'

/** Where a page finds what has an address; null where only the network does. */
export type LocalOf = (address: string) => string | null

export type RenderMarkdown = (source: string, localOf: LocalOf) => Html

/** The renderer is loaded by whoever first needs it. */
export async function markdownRenderer(): Promise<RenderMarkdown> {
  const { default: MarkdownIt } = await import('markdown-it')
  // Tags in the source are text, and addresses like `javascript:` are no links.
  const markdown = new MarkdownIt({ html: false, linkify: true })
  const { escapeHtml } = markdown.utils

  const image: RendererRule = (tokens, index, _, env) => {
    const { content, attrGet } = tokenAt(tokens, index)
    const address = attrGet('src')
    const local = address.startsWith('data:') ? address : localOf(env, address)
    return local === null
      ? `<span class="remote">${escapeHtml(content)} (${escapeHtml(address)})</span>`
      : `<img src="${escapeHtml(local)}" alt="${escapeHtml(content)}">`
  }

  const link: RendererRule = (tokens, index, _, env) => {
    const address = tokenAt(tokens, index).attrGet('href')
    return `<a href="${escapeHtml(localOf(env, address) ?? address)}" rel="noreferrer">`
  }

  Object.assign(markdown.renderer.rules, { image, link_open: link })
  return (source, of) => trusted(markdown.render(source, { localOf: of }))
}

function tokenAt(tokens: Parameters<RendererRule>[0], index: number) {
  const token = tokens[index]
  return {
    content: token?.content ?? '',
    attrGet: (name: string) => String(token?.attrGet(name) ?? ''),
  }
}

const localOf = (env: Parameters<RendererRule>[3], address: string): string | null =>
  typeof env?.localOf === 'function' ? env.localOf(address) : null
