/** Forms with a file: they arrive at a page and are passed on to the API. */

import { openAsBlob } from 'node:fs'
import { Problem } from '#core/problem.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { readToEnd } from '#http/drain.ts'
import { deleteReceivedFiles, type FileLimits, receiveForm } from '#http/multipart.ts'
import { translate } from '#language/translate.ts'
import type { Failure } from './api.ts'
import { showFailure } from './object-routes.ts'
import { respondToOtherAccount } from './other-account.ts'
import { get, type Visit } from './visit.ts'

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
 * Receives a form of a visitor who is signed in and calls `use` with it. Files that the person has sent are deleted afterwards.
 * What the form is refused for is passed to `use` as a failure. It is received before it is known whether the visitor may do what
 * it asks for: only then is it known whether it was made for another account, which may.
 */
export async function receiveUpload(
  here: Visit,
  limits: FileLimits,
  use: (form: Upload | Failure) => Promise<unknown>,
): Promise<unknown> {
  const { request, reply, frame } = here
  const me = await get(here, 'GET /auth/me')
  if (!me.ok) {
    await endUpload(here)
    return showFailure(here, me)
  }
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
    const form = await readUpload(received)
    const hasFile = Object.values(form.files).some(({ size }) => size > 0)
    if (await respondToOtherAccount(here, Object.entries(form.values), hasFile)) return reply
    return await use(form)
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
