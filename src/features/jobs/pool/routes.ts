import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { unknownCompany } from '../posts/company.ts'
import { answerTalentPoolRequest } from './answers.ts'
import {
  alreadyAsked,
  extendTalentPoolEntry,
  missingExtension,
  notConsented,
  unknownExtension,
  wrongExtension,
} from './extensions.ts'
import {
  ConsentAnswer,
  ConsentQuery,
  NewTalentPoolEntry,
  TalentPoolChange,
  TalentPoolEntry,
  TalentPoolExtension,
  TalentPoolQuery,
} from './schemas.ts'
import {
  alreadyInPool,
  checkTalentPoolEntry,
  createTalentPoolEntry,
  deleteTalentPoolEntry,
  listConsents,
  listTalentPool,
  poolIsFull,
  showTalentPoolEntry,
  tooManyRequests,
  unknownCandidate,
  updateTalentPoolEntry,
  wrongConsentEnd,
} from './service.ts'

const tags = ['Jobs']

export const talentPoolRoutes: Routes = (app) => {
  app.get('/talent-pool', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listTalentPool',
      summary: 'List my talent pool',
      description: 'Newest first; mine, or by `company_id` that of a company for which I recruit.',
      tags,
      querystring: TalentPoolQuery,
      response: respondsPage(TalentPoolEntry, { problems: [unknownCompany] }),
    },
    handler: (request) => listTalentPool(request.ctx, request.query),
  })

  app.post('/talent-pool', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The person is asked.',
      check: checkTalentPoolEntry,
    },
    schema: {
      operationId: 'createTalentPoolEntry',
      summary: 'Ask a person to be kept in a talent pool',
      description:
        'For recruiters, and with `company_id` for those who recruit for the company. The person has applied for a post that I manage (and is not a blind ' +
        'candidate), or has a researcher profile that I see, and gets a link to consent or decline. The entry is `pending` until then, and ends with the ' +
        'consent. A person is asked by one pool once in 30 days, and not in the 180 days after a refusal or withdrawal (429).',
      tags,
      body: NewTalentPoolEntry,
      response: responds(
        201,
        TalentPoolEntry,
        forbidden,
        unknownCandidate,
        unknownCompany,
        wrongConsentEnd,
        alreadyInPool,
        tooManyRequests,
        poolIsFull,
      ),
    },
    handler: (request) => createTalentPoolEntry(request.ctx, request.body),
  })

  app.get('/talent-pool/consents', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listConsents',
      summary: 'List who keeps me in a talent pool',
      description: 'Newest first: who keeps me by my consent, and who asks to.',
      tags,
      querystring: ConsentQuery,
      response: respondsPage(TalentPoolEntry),
    },
    handler: (request) => listConsents(request.ctx, request.query),
  })

  app.get('/talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showTalentPoolEntry',
      summary: 'Show an entry of a talent pool',
      description: 'For those who keep it, and for the person, who does not see the note.',
      tags,
      params: ids('id'),
      response: responds(200, TalentPoolEntry, forbidden, notFound),
    },
    handler: (request) => showTalentPoolEntry(request.ctx, request.params.id),
  })

  app.put('/talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    schema: {
      operationId: 'updateTalentPoolEntry',
      summary: 'Change the note of an entry of a talent pool',
      description: 'For those who keep it.',
      tags,
      params: ids('id'),
      body: TalentPoolChange,
      response: responds(200, TalentPoolEntry, forbidden, notFound),
    },
    handler: (request) => updateTalentPoolEntry(request.ctx, request.params.id, request.body),
  })

  app.post('/talent-pool/:id/extension', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is asked.' },
    schema: {
      operationId: 'extendTalentPoolEntry',
      summary: 'Ask a person to stay longer in a talent pool',
      description:
        'For those who keep it, once the person has consented. The person gets a link that shows both ends. Until they agree, and if they do not, ' +
        '`consent_until` holds; one request is open at a time, and ends with the present consent, at the latest after 30 days. A person is asked by one pool ' +
        'once in 30 days, and not in the 180 days after a refusal (429).',
      tags,
      params: ids('id'),
      body: TalentPoolExtension,
      response: responds(
        200,
        TalentPoolEntry,
        forbidden,
        notFound,
        notConsented,
        alreadyAsked,
        wrongExtension,
        tooManyRequests,
      ),
    },
    handler: (request) => extendTalentPoolEntry(request.ctx, request.params.id, request.body),
  })

  app.delete('/talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The entry is deleted.' },
    schema: {
      operationId: 'deleteTalentPoolEntry',
      summary: 'Delete an entry of a talent pool',
      description: 'For those who keep it, with its note.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteTalentPoolEntry(request.ctx, request.params.id),
  })

  app.post('/talent-pool/:id/answer', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your answer is saved.' },
    schema: {
      operationId: 'answerTalentPoolRequest',
      summary: 'Answer a request of a talent pool, or withdraw the consent',
      description:
        'For the person. A refusal and a withdrawal remove the entry with its note; a later end is agreed to with `requested_until`. The user who asked is ' +
        'notified.',
      tags,
      params: ids('id'),
      body: ConsentAnswer,
      response: respondsMessage(forbidden, notFound, missingExtension, unknownExtension),
    },
    handler: (request) => answerTalentPoolRequest(request.ctx, request.params.id, request.body),
  })
}
