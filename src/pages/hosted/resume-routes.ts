/** The resume of an application: to download, and to read within the page. */

import { buffer } from 'node:stream/consumers'
import { html, renderHtml } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { type CreateVisit, getId, raw, type Visit } from './visit.ts'

const path = '/app/job-applications/:id/resume'
const operation = 'GET /job-applications/{id}/resume'

export function registerResumePages(app: App, visit: CreateVisit) {
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const file = await here.fetchFile(operation, { id: getId(request) })
    return file.ok ? reply.headers(file.headers).send(file.content) : showFailure(here, file)
  })

  app.get(`${path}/view`, { config: raw }, (request, reply) => showResume(visit(request, reply)))
}

/**
 * What stands in the frame loads nothing, runs nothing, and stands in no page of others. A text is sandboxed as well; browsers show no PDF in a
 * sandboxed frame, and read it in a process of its own.
 */
const framed = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'"

/** Sends a PDF to the viewer of the browser, and the text of other documents. */
async function showResume(here: Visit) {
  const { request, reply, frame } = here
  const file = await here.fetchFile(operation, { id: getId(request), view: true })
  if (!file.ok) return showFailure(here, file)
  reply.headers({
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  })
  if (file.headers['content-type'] === 'application/pdf')
    return reply
      .header('Content-Security-Policy', framed)
      .header('Content-Disposition', 'inline')
      .type('application/pdf')
      .send(file.content)
  const text = await request.ctx.extractText(await buffer(file.content))
  const { write, wording } = frame.writer
  const words = text ?? write('This document cannot be shown here. Download it to read it.')
  return reply
    .header('Content-Security-Policy', `${framed}; sandbox`)
    .type('text/html; charset=utf-8')
    .send(
      renderHtml(html`<!doctype html>
<html lang="${wording.language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${write('Resume')}</title></head>
<body><pre dir="auto" style="white-space: pre-wrap; font: 1rem/1.5 system-ui, sans-serif">${words}</pre></body>
</html>
`),
    )
}
