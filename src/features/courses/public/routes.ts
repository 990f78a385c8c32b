import { Type } from 'typebox'
import { type Context, toAnonymous } from '#context.ts'
import type { Page } from '#core/page.ts'
import { ensure, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import type { SitemapSource } from '#features/feature.ts'
import { setVaryByAccept } from '#http/content-negotiation.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { removeEmptyParameters } from '#http/filter-forms.ts'
import type { Routes } from '#http/routes.ts'
import { maxOffers, type OfferSource } from '#pages/front-page.ts'
import { listCourseFacts } from '#pages/hosted/courses.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPublicPage } from '#pages/replies.ts'
import { getVisibleCourse, presentCourse } from '../access.ts'
import { listPrerequisites } from '../prerequisites.ts'
import { listCourses } from '../read-list.ts'
import { type Course, CourseQuery } from '../schemas.ts'
import { renderCourseList, renderCoursePage } from './page.ts'
import { courseAddresses } from './queries.ts'

type PublicQuery = Omit<CourseQuery, 'mine' | 'instructor_id'>

/** Returns a page of the courses that a visitor without an account sees. */
async function listPublicCourses(ctx: Context, query: PublicQuery): Promise<Page<Course>> {
  ensure(ctx.config.publicPages, notFound)
  return listCourses(toAnonymous(ctx), query)
}

/** Returns a course as a visitor without an account sees it. */
async function getPublicCourse(ctx: Context, id: number): Promise<Course> {
  ensure(ctx.config.publicPages, notFound)
  return presentCourse(await getVisibleCourse(toAnonymous(ctx), id))
}

const config = { access: 'public', raw: true, readsReplica: true } as const
const response = { 200: pageResponse, ...createErrorResponses([404, 422, 429, 500, 503]) }

/** What browsers get where programs get the operations of the same address. */
export const publicCourseRoutes: Routes = (app) => {
  app.get('/pages/courses', {
    config,
    onRequest: setVaryByAccept,
    preValidation: removeEmptyParameters,
    schema: { querystring: Type.Omit(CourseQuery, ['mine', 'instructor_id', 'limit']), response },
    async handler({ ctx, query }, reply) {
      const found = await listPublicCourses(ctx, query)
      return showPublicPage(reply, ctx, (writer) => renderCourseList(writer, ctx.config, query, found))
    },
  })

  app.get('/pages/courses/:id', {
    config,
    onRequest: setVaryByAccept,
    schema: { params: ids('id'), response },
    async handler({ ctx, params }, reply) {
      const course = await getPublicCourse(ctx, params.id)
      const before = await listPrerequisites(toAnonymous(ctx), course.id)
      return showPublicPage(reply, ctx, (writer) => renderCoursePage(writer, ctx.config, { course, before }))
    },
  })
}

/** The newest courses, for the front page. */
export const courseOffers: OfferSource = {
  path: '/courses',
  async list(ctx, writer) {
    const { rows } = await listPublicCourses(ctx, { limit: maxOffers })
    return rows.map((course) => ({
      title: course.title,
      path: `/courses/${course.id}`,
      facts: listCourseFacts(writer, course),
    }))
  },
}

export const courseSitemap: SitemapSource = {
  name: 'courses',
  count: async (ctx) => (await courseAddresses.count.one(ctx, {})).total,
  async list(ctx, { most, skip }) {
    const rows = await courseAddresses.slice.all(ctx, { most, skip })
    return rows.map(({ id, updated_at }) => ({ path: `/courses/${id}`, updated_at }))
  },
}
