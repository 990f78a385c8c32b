import { runInThreads } from '#adapters/threads.ts'
import { createResultCache } from '#core/result-cache.ts'
import { describeModule } from '#core/worker-module.ts'
import type { Localizer } from '#language/wording.ts'
import type { DatedAchievement } from './achievements.ts'

/** The content of a transcript. */
export interface PrintedTranscript {
  name: string
  earned: readonly DatedAchievement[]
  /** The day of the transcript, `YYYY-MM-DD`. */
  date: string
  issuer: string
  /** The path of the logo of the organization. */
  logo: string | null
  /** The page that checks it. */
  url: string
  /** The signed credential, as JSON. */
  credential: string
  /** The language of the holder. */
  wording: Localizer
}

const print = runInThreads(
  describeModule<typeof import('./pdf-worker.ts')>(new URL('./pdf-worker.ts', import.meta.url)),
  'print',
)

const documents = createResultCache<Uint8Array>(3_000_000)

/** Returns the transcript as a PDF. The last ones are kept, so that one user who asks again and again costs little. */
export function printTranscript(transcript: PrintedTranscript, caller: string): Promise<Uint8Array> {
  const { wording, ...content } = transcript
  return documents(JSON.stringify([content, wording.locale]), () => print(transcript, caller))
}
