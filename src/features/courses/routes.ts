import type { Routes } from '../../http/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { downloadRoutes } from './download/routes.ts'
import { enrollmentRoutes } from './enrollments/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { progressRoutes } from './progress/routes.ts'

export const courseRoutes: Routes = (app) => {
  catalogRoutes(app)
  lessonRoutes(app)
  enrollmentRoutes(app)
  progressRoutes(app)
  downloadRoutes(app)
}
