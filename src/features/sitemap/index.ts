import type { Feature, SitemapSource } from '#features/feature.ts'
import { sitemapRoutes } from './routes.ts'

/** The addresses of public pages, for search engines. */
export const createSitemap = (sources: readonly SitemapSource[]): Feature => ({ routes: [sitemapRoutes(sources)] })
