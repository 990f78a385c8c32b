import type { Context } from '#context.ts'
import { type Html, html, renderDataBlock } from '#core/html.ts'
import { formatCountry } from '#language/formats.ts'
import { renderLayout } from '#pages/layout.ts'
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
  base: string
  /** The address of this page. */
  url: string
}

/** Renders the public page of a company, with what search engines read. */
export function renderCompanyPage(writer: Writer, { company, posts, base, url }: CompanyPage): string {
  const { write, wording } = writer
  const { name, description, website, logo, country, size, industry, verified } = company
  const facts: [string, Html | string][] = [
    [write('Industry'), industry],
    [write('Size'), size],
    [write('Country'), country === '' ? '' : formatCountry(country, wording)],
    [write('Website'), website === '' ? '' : html`<a href="${website}" rel="nofollow ugc">${website}</a>`],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  const body = html`${logo && html`<p><img src="${logo}" alt="" width="96"></p>`}
<h1><bdi>${name}</bdi></h1>
<p class="soft">${verified ? write('An administrator has verified this company.') : write('This company is not verified.')}</p>
${
  shown.length > 0 &&
  html`<section class="card">
<table>
${shown.map(([title, value]) => html`<tr><th scope="row">${title}</th><td><bdi>${value}</bdi></td></tr>\n`)}
</table>
</section>`
}
<section>
${description.split(/\n{2,}/).map((paragraph) => html`<p class="text">${paragraph}</p>\n`)}
</section>
${posts.length > 0 && renderPosts(posts, base, write('Open job posts'))}`
  const summary = description.slice(0, 200)
  const head = html`<meta name="description" content="${summary}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">
${renderDataBlock(describeOrganization(company, url))}`
  return renderLayout({ writer, title: name, base, body, head })
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
