import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const contentRoutes = (sources: Sources) =>
  routes('Administration', [
    route('GET /admin/content', {
      config: { ...reads, csv: 'Content' },
      operationId: 'listContent',
      summary: 'List what users have published, hidden or not',
      description: 'Of one kind, newest first; drafts and private ones too.',
      query: ContentQuery,
      response: respondsPage(Content),
      run: (ctx, query) => listContent(ctx, sources, query),
    }),
    route('GET /admin/content/:kind/:id', {
      config: reads,
      operationId: 'showContent',
      summary: 'Show whether something is hidden, and why',
      description: 'The content itself is at the address of its kind, which administrators may read.',
      params: ContentPath,
      response: responds(200, ContentDetail, notFound),
      handler: (request) => showContent(request.ctx, sources, request.params),
    }),
    route('POST /admin/content/:kind/:id/hide', {
      config: { ...writes, message: 'It is hidden.' },
      operationId: 'hideContent',
      summary: 'Hide something from all but its owner and administrators',
      description:
        'It leaves every list, search, feed and page of others, and its owner cannot publish it. Open reports about ' +
        'it are decided. The owner is told the reason.',
      params: ContentPath,
      body: Hiding,
      response: respondsMessage(notFound, alreadyHidden),
      handler: (request) => hideContent(request.ctx, sources, request.params, request.body),
    }),
    route('POST /admin/content/:kind/:id/restore', {
      config: { ...writes, message: 'It is shown again.' },
      operationId: 'restoreContent',
      summary: 'Show hidden content again',
      description: 'With the status that it had. It stays hidden while its owner is suspended.',
      params: ContentPath,
      body: WithReason,
      response: respondsMessage(notFound, notHidden),
      handler: (request) => restoreContent(request.ctx, sources, request.params),
    }),
  ])
