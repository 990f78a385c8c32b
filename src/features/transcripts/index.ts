import type { Feature } from '#features/feature.ts'
import { transcriptRoutes } from './routes.ts'

export const transcripts: Feature = { routes: [transcriptRoutes] }
