/** A typed client of the Research Platform API. */

export { buildUrl } from './addresses.ts'
export { keepAnswers } from './answers.ts'
export type { Stream } from './chunks.ts'
export { type Client, createClient } from './client.ts'
export type { Operations } from './contract.ts'
export type { FileValue, NativeFile } from './forms.ts'
export type { AnswerEvents, AnswerKeeper, KeepAnswersOptions } from './keeper.ts'
export { iterateItems, iteratePages } from './pages.ts'
export { ApiProblem, isProblem } from './problems.ts'
export type { Done, Page, Reply } from './replies.ts'
export { type AnswerStorage, createIndexedDbStorage, createMemoryStorage, type PendingAnswer } from './storage.ts'
export {
  type FollowChangesOptions,
  type FollowOptions,
  followChanges,
  followNotifications,
  type StreamState,
} from './streams.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export { type UploadOptions, type UploadProgress, uploadInChunks } from './uploads.ts'
export {
  type ReceivedMessage,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from './webhooks.ts'
