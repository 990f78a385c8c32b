import { forbidden, notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { Company } from '../schemas.ts'
import { LogoForm } from './schemas.ts'
import { missingLogo, uploadLogo } from './service.ts'

export const logoRoutes = formRoutes(
  routes('Companies', [
    route('POST /companies/:id/logo', {
      config: { access: 'signed-in', scope: 'jobs:write', limit: 'upload', message: 'The picture is saved.' },
      operationId: 'changeCompanyLogo',
      summary: 'Change the logo of a company',
      description:
        'For owners and admins of the company, and administrators. A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled ' +
        'to at most 512 pixels, and stored without metadata. The previous picture is deleted; `logo: null` in `PUT /companies/{id}` removes it.',
      body: LogoForm,
      response: responds(200, Company, forbidden, notFound, missingLogo),
      run: uploadLogo,
    }),
  ]),
)
