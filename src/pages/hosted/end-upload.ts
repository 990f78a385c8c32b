/** Ends requests with files that are not read. */

import { readToEnd } from '#http/body-reader.ts'
import type { Visit } from './visit.ts'

/** Ends a request whose form is not read: a browser that still sends would not see the answer. */
export async function endUpload({ request, reply }: Visit): Promise<void> {
  reply.header('Connection', 'close')
  await readToEnd(request.raw)
}
