import { html, isolateDirections } from '#core/html.ts'
import type { Page } from '#core/page.ts'
import { listFieldNames } from '#pages/form-declaration.ts'
import { courseFilters, listCourseFacts, renderCourses, renderPrerequisites } from '#pages/hosted/courses.ts'
import { renderFilters } from '#pages/hosted/form-inputs.ts'
import { renderParagraphs } from '#pages/parts.ts'
import { renderPublicList, toFilters } from '#pages/public-list.ts'
import { renderPublicPage, type Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import { type Course, CourseQuery } from '../schemas.ts'

/** Leaves out who teaches: people choose themselves whether they have a public page. */
const withoutAuthor = ({ instructor: _, ...course }: Course) => course

/** Renders a page of the published courses. */
export function renderCourseList(writer: Writer, site: Site, query: object, found: Page<Course>): string {
  const { rows, total, page, limit, extra } = found
  const filters = toFilters(query, listFieldNames(courseFilters))
  return renderPublicList(writer, site, {
    path: '/courses',
    description: writer.write('Courses at {organization}.', { organization: { verbatim: site.organizationName } }),
    form: renderFilters(writer, courseFilters, CourseQuery, { values: filters }),
    filters,
    content: renderCourses(writer, rows.map(withoutAuthor), `${site.basePath}/courses`),
    items: rows.map(({ id, title }) => ({ name: title, path: `/courses/${id}` })),
    total,
    page,
    limit,
    extra,
  })
}

interface CoursePage {
  course: Course
  /** The courses to complete before it; a title is empty where a visitor may not read the course. */
  before: readonly { id: number; title: string }[]
}

/** Renders what the list says of a course, with the way to enroll. */
export function renderCoursePage(writer: Writer, site: Site, { course, before }: CoursePage): string {
  const { write } = writer
  const unfinished = before.map((one) => ({ ...one, isFinished: false }))
  const { id, title, description, skills } = course
  const path = `/courses/${id}`
  return renderPublicPage(writer, site, {
    title,
    description,
    path,
    body: html`<h1><bdi>${title}</bdi></h1>
<p class="soft">${isolateDirections([...listCourseFacts(writer, course), ...skills], ' · ')}</p>
<section>
${renderParagraphs(description)}
</section>
${renderPrerequisites(writer, unfinished, `${site.basePath}/courses`)}
<p><a class="button" href="${site.frontendUrl}${path}">${write('Enroll')}</a></p>`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: title,
      description,
      url: `${site.publicUrl}${path}`,
      ...(before.length > 0 && {
        coursePrerequisites: before.flatMap(({ id, title }) =>
          title === '' ? [] : [{ '@type': 'Course', name: title, url: `${site.publicUrl}/courses/${id}` }],
        ),
      }),
      provider: { '@type': 'Organization', name: site.organizationName, url: site.publicUrl },
      offers: {
        '@type': 'Offer',
        price: course.price,
        priceCurrency: course.currency,
        category: course.price === 0 ? 'Free' : 'Paid',
      },
    },
  })
}
