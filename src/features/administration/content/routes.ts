import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { WithReason } from '../reason.ts'
import { Content, ContentDetail, ContentPath, ContentQuery, Hiding } from './schemas.ts'
import {
  alreadyHidden,
  hideContent,
  listContent,
  notHidden,
  restoreContent,
  type Sources,
  showContent,
} from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const contentRoutes =
  (sources: Sources): Routes =>
  (app) => {
    app.get('/admin/content', {
      config: { ...reads, csv: 'Content' },
      schema: {
        operationId: 'listContent',
        summary: 'List what users have published, hidden or not',
        description: 'Of one kind, newest first; drafts and private ones too.',
        tags,
        querystring: ContentQuery,
        response: respondsPage(Content),
      },
      handler: (request) => listContent(request.ctx, sources, request.query),
    })

    app.get('/admin/content/:kind/:id', {
      config: reads,
      schema: {
        operationId: 'showContent',
        summary: 'Show whether something is hidden, and why',
        description: 'The content itself is at the address of its kind, which administrators may read.',
        tags,
        params: ContentPath,
        response: responds(200, ContentDetail, notFound),
      },
      handler: (request) => showContent(request.ctx, sources, request.params),
    })

    app.post('/admin/content/:kind/:id/hide', {
      config: { ...writes, message: 'It is hidden.' },
      schema: {
        operationId: 'hideContent',
        summary: 'Hide something from all but its owner and administrators',
        description:
          'It leaves every list, search, feed and page of others, and its owner cannot publish it. Open reports about ' +
          'it are decided. The owner is told the reason.',
        tags,
        params: ContentPath,
        body: Hiding,
        response: respondsMessage(notFound, alreadyHidden),
      },
      handler: (request) => hideContent(request.ctx, sources, request.params, request.body),
    })

    app.post('/admin/content/:kind/:id/restore', {
      config: { ...writes, message: 'It is shown again.' },
      schema: {
        operationId: 'restoreContent',
        summary: 'Show hidden content again',
        description: 'With the status that it had. It stays hidden while its owner is suspended.',
        tags,
        params: ContentPath,
        body: WithReason,
        response: respondsMessage(notFound, notHidden),
      },
      handler: (request) => restoreContent(request.ctx, sources, request.params),
    })
  }
