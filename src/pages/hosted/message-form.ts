/** The form of a message about an application, which may have a file. */

import type { Failure } from './api.ts'
import { showFailure } from './object-routes.ts'
import { receiveUpload, type Upload } from './uploads.ts'
import { get, getId, send, type Visit } from './visit.ts'

/** A form that was refused, with what was entered. */
export interface Refused {
  values: Record<string, string>
  failure: Failure
}

/** The most bytes of a document; pictures have a smaller limit of their own. */
const mostBytes = 25 * 1024 * 1024
const limits = { file: { mostBytes, tooLarge: 'The file may not be larger than 25 MB.' } } as const

const isPicture = (filename: string): boolean => /\.(png|jpe?g|gif|webp)$/i.test(filename)

/** Receives the form and sends the message. `show` shows the page again with a form that was refused. */
export async function sendMessage(here: Visit, show: (refused: Refused) => Promise<unknown>): Promise<unknown> {
  return receiveUpload(here, limits, async (form) => {
    // The file of a visitor who may not read the application is not stored.
    const application = await get(here, 'GET /job-applications/{id}', { id: getId(here.request) })
    if (!application.ok) return showFailure(here, application)
    const sent = form.ok ? await sendForm(here, form) : form
    if (sent.ok) return here.reply.redirect(`${here.request.url}#messages`, 303)
    return sent.status === 401 ? showFailure(here, sent) : show({ values: form.ok ? form.values : {}, failure: sent })
  })
}

const operation = 'POST /job-applications/{id}/messages'

/** Uploads the file and sends the message with it. The file of a message that is refused is deleted again. */
async function sendForm(here: Visit, { values: { body = '' }, files: { file } }: Upload) {
  const parameters = { id: getId(here.request) }
  const text = body === '' ? {} : { body }
  // A browser sends an empty file where none was chosen.
  if (file === undefined || file.size === 0) return send(here, operation, parameters, text)
  const form = new FormData()
  form.append('type', isPicture(file.name) ? 'image' : 'document')
  form.append('file', file, file.name)
  const uploaded = await send(here, 'POST /upload', {}, form)
  if (!uploaded.ok) return uploaded
  const { id } = uploaded.data.file
  const sent = await send(here, operation, parameters, { ...text, files: [id] })
  if (!sent.ok) await send(here, 'DELETE /files/{id}', { id })
  return sent
}
