/** The form of a message about an application, which may have a file. */

import type { Html } from '#core/html.ts'
import { newMessage, renderMessageFile } from './applications.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, refuseForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { receiveUpload, type Upload } from './uploads.ts'
import { get, getId, send, type Visit } from './visit.ts'

/** The most bytes of a document; pictures have a smaller limit of their own. */
const maxBytes = 25 * 1024 * 1024
const limits = { file: { maxBytes, tooLarge: 'The file may not be larger than 25 MB.' } } as const

const isPicture = (filename: string): boolean => /\.(png|jpe?g|gif|webp)$/i.test(filename)

export const renderMessageForm = (here: Visit, refused: RefusedForm | undefined): Html =>
  renderOperationForm(here, newMessage, {
    button: 'Send the message',
    hidden: { act: 'message' },
    anchor: 'messages',
    isMultipart: true,
    refused,
    custom: {
      files: renderMessageFile({ writer: here.frame.writer, values: {}, errors: refused?.errors ?? {} }),
    },
  })

/** Receives the form and sends the message. `show` shows the page again with a form that was refused. */
export async function sendMessage(here: Visit, show: (refused: RefusedForm) => Promise<unknown>): Promise<unknown> {
  return receiveUpload(here, limits, async (form) => {
    // The file of a visitor who may not read the application is not stored.
    const application = await get(here, 'GET /job-applications/{id}', { id: getId(here.request) })
    if (!application.ok) return showFailure(here, application)
    const sent = form.ok ? await sendForm(here, form) : refuseForm(here, newMessage, form)
    const { base, path } = here.frame
    return sent.ok ? here.reply.redirect(toOutcome(`${base}${path}`, 'message', 'messages'), 303) : show(sent)
  })
}

/** Uploads the file and sends the message with it. The file of a message that is refused is deleted again. */
async function sendForm(here: Visit, { files: { file } }: Upload) {
  const parameters = { id: getId(here.request) }
  // A browser sends an empty file where none was chosen.
  if (file === undefined || file.size === 0) return sendOperationForm(here, newMessage, { parameters })
  const form = new FormData()
  form.append('type', isPicture(file.name) ? 'image' : 'document')
  form.append('file', file, file.name)
  const uploaded = await send(here, 'POST /upload', {}, form)
  if (!uploaded.ok) return refuseForm(here, newMessage, uploaded)
  const { id } = uploaded.data.file
  const sent = await sendOperationForm(here, newMessage, { parameters, further: { files: [id] } })
  if (!sent.ok) await send(here, 'DELETE /files/{id}', { id })
  return sent
}
