import type { Feature } from '#features/feature.ts'
import { chunkRoutes, chunkUploadRoutes } from './chunks/routes.ts'
import { fileRoutes, uploadRoutes } from './files/routes.ts'
import { removeFolder, removeObjects } from './files/store-file.ts'
import { filePersonalData } from './personal-data.ts'
import { servingRoutes } from './serving/routes.ts'
import { sweepFiles } from './sweep.ts'
import { tusRoutes } from './tus/routes.ts'

export { inspectArrival } from './files/arrival.ts'
export { checkUpload, claimUpload, collectUpload } from './files/claim-upload.ts'
export { compareFiles } from './files/comparison.ts'
export { checkContent } from './files/content.ts'
export { detectFileType } from './files/file-types.ts'
export {
  createSignedFileUrl,
  findPublicFiles,
  getPublicFileUrl,
} from './files/links.ts'
export type { StoredFile } from './files/record.ts'
export { UploadedFile } from './files/schemas.ts'
export { getFile, listFilesOf, presentFile } from './files/service.ts'
export { receiveFile, removeFile, removeFiles, removeFilesOf, removeOtherFiles } from './files/store-file.ts'
export { fileRights } from './rights.ts'

export const files: Feature = {
  routes: [uploadRoutes, chunkUploadRoutes, chunkRoutes, tusRoutes, fileRoutes, servingRoutes],
  personalData: filePersonalData,
  tasks: [removeObjects, removeFolder, sweepFiles],
  schedules: [{ name: 'sweep_files', cron: '37 * * * *', task: sweepFiles }],
}
