import type { Feature, PersonalData, UserRecords } from '#features/feature.ts'
import { eraseAuditDetails, listAuditRowsAbout } from '#platform/audit/audit-rows.ts'
import type { ContentSource } from '#platform/moderation.ts'
import type { Schedule } from '#platform/schedule.ts'
import { sendAnnouncement } from './announcements/announcement-delivery.ts'
import { announcementRoutes } from './announcements/routes.ts'
import { announcementUnsubscribeRoutes } from './announcements/unsubscribe-routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { publicFileRoutes } from './files/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { peopleImportRoutes } from './people-imports/routes.ts'
import { invitePeople, peopleImportData, sweepPeopleImports } from './people-imports/service.ts'
import { reportRoutes } from './reports/routes.ts'
import { reportedAlready, reportPersonalData } from './reports/service.ts'
import { storeFigures } from './service/figures.ts'
import { serviceRoutes } from './service/routes.ts'
import { taskRoutes } from './tasks/routes.ts'

export { reportRights } from './rights.ts'

/** What the other features bring for administrators. */
interface Parts {
  content: readonly ContentSource[]
  records: readonly UserRecords[]
  schedules: readonly Schedule[]
  personalData: readonly PersonalData[]
}

export const administration: Feature = {
  tasks: [storeFigures, invitePeople, sendAnnouncement, sweepPeopleImports],
  schedules: [
    { name: 'store_daily_figures', cron: '12 0 * * *', task: storeFigures },
    { name: 'sweep_people_imports', cron: '41 3 * * *', task: sweepPeopleImports },
  ],
  personalData: {
    name: 'administration',
    async export(ctx, userId) {
      return {
        acts: await listAuditRowsAbout(ctx, userId),
        reports: await reportPersonalData.export(ctx, userId),
        imported_from: await peopleImportData.export(ctx, userId),
      }
    },
    async erase(tx, userId) {
      await eraseAuditDetails(tx, userId)
      await reportPersonalData.erase(tx, userId)
      await peopleImportData.erase(tx, userId)
    },
  },
  conflicts: { reports_reporter_id_kind_content_id_unique: reportedAlready },
}

export const createAdministrationRoutes = ({ content, records, schedules, personalData }: Parts) => [
  auditRoutes,
  peopleRoutes({ content, records }),
  invitationRoutes(personalData),
  peopleImportRoutes,
  contentRoutes(content),
  reportRoutes(content),
  publicFileRoutes,
  mailRoutes,
  announcementRoutes,
  announcementUnsubscribeRoutes,
  taskRoutes(schedules),
  serviceRoutes,
]
