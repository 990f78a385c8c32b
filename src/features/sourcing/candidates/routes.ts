import { forbidden, notFound } from '#core/problem.ts'
import { tooCostlyCsv } from '#http/csv-field.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Sentence } from '#language/sentence.ts'
import { noNames, noResumes, tooManyResumes, unstorableResumes } from './candidate-file.ts'
import { consentInFuture, importCandidates } from './import.ts'
import { alreadyInvited, hasApplied, notAccepting } from './invitations.ts'
import { tooCostlyResumes } from './resume-file.ts'
import { Candidate, CandidateDetails, CandidateImport, CandidateImportRequest, CandidateQuery } from './schemas.ts'
import { deleteCandidate, inviteImportedCandidate, listCandidates, showCandidate } from './service.ts'

/** Room for five hundred resumes, and for what JSON escapes. */
const bodyLimit = 8 * 1024 * 1024

const describeImport = (result: unknown): Sentence =>
  typeof result === 'object' && result !== null && Reflect.get(result, 'preview') === true
    ? 'The file is read. Nothing is stored or mailed.'
    : 'The candidates are imported. The rows say what came of each.'

export const candidateRoutes = routes('Jobs', [
  route('POST /job-posts/:id/candidates/import', {
    config: { access: 'signed-in', scope: 'jobs:write', message: describeImport },
    summary: 'Import candidates into a job post',
    description:
      'For those who manage the post. Reads CSV or JSON Resumes, and answers what came of every row. A candidate is no applicant: the person ' +
      'applies by accepting an invitation, which is mailed only if it is asked for. An address is one candidate of the post, and joins an applicant who ' +
      'has given it; whether an account has it is not told. One who has refused is not imported again. 2,000 candidates a post, 30 imports an hour, previews included.',
    body: CandidateImportRequest,
    response: responds(
      200,
      CandidateImport,
      forbidden,
      notFound,
      consentInFuture,
      noNames,
      noResumes,
      tooManyResumes,
      unstorableResumes,
      tooCostlyCsv,
      tooCostlyResumes,
    ),
    bodyLimit,
    run: importCandidates,
  }),
  route('GET /job-posts/:id/candidates', {
    config: { access: 'signed-in', scope: 'jobs:read', discloses: true },
    summary: 'List the imported candidates of a job post',
    description:
      'For those who manage the post, newest first. They are removed a year after the import unless they apply.',
    query: CandidateQuery,
    response: respondsPage(Candidate, { problems: [forbidden, notFound] }),
    run: listCandidates,
  }),
  route('GET /job-posts/:id/candidates/:candidate_id', {
    config: { access: 'signed-in', scope: 'jobs:read', discloses: true },
    summary: 'Show an imported candidate with the resume',
    description: 'For those who manage the post.',
    response: responds(200, CandidateDetails, forbidden, notFound),
    run: showCandidate,
  }),
  route('POST /job-posts/:id/candidates/:candidate_id/invite', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The invitation is on its way.' },
    operationId: 'inviteCandidate',
    summary: 'Invite an imported candidate to apply',
    description:
      'For those who manage the post, once in 24 hours for a candidate, and as often as `INVITATIONS_PER_DAY` allows. By the link in the mail the person ' +
      'applies, or has the data erased.',
    response: responds(200, Candidate, forbidden, notFound, notAccepting, alreadyInvited, hasApplied),
    run: inviteImportedCandidate,
  }),
  route('DELETE /job-posts/:id/candidates/:candidate_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The candidate is deleted.' },
    summary: 'Delete an imported candidate',
    description: 'For those who manage the post. Deletes what was imported; an application stays.',
    response: respondsMessage(forbidden, notFound),
    run: deleteCandidate,
  }),
])
