import { joinParts, listImages } from '#adapters/content/markdown.ts'
import type { AnyContext } from '#context.ts'
import { type Html, html } from '#core/html.ts'
import { getPublicFileUrl } from '#features/files/index.ts'
import type { LessonText } from './queries.ts'

/** Returns the content as HTML. Of the pictures it shows those that were uploaded here. */
export function renderContent(ctx: AnyContext, { content, rendered }: Pick<LessonText, 'content' | 'rendered'>): Html {
  if (rendered === '') return content === '' ? html`` : html`<pre>${content}</pre>`
  const isStored = new RegExp(`^${RegExp.escape(getPublicFileUrl(ctx, { key: 'public/' }))}[\\w-]+(?:[./][\\w-]+)*$`)
  const stored = listImages(rendered).filter((address) => isStored.test(address))
  return joinParts(rendered, Object.fromEntries(stored.map((address) => [address, address])))
}
