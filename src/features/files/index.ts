import type { Feature } from '#features/feature.ts'
import { chunkRoutes, chunkUploadRoutes } from './chunks/routes.ts'
import { filePersonalData } from './personal-data.ts'
import { fileRoutes, uploadRoutes } from './routes.ts'
import { servingRoutes } from './serving/routes.ts'
import { removeFolder, removeObjects } from './store-file.ts'
import { sweepFiles } from './sweep.ts'
import { tusRoutes } from './tus/routes.ts'

export { checkUpload, claimUpload, collectUpload, createUnknownUpload } from './claim-upload.ts'
export { compareFiles } from './comparison.ts'
export { checkContent } from './content.ts'
export { inspectArrival } from './file-inspection.ts'
export { detectFileType } from './file-types.ts'
export {
  createSignedFileUrl,
  findPublicFiles,
  getPublicFileUrl,
} from './links.ts'
export { moveUpload, renameFile } from './move-upload.ts'
export type { StoredFile } from './record.ts'
export { fileRights } from './rights.ts'
export { UploadedFile } from './schemas.ts'
export { getFile, listFilesOf, presentFile } from './service.ts'
export { receiveFile, receiveFiles, removeFile, removeFiles, removeFilesOf, removeOtherFiles } from './store-file.ts'

export const files: Feature = {
  routes: [uploadRoutes, chunkUploadRoutes, chunkRoutes, tusRoutes, fileRoutes, servingRoutes],
  personalData: filePersonalData,
  tasks: [removeObjects, removeFolder, sweepFiles],
  schedules: [{ name: 'sweep_files', cron: '37 * * * *', task: sweepFiles }],
}
