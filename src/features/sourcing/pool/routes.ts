import { forbidden, notFound } from '#core/problem.ts'
import { unknownCompany } from '#features/jobs/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const talentPoolRoutes = routes('Jobs', [
  route('GET /talent-pool', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'List my talent pool',
    description: 'Newest first; mine, or by `company_id` that of a company for which I recruit.',
    query: TalentPoolQuery,
    response: respondsPage(TalentPoolEntry, { problems: [unknownCompany] }),
    run: listTalentPool,
  }),
  route('POST /talent-pool', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The person is asked.',
      check: checkTalentPoolEntry,
    },
    summary: 'Ask a person to be kept in a talent pool',
    description:
      'For recruiters, and with `company_id` for those who recruit for the company. The person has applied for a post that I manage (and is not a blind ' +
      'candidate), or has a researcher profile that I see, and gets a link to consent or decline. The entry is `pending` until then, and ends with the ' +
      'consent. A person is asked by one pool once in 30 days, and not in the 180 days after a refusal or withdrawal (429).',
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
    run: createTalentPoolEntry,
  }),
  route('GET /talent-pool/consents', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'List who keeps me in a talent pool',
    description: 'Newest first: who keeps me by my consent, and who asks to.',
    query: ConsentQuery,
    response: respondsPage(TalentPoolEntry),
    run: listConsents,
  }),
  route('GET /talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show an entry of a talent pool',
    description: 'For those who keep it, and for the person, who does not see the note.',
    response: responds(200, TalentPoolEntry, forbidden, notFound),
    run: showTalentPoolEntry,
  }),
  route('PUT /talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The note is saved.' },
    summary: 'Change the note of an entry of a talent pool',
    description: 'For those who keep it.',
    body: TalentPoolChange,
    response: responds(200, TalentPoolEntry, forbidden, notFound),
    run: updateTalentPoolEntry,
  }),
  route('POST /talent-pool/:id/extension', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is asked.' },
    summary: 'Ask a person to stay longer in a talent pool',
    description:
      'For those who keep it, once the person has consented. The person gets a link that shows both ends. Until they agree, and if they do not, ' +
      '`consent_until` holds; one request is open at a time, and ends with the present consent, at the latest after 30 days. A person is asked by one pool ' +
      'once in 30 days, and not in the 180 days after a refusal (429).',
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
    run: extendTalentPoolEntry,
  }),
  route('DELETE /talent-pool/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The entry is deleted.' },
    summary: 'Delete an entry of a talent pool',
    description: 'For those who keep it, with its note.',
    response: respondsMessage(forbidden, notFound),
    run: deleteTalentPoolEntry,
  }),
  route('POST /talent-pool/:id/answer', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your answer is saved.' },
    summary: 'Answer a request of a talent pool, or withdraw the consent',
    description:
      'For the person. A refusal and a withdrawal remove the entry with its note; a later end is agreed to with `requested_until`. The user who asked is ' +
      'notified.',
    body: ConsentAnswer,
    response: respondsMessage(forbidden, notFound, missingExtension, unknownExtension),
    run: answerTalentPoolRequest,
  }),
])
