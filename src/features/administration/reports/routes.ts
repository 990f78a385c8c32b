import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { Sources } from '../content/service.ts'
import { NewReport, Report, ReportDecision, ReportQuery, ReportReceipt } from './schemas.ts'
import { alreadyDecided, decideReport, listReports, ownContent, reportContent, reportedAlready } from './service.ts'

const tags = ['Administration']

export const reportRoutes =
  (sources: Sources): Routes =>
  (app) => {
    app.post('/reports', {
      config: { access: 'signed-in', scope: null, message: 'Thank you. An administrator will look at it.' },
      schema: {
        operationId: 'reportContent',
        summary: 'Report something to the administrators',
        description:
          'A job post, course, exam, project, researcher profile, company or message about an application that you can read. Its owner does not learn who ' +
          'reported it. At most 20 reports a day.',
        tags,
        body: NewReport,
        response: responds(201, ReportReceipt, forbidden, notFound, reportedAlready, ownContent),
      },
      handler: (request) => reportContent(request.ctx, sources, request.body),
    })

    app.get('/admin/reports', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Reports' },
      schema: {
        operationId: 'listReports',
        summary: 'List the reports of users',
        description:
          'Newest first unless sorted; the one that has waited longest is first with `state=open&sort=oldest`.',
        tags,
        querystring: ReportQuery,
        response: respondsPage(Report),
      },
      handler: (request) => listReports(request.ctx, request.query),
    })

    app.post('/admin/reports/:id/decide', {
      config: { access: ['admin'], scope: 'admin:write', message: 'The report is decided.' },
      schema: {
        operationId: 'decideReport',
        summary: 'Decide a report',
        description: '`hidden` hides what was reported, `dismissed` leaves it as it is.',
        tags,
        params: ids('id'),
        body: ReportDecision,
        response: responds(200, Report, notFound, alreadyDecided),
      },
      handler: (request) => decideReport(request.ctx, sources, request.params.id, request.body),
    })
  }
