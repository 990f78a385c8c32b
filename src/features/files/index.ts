export { chunkRoutes, chunkUploadRoutes } from './chunks/routes.ts'
export { collectUpload, takeUpload } from './collecting.ts'
export { fileTypeNamed } from './file-types.ts'
export {
  receiveFile,
  removeFile,
  removeFiles,
  removeFolder,
  removeObjects,
  removeOtherFiles,
} from './keeping.ts'
export { publicFilesAt, publicLink, signedLink } from './links.ts'
export type { StoredFile } from './queries.ts'
export { fileRoutes, uploadRoutes } from './routes.ts'
export { fileBelongings, fileById } from './service.ts'
export { servingRoutes } from './serving/routes.ts'
export { sweepFiles } from './sweep.ts'
