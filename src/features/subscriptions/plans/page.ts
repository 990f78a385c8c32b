import { renderPlans } from '#pages/hosted/plans.ts'
import { renderPublicList } from '#pages/public-list.ts'
import type { Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import type { Plan } from './schemas.ts'

/** Renders the plans that are offered, with the way to choose one. */
export const renderPlanPage = (writer: Writer, site: Site, plans: readonly Plan[]): string =>
  renderPublicList(writer, site, {
    path: '/plans',
    description: writer.write('The plans of {organization} and what they cost.', {
      organization: { verbatim: site.organizationName },
    }),
    form: null,
    filters: {},
    content: renderPlans(writer, { plans, present: null, path: `${site.frontendUrl}/plans` }),
    items: plans.map(({ name }) => ({ name, path: null })),
    total: plans.length,
    page: 1,
    limit: Math.max(1, plans.length),
  })
