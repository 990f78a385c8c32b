import { html } from '#core/html.ts'
import { renderEmployer } from '#pages/hosted/jobs.ts'
import { listJobFacts } from '#pages/job-facts.ts'
import { renderFacts, renderParagraphs } from '#pages/parts.ts'
import { renderPublicPage, type Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import type { JobPost } from '../posts/schemas.ts'

type EmploymentType = JobPost['employment_type']

interface JobPage {
  post: JobPost
  site: Site
  /** The path of this page, without the base path. */
  path: string
  /** Where people apply. */
  applyUrl: string
}

/** Renders the public page of a post, with what search engines for jobs read. */
export function renderJobPage(writer: Writer, page: JobPage): string {
  const { write } = writer
  const { post, site, path, applyUrl } = page
  const body = html`<h1><bdi>${post.title}</bdi></h1>
${renderEmployer(writer, post)}
${renderFacts(listJobFacts(post, writer).map(([name, value]) => [write(name), value]))}
<section>
${renderParagraphs(post.description)}
</section>
<p><a class="button" href="${applyUrl}">${write('Apply')}</a></p>`
  return renderPublicPage(writer, site, {
    title: post.title,
    description: post.description,
    path,
    body,
    data: describePosting(page),
  })
}

const employmentTypes: Record<EmploymentType, string> = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
  fellowship: 'TEMPORARY',
}

/** The company as schema.org's `Organization`. */
const describeEmployer = ({ company, company_logo: logo }: JobPost, organization: string) => ({
  '@type': 'Organization',
  name: company || organization,
  ...(logo === null ? {} : { logo }),
})

/** The post as schema.org's `JobPosting`. */
function describePosting({ post, site, path, applyUrl }: JobPage) {
  const { organizationName: organization } = site
  const { id, title, description, location, remote, salary_min, salary_max, currency, deadline } = post
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title,
    description,
    identifier: { '@type': 'PropertyValue', name: organization, value: String(id) },
    datePosted: post.created_at,
    ...(deadline === null ? {} : { validThrough: deadline }),
    employmentType: employmentTypes[post.employment_type],
    hiringOrganization: describeEmployer(post, organization),
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
    url: `${site.publicUrl}${path}`,
    sameAs: applyUrl,
  }
}
