import { html, isolateDirections, renderDataBlock } from '#core/html.ts'
import { listJobFacts } from '#pages/job-facts.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import type { JobPost } from '../posts/schemas.ts'

type EmploymentType = JobPost['employment_type']

interface JobPage {
  post: JobPost
  organization: string
  base: string
  /** The address of this page. */
  url: string
  /** Where people apply. */
  applyUrl: string
}

/** Renders the public page of a post, with what search engines for jobs read. */
export function renderJobPage(writer: Writer, page: JobPage): string {
  const { write } = writer
  const { post, base, applyUrl } = page
  const body = html`<h1><bdi>${post.title}</bdi></h1>
<p class="lede">${isolateDirections(
    [post.company, post.location].filter((part) => part !== ''),
    ' · ',
  )}</p>
<section class="card">
<table>
${listJobFacts(post, writer).map(([name, value]) => html`<tr><th scope="row">${write(name)}</th><td><bdi>${value}</bdi></td></tr>\n`)}
</table>
</section>
<section>
${post.description.split(/\n{2,}/).map((paragraph) => html`<p class="text">${paragraph}</p>\n`)}
</section>
<p><a class="button" href="${applyUrl}">${write('Apply')}</a></p>`
  const description = post.description.slice(0, 200)
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${page.url}">
<meta property="og:title" content="${post.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${page.url}">
${renderDataBlock(describePosting(page))}`
  return renderLayout({ writer, title: post.title, base, body, head })
}

const employmentTypes: Record<EmploymentType, string> = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
  fellowship: 'TEMPORARY',
}

/** The post as schema.org's `JobPosting`. */
function describePosting({ post, organization, url, applyUrl }: JobPage) {
  const { id, title, description, company, location, remote, salary_min, salary_max, currency, deadline } = post
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title,
    description,
    identifier: { '@type': 'PropertyValue', name: organization, value: String(id) },
    datePosted: post.created_at,
    ...(deadline === null ? {} : { validThrough: deadline }),
    employmentType: employmentTypes[post.employment_type],
    hiringOrganization: { '@type': 'Organization', name: company || organization },
    ...(location === ''
      ? {}
      : { jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: location } } }),
    ...(remote ? { jobLocationType: 'TELECOMMUTE' } : {}),
    ...(currency === '' || salary_max + salary_min === 0
      ? {}
      : {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency,
            value: {
              '@type': 'QuantitativeValue',
              ...(salary_min > 0 ? { minValue: salary_min } : {}),
              ...(salary_max > 0 ? { maxValue: salary_max } : {}),
              unitText: 'YEAR',
            },
          },
        }),
    skills: post.skills.join(', '),
    directApply: false,
    url,
    sameAs: applyUrl,
  }
}
