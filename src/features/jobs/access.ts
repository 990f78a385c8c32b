import type { AnyContext } from '#context.ts'
import { applications } from './applications/queries.ts'

/** Returns the application, or null. Access is for the caller to check. */
export const findApplication = (ctx: AnyContext, id: number) => applications.byId.maybe(ctx, { id })
