import { forbidden, notFound } from '#core/problem.ts'
import { respondsWholeList } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ExamStatistics, QuestionStatistics } from './schemas.ts'
import { formatStatisticsTitle, showStatistics } from './service.ts'

export const statisticsRoutes = routes('Exams and certificates', [
  route('GET /exams/:id/statistics', {
    config: {
      discloses: true,
      access: 'signed-in',
      scope: 'exams:read',
      csv: formatStatisticsTitle,
      readsReplica: true,
    },
    summary: 'Show the statistics of an exam and its questions',
    description:
      'For the owner and administrators. `meta` is about the exam, `data` about each question that attempts were asked, by id, also former ones ' +
      'and those of banks. Attempts with a final score count, as they are graded now, and not those of the author. Every figure of fewer than 5 attempts is null. ' +
      'Two calculations of a person run or wait at a time; further ones answer 503.',
    response: respondsWholeList(QuestionStatistics, ExamStatistics, forbidden, notFound),
    run: showStatistics,
  }),
])
