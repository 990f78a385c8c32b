/** Pages for visitors without an account: their header, and what search engines read. */

import type { Config } from '#config.ts'
import { type Html, html, renderDataBlock } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { type Link, renderLayout } from './layout.ts'
import type { Writer } from './writer.ts'

/** The settings that decide where the pages lead. */
export type Site = Pick<
  Config,
  'organizationName' | 'basePath' | 'publicUrl' | 'frontendUrl' | 'hostedPages' | 'publicPages'
>

/** The public lists, in the order of the header. */
export const publicLists = {
  '/jobs': 'Jobs',
  '/courses': 'Courses',
  '/companies': 'Companies',
  '/people': 'People',
  '/plans': 'Plans',
} as const satisfies Record<string, PlainTemplate>
export type PublicListPath = keyof typeof publicLists

/** Returns the links to the public lists; `path` is that of the page, without the base path. */
export function listPublicLinks({ basePath, publicPages }: Site, { write }: Writer, path = ''): Link[] {
  if (!publicPages) return []
  return Object.entries(publicLists).map(([list, text]) => ({
    href: `${basePath}${list}`,
    text: write(text),
    isCurrent: path === list || path.startsWith(`${list}/`),
  }))
}

/** Returns the way into the account: on the pages of this service, or at the frontend. Without both there is none. */
export function listEntrances({ basePath, publicUrl, frontendUrl, hostedPages }: Site, { write }: Writer): Link[] {
  if (!hostedPages)
    return frontendUrl.startsWith(`${publicUrl}/`) ? [] : [{ href: frontendUrl, text: write('Sign in') }]
  return [
    { href: `${basePath}/app/sign-in`, text: write('Sign in') },
    { href: `${basePath}/app/sign-up`, text: write('Create an account') },
  ]
}

export interface PublicPage {
  title: string
  /** In a sentence, for search engines and for programs that show links. */
  description: string
  /** The path of the page, without the base path. */
  path: string
  body: Html
  /** What search engines read, as schema.org has it. */
  data?: object
  /** What kind of thing it is, as Open Graph has it. */
  type?: 'website' | 'profile'
  /** Whether search engines leave it out, such as the results of a search. */
  isUnlisted?: boolean
  /** Whether it stands in a frame of another site. */
  isEmbedded?: boolean
}

const maxDescription = 200

/** Renders a page for visitors, which is the same for all who read its language. */
export function renderPublicPage(writer: Writer, site: Site, page: PublicPage): string {
  const { title, path, body, data, type = 'website', isUnlisted = false, isEmbedded = false } = page
  const url = `${site.publicUrl}${path}`
  const description = page.description.slice(0, maxDescription).toWellFormed()
  const [place = ''] = path.split('?')
  return renderLayout({
    writer,
    title: title === site.organizationName ? title : `${title} · ${site.organizationName}`,
    base: site.basePath,
    isEmbedded,
    nav: [...listPublicLinks(site, writer, place), ...listEntrances(site, writer)],
    body,
    head: html`<meta name="description" content="${description}">
${isUnlisted ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${url}">`}
<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${data && renderDataBlock(data)}`,
  })
}
