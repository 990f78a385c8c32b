/** Routes whose body is a stream of bytes of one media type, which the handler reads itself. */

import { Problem } from '#core/problem.ts'
import type { App, Routes } from './routes.ts'

const unsupported = new Problem(415, 'This Content-Type is not supported here.')

export const byteRoutes =
  (contentType: string, routes: Routes): Routes =>
  (app) => {
    // An encapsulated scope: other routes answer such bodies with 415.
    void app.register(async (scope: App) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(contentType, (_, payload, done) => done(null, payload))
      scope.addContentTypeParser('*', (_, __, done) => done(unsupported))
      routes(scope)
    })
  }
