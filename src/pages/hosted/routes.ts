/**
 * Pages under `/app` for an installation without a frontend: the links in mails lead to them. With `FRONTEND_URL` they
 * are disabled, and the frontend has the same paths; `HOSTED_PAGES=false` disables them as well.
 */

import cookie from '@fastify/cookie'
import type { Config } from '#config.ts'
import { collectBodies, type FindBody } from '#http/form-schemas.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import {
  registerForgottenPasswordPages,
  registerPasswordPages,
  registerRejectionPages,
  registerVerificationPages,
} from './account-routes.ts'
import { registerApplicationPages } from './application-routes.ts'
import { registerBillingPages } from './billing-routes.ts'
import { registerCertificatePages } from './certificate-routes.ts'
import { registerCompanyPages } from './company-routes.ts'
import { registerCoursePages } from './course-routes.ts'
import { registerExamPages } from './exam-routes.ts'
import { refuseForeignForms } from './foreign-forms.ts'
import { registerGradingPages } from './grading-routes.ts'
import { registerHomePage } from './home-routes.ts'
import { registerJobPages } from './job-routes.ts'
import { refuseLargeAnonymousForms } from './large-forms.ts'
import { registerLessonPages } from './lesson-routes.ts'
import { registerNotificationsPage, registerProjectPages } from './object-routes.ts'
import { registerAccountCheck } from './other-account.ts'
import { registerMethodPages, registerPaymentPages } from './payment-routes.ts'
import { registerPlanPages } from './plan-routes.ts'
import { registerPoolPages } from './pool-routes.ts'
import { registerProfilePages } from './profile-routes.ts'
import { registerProjectList } from './project-routes.ts'
import { registerProviderPages } from './provider-routes.ts'
import { registerPublicationPages } from './publication-routes.ts'
import { registerResearcherPages } from './researcher-routes.ts'
import { registerRosterPages } from './roster-routes.ts'
import { registerSavedSearchPages } from './saved-search-routes.ts'
import { registerSecurityPages, registerSessionEndPages } from './security-routes.ts'
import { registerSettingsPages } from './settings-routes.ts'
import { registerSignInPages } from './sign-in-routes.ts'
import { registerSignUpPages } from './sign-up-routes.ts'
import { type CreateVisit, createVisitFactory } from './visit.ts'
import { registerWelcomePages } from './welcome-routes.ts'

/** Prepares the scope for forms of its own pages, and returns what creates the visit of a request. */
async function receiveForms(scope: App, config: Config, findBody: FindBody): Promise<CreateVisit> {
  await scope.register(cookie)
  await acceptForms(scope)
  const visit = createVisitFactory(scope, config, findBody)
  refuseForeignForms(scope, visit, config)
  refuseLargeAnonymousForms(scope, visit)
  registerAccountCheck(scope, visit)
  return visit
}

export const hostedRoutes =
  (config: Config): Routes =>
  (app) => {
    if (!config.hostedPages) return
    const findBody = collectBodies(app, config.basePath)
    void app.register(async (scope: App) => {
      const visit = await receiveForms(scope, config, findBody)
      registerVerificationPages(scope, visit)
      registerRejectionPages(scope, visit)
      registerPasswordPages(scope, visit, config)
      registerForgottenPasswordPages(scope, visit)
      registerSignInPages(scope, visit, config)
      registerSignUpPages(scope, visit, config)
      registerProviderPages(scope, visit, config)
      registerWelcomePages(scope, visit, config)
      registerSessionEndPages(scope, visit, config)
      registerSecurityPages(scope, visit)
      registerHomePage(scope, visit, config)
      registerNotificationsPage(scope, visit, config)
      registerApplicationPages(scope, visit, config)
      registerProjectPages(scope, visit)
      registerCompanyPages(scope, visit)
      registerJobPages(scope, visit, config)
      registerCoursePages(scope, visit, config)
      registerLessonPages(scope, visit, config)
      registerCertificatePages(scope, visit, config)
      registerProjectList(scope, visit, config)
      registerExamPages(scope, visit, config)
      registerGradingPages(scope, visit, config)
      registerRosterPages(scope, visit)
      registerPaymentPages(scope, visit, config)
      registerMethodPages(scope, visit, config)
      registerPlanPages(scope, visit)
      registerBillingPages(scope, visit, config)
      registerProfilePages(scope, visit, config)
      registerPublicationPages(scope, visit, config)
      registerSettingsPages(scope, visit, config)
      registerResearcherPages(scope, visit, config)
      registerSavedSearchPages(scope, visit, config)
      registerPoolPages(scope, visit, config)
    })
  }
