import type { Config } from '#config.ts'
import type { Routes } from '#http/routes.ts'
import { crossrefWorks, dataciteWorks } from './works.ts'

const config = { access: 'public', raw: true } as const

/** Doubles of the APIs of Crossref and DataCite for development, with a few works; disabled in production. */
export const sandboxRegistryRoutes =
  ({ environment }: Config): Routes =>
  (app) => {
    if (environment === 'production') return
    app.get<{ Params: { doi: string } }>(
      '/sandbox/registries/crossref/works/:doi',
      { config },
      async ({ params }, reply) => {
        const message = crossrefWorks.find(({ DOI }) => DOI === params.doi.toLowerCase())
        if (message === undefined) return reply.code(404).type('text/plain').send('Resource not found.')
        return reply.send({ status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message })
      },
    )
    app.get<{ Params: { doi: string } }>(
      '/sandbox/registries/datacite/dois/:doi',
      { config },
      async ({ params }, reply) => {
        const attributes = dataciteWorks.find(({ doi }) => doi === params.doi.toLowerCase())
        if (attributes === undefined)
          return reply
            .code(404)
            .send({ errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] })
        return reply.send({ data: { id: attributes.doi, type: 'dois', attributes } })
      },
    )
  }
