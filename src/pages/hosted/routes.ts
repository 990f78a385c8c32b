/**
 * Pages under `/app` for an installation without a frontend: everything that a link in a mail leads to can be done there.
 * `FRONTEND_URL` takes their place; a frontend has the same paths below its own address.
 */

import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Config } from '#config.ts'
import type { App, Routes } from '#http/routes.ts'
import { forgottenPasswordPages, passwordPages, verificationPages } from './account-routes.ts'
import { applicationPage, homePage, projectPages } from './object-routes.ts'
import { signInPages } from './sign-in-routes.ts'
import { visiting } from './visit.ts'

export const hostedRoutes =
  (config: Config): Routes =>
  (app) => {
    if (!config.hostedPages) return
    void app.register(async (scope: App) => {
      await scope.register(cookie)
      await scope.register(formbody)
      const visit = visiting(scope, config)
      verificationPages(scope, visit)
      passwordPages(scope, visit, config)
      forgottenPasswordPages(scope, visit)
      signInPages(scope, visit, config)
      homePage(scope, visit, config)
      applicationPage(scope, visit, config)
      projectPages(scope, visit, config)
    })
  }
