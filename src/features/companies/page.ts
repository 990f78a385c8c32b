import type { Context } from '#context.ts'
import { type Html, html } from '#core/html.ts'
import { formatCountry } from '#language/formats.ts'
import { renderLogo } from '#pages/logos.ts'
import { renderFacts, renderParagraphs } from '#pages/parts.ts'
import { renderPublicPage, type Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import type { Company } from './schemas.ts'

/** An open job post, for a link to its page. */
export interface OpenPost {
  id: number
  title: string
  location: string
}

/** Returns the newest open job posts of a company. */
export type OpenPosts = (ctx: Context, companyId: number) => Promise<readonly OpenPost[]>

interface CompanyPage {
  company: Company
  posts: readonly OpenPost[]
  site: Site
  /** The path of this page, without the base path. */
  path: string
}

/** Renders the public page of a company, with what search engines read. */
export function renderCompanyPage(writer: Writer, { company, posts, site, path }: CompanyPage): string {
  const { write, wording } = writer
  const { name, description, website, logo, country, size, industry, verified } = company
  const facts: [string, Html | string][] = [
    [write('Industry'), industry],
    [write('Size'), size],
    [write('Country'), country === '' ? '' : formatCountry(country, wording)],
    [write('Website'), website === '' ? '' : html`<a href="${website}" rel="nofollow ugc">${website}</a>`],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  const body = html`${logo !== null && renderLogo(writer, { name, logo })}
<h1><bdi>${name}</bdi></h1>
<p class="soft">${verified ? write('An administrator has verified this company.') : write('This company is not verified.')}</p>
${renderFacts(shown)}
<section>
${renderParagraphs(description)}
</section>
${posts.length > 0 && renderPosts(posts, site.basePath, write('Open job posts'))}`
  return renderPublicPage(writer, site, {
    title: name,
    description,
    path,
    body,
    data: describeOrganization(company, `${site.publicUrl}${path}`),
  })
}

const renderPosts = (posts: readonly OpenPost[], base: string, title: string): Html =>
  html`<section class="card">
<h2>${title}</h2>
<ul>
${posts.map(
  ({ id, title: name, location }) =>
    html`<li><a href="${base}/jobs/${id}"><bdi>${name}</bdi></a> <span class="soft"><bdi>${location}</bdi></span></li>\n`,
)}
</ul>
</section>`

/** The company as schema.org's `Organization`. */
const describeOrganization = ({ id, name, description, website, logo, country }: Company, url: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': url,
  identifier: String(id),
  name,
  url,
  ...(description === '' ? {} : { description }),
  ...(website === '' ? {} : { sameAs: website }),
  ...(logo === null ? {} : { logo }),
  ...(country === '' ? {} : { address: { '@type': 'PostalAddress', addressCountry: country } }),
})
