import { forbidden, notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { omitEmptyParts } from './empty-parts.ts'
import { ResumeImport, ResumeImportResult } from './schemas.ts'
import { importResume, tooManySkills } from './service.ts'

/** Room for a resume with as many works as are read. */
const bodyLimit = 8 * 1024 * 1024

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const resumeImportRoutes = routes('Researchers', [
  route('POST /users/:id/resume/import', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The resume is read.' },
    summary: 'Fill a profile with a JSON Resume',
    description:
      'For the researcher and administrators; 404 for users without a profile. What the resume says replaces what the profile says: the name, ' +
      'headline, bio, location, country, ORCID iD, employment, education, skills, languages and fields of research; what it does not say stays. ' +
      'Its publications are added by the rule of `POST /researchers/{id}/publications/import`, as typed ones. Days are stored as months, a ' +
      'position without an end is current, and addresses of ror.org are ids of institutions. Null, empty texts and entries without anything else are ' +
      'absent. A resume with one fault is refused as a whole, with ' +
      'all of its faults. `preview` answers the same and stores nothing. Another name ends the verification of a researcher. ' +
      '30 imports an hour, previews included.',
    body: ResumeImport,
    response: responds(200, ResumeImportResult, forbidden, notFound, tooManySkills),
    bodyLimit,
    preValidation(request, _, done) {
      const { body } = request
      if (isObject(body) && 'resume' in body && isObject(body.resume))
        request.body = { ...body, resume: omitEmptyParts(body.resume) ?? {} }
      done()
    },
    run: importResume,
  }),
])
