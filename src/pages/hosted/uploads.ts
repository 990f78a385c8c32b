/** Forms with a file: they arrive at a page and are passed on to the API. */

import { openAsBlob } from 'node:fs'
import { Problem } from '#core/problem.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { readToEnd } from '#http/drain.ts'
import { deleteReceivedFiles, type FileLimits, receiveForm } from '#http/multipart.ts'
import { translate } from '#language/translate.ts'
import type { Failure } from './api.ts'
import type { Visit } from './visit.ts'

/** Milliseconds without a byte after which the connection is closed. */
const timeoutMs = 60_000

export interface Upload {
  ok: true
  /** The texts of the form. */
  values: Record<string, string>
  /** The files by the names of their fields. */
  files: Record<string, File>
}

/**
 * Receives a form and calls `use` with it. Files that the person has sent are deleted afterwards. What the form is refused for
 * is passed to `use` as a failure.
 */
export async function receiveUpload<T>(
  { request, reply, frame }: Visit,
  limits: FileLimits,
  use: (form: Upload | Failure) => Promise<T>,
): Promise<T> {
  let received: Record<string, unknown>
  try {
    received = await receiveForm(request, reply, { limits, timeoutMs })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const write = (sentence: Problem['sentence']) => translate(sentence, frame.writer.wording)
    const errors = Object.entries(error.errors ?? {}).map(([name, all]) => [name, all.map(write)] as const)
    return use({ ok: false, status: error.status, message: write(error.sentence), errors: Object.fromEntries(errors) })
  }
  try {
    return await use(await readUpload(received))
  } finally {
    await deleteReceivedFiles(received)
  }
}

async function readUpload(received: Record<string, unknown>): Promise<Upload> {
  const values: Record<string, string> = {}
  const files: Record<string, File> = {}
  for (const [name, value] of Object.entries(received))
    if (value instanceof ReceivedFile) files[name] = new File([await openAsBlob(value.path)], value.filename)
    else if (typeof value === 'string') values[name] = value
  return { ok: true, values, files }
}

/** Ends a request whose form is not read: a browser that still sends would not see the answer. */
export async function endUpload({ request, reply }: Visit): Promise<void> {
  reply.header('Connection', 'close')
  await readToEnd(request.raw)
}
