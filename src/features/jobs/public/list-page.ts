import type { Page } from '#core/page.ts'
import { listFieldNames } from '#pages/form-declaration.ts'
import { renderFilters } from '#pages/hosted/form-inputs.ts'
import { jobFilters, keptFilters, renderJobPosts } from '#pages/hosted/jobs.ts'
import { renderPublicList, toFilters } from '#pages/public-list.ts'
import type { Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import { type JobPost, JobPostQuery } from '../posts/schemas.ts'

/** Renders a page of the posts that take applications. */
export function renderJobList(
  writer: Writer,
  site: Site,
  query: object,
  { rows, total, page, limit, extra }: Page<JobPost>,
) {
  const filters = toFilters(query, [...listFieldNames(jobFilters), ...keptFilters])
  const isEmbedded = 'embed' in query && query.embed === true
  return renderPublicList(writer, site, {
    path: '/jobs',
    description: writer.write('Open jobs at {organization}.', { organization: { verbatim: site.organizationName } }),
    form: renderFilters(writer, jobFilters, JobPostQuery, { values: filters, kept: keptFilters }),
    filters,
    content: renderJobPosts(writer, { posts: rows, path: `${site.basePath}/jobs`, isEmbedded }),
    isEmbedded,
    items: rows.map(({ id, title }) => ({ name: title, path: `/jobs/${id}` })),
    total,
    page,
    limit,
    extra,
  })
}
