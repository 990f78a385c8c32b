/** Forms with a file: they arrive at a page and are passed on to the API. */

import { openAsBlob } from 'node:fs'
import { Problem } from '#core/problem.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { deleteReceivedFiles, type FileLimits, receiveForm } from '#http/multipart.ts'
import { maxFormBytes, maxFormFields } from '#http/url-encoded-forms.ts'
import { translate } from '#language/translation.ts'
import type { Failure } from './api.ts'
import { endUpload } from './end-upload.ts'
import { showFailure } from './object-routes.ts'
import { respondToEndedSession, respondToOtherAccount } from './other-account.ts'
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
    const fields = await readTexts(here)
    await endUpload(here)
    return (await respondToEndedSession(here, fields, true)) ? reply : showFailure(here, me)
  }
  let received: Record<string, unknown>
  try {
    received = await receiveForm(request, reply, { limits, timeoutMs })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const write = (sentence: Problem['sentence']) => translate(sentence, frame.writer.wording)
    const errors = Object.entries(error.errors ?? {}).map(([name, all]) => [name, all.map(write)] as const)
    return use({
      ok: false,
      status: error.status,
      message: write(error.sentence),
      errors: Object.fromEntries(errors),
      problem: error,
    })
  }
  try {
    const form = await readUpload(received)
    request.body = form.values
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

/** Returns the texts before the first file, of a form whose files are not wanted; no more than a form without files may have. */
async function readTexts({ request }: Visit): Promise<[name: string, value: string][]> {
  const fields: [string, string][] = []
  const limits = { fields: maxFormFields, fieldSize: maxFormBytes, files: 1 }
  let size = 0
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file' || typeof part.value !== 'string') break
    size += part.fieldname.length + part.value.length
    if (size > maxFormBytes) break
    fields.push([part.fieldname, part.value])
  }
  return fields
}
