import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Sources } from '../content/service.ts'
import { NewReport, Report, ReportDecision, ReportQuery, ReportReceipt } from './schemas.ts'
import { alreadyDecided, decideReport, listReports, ownContent, reportContent, reportedAlready } from './service.ts'

export const reportRoutes = (sources: Sources) =>
  routes('Administration', [
    route('POST /reports', {
      config: { access: 'signed-in', scope: null, message: 'Thank you. An administrator will look at it.' },
      operationId: 'reportContent',
      summary: 'Report something to the administrators',
      description:
        'A job post, course, exam, project, researcher profile, company or message about an application that you can read. Its owner does not learn who ' +
        'reported it. At most 20 reports a day.',
      body: NewReport,
      response: responds(201, ReportReceipt, forbidden, notFound, reportedAlready, ownContent),
      run: (ctx, body) => reportContent(ctx, sources, body),
    }),
    route('GET /admin/reports', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Reports' },
      summary: 'List the reports of users',
      description:
        'Newest first unless sorted; the one that has waited longest is first with `state=open&sort=oldest`.',
      query: ReportQuery,
      response: respondsPage(Report),
      run: listReports,
    }),
    route('POST /admin/reports/:id/decide', {
      config: { access: ['admin'], scope: 'admin:write', message: 'The report is decided.' },
      operationId: 'decideReport',
      summary: 'Decide a report',
      description: '`hidden` hides what was reported, `dismissed` leaves it as it is.',
      body: ReportDecision,
      response: responds(200, Report, notFound, alreadyDecided),
      run: (ctx, id, body) => decideReport(ctx, sources, id, body),
    }),
  ])
