/** Reports that wait for the administrator, one that is decided, a refund, and an announcement to those who learn. */

import type { DemoUsers } from './people.ts'

interface ContentItem {
  id: number
  title: string
}

export async function reportContent({ admin, learner, student }: DemoUsers) {
  const [course, other] = await learner.get<ContentItem[]>('/courses')
  const [project] = await student.get<ContentItem[]>('/projects')
  if (course === undefined || other === undefined || project === undefined) return
  const { id } = await learner.post<ContentItem>('/reports', {
    kind: 'course',
    id: course.id,
    reason: 'The second lesson is out of date.',
  })
  await admin.post(`/admin/reports/${id}/decide`, { decision: 'dismissed', reason: 'It was revised in spring.' })
  await student.post('/reports', {
    kind: 'course',
    id: other.id,
    reason: 'Part of the text is copied from a book without saying so.',
  })
  const [company] = await student.get<ContentItem[]>('/companies')
  if (company !== undefined)
    await student.post('/reports', {
      kind: 'company',
      id: company.id,
      reason: 'The address of the website belongs to another organization.',
    })
  const [payment] = await admin.get<ContentItem[]>('/admin/payments?status=succeeded')
  if (payment !== undefined)
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 5, reason: 'The site was down for a day.' })
}

export const createAnnouncement = ({ admin }: DemoUsers) =>
  admin.post('/admin/announcements', {
    title: 'Closed on Sunday at noon',
    message:
      'We move to larger machines on Sunday from 12:00 to 13:00 UTC.\n\nAnswers of exams that are open then are kept.',
    roles: ['student', 'learner'],
    channels: ['notification'],
  })
