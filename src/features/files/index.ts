import type { Feature } from '#features/feature.ts'
import { chunkRoutes, chunkUploadRoutes } from './chunks/routes.ts'
import { removeFolder, removeObjects } from './keeping.ts'
import { fileRoutes, uploadRoutes } from './routes.ts'
import { fileBelongings } from './service.ts'
import { servingRoutes } from './serving/routes.ts'
import { sweepFiles } from './sweep.ts'

export { collectUpload, takeUpload } from './collecting.ts'
export { compareFiles } from './comparison.ts'
export { fileTypeNamed } from './file-types.ts'
export { receiveFile, removeFile, removeFiles, removeOtherFiles } from './keeping.ts'
export { publicFilesAt, publicLink, signedLink } from './links.ts'
export type { StoredFile } from './queries.ts'
export { fileById } from './service.ts'

export const files: Feature = {
  routes: [uploadRoutes, chunkUploadRoutes, chunkRoutes, fileRoutes, servingRoutes],
  personalData: fileBelongings,
  tasks: [removeObjects, removeFolder, sweepFiles],
  schedules: [{ name: 'sweep_files', cron: '37 * * * *', task: sweepFiles }],
}
