export { createResearcher, researcherBelongings } from './service.ts'
