import { joinParts, listImages } from '#adapters/content/markdown.ts'
import type { AnyContext } from '#context.ts'
import { type Html, html } from '#core/html.ts'
import { getPublicFileUrl } from '#features/files/index.ts'
import type { LessonText } from './queries.ts'

/** Returns the content as HTML. Of the pictures it shows those that were uploaded here. */
export function renderContent(ctx: AnyContext, { content, rendered }: Pick<LessonText, 'content' | 'rendered'>): Html {
  if (rendered === '') return content === '' ? html`` : html`<pre>${content}</pre>`
  const base = getPublicFileUrl(ctx, { key: 'public/' })
  const isStored = (address: string) =>
    address.startsWith(base) && /^[\w-]+(?:[./][\w-]+)*$/.test(address.slice(base.length))
  const stored = listImages(rendered).filter(isStored)
  return joinParts(rendered, Object.fromEntries(stored.map((address) => [address, address])))
}
