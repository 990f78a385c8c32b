import { runInThreads } from '#adapters/threads.ts'
import { createResultCache } from '#core/result-cache.ts'
import { describeModule } from '#core/worker-module.ts'
import type { Localizer } from '#language/wording.ts'
import type { ResumeContent } from './json-resume.ts'

/** The content of a CV. */
export interface PrintedResume extends ResumeContent {
  issuer: string
  /** The language of the person. */
  wording: Localizer
}

const print = runInThreads(
  describeModule<typeof import('./pdf-worker.ts')>(new URL('./pdf-worker.ts', import.meta.url)),
  'print',
)

const documents = createResultCache<Uint8Array>(3_000_000)

/** Returns the CV as a PDF. The last ones are kept, so that one user who asks again and again costs little. */
export function printResume(resume: PrintedResume, caller: string): Promise<Uint8Array> {
  const { wording, ...content } = resume
  return documents(JSON.stringify([content, wording.locale]), () => print(resume, caller))
}
