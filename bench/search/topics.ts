/**
 * Researchers who write about topics in words that other topics share, so that only the words side by side, and how often
 * they stand in titles, say who works on what.
 */

import { createRandom } from '../support/random.ts'
import type { Person } from './person.ts'

/** Topics by field, as they stand in titles of papers. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'Computer Science': [
    'graph neural networks',
    'neural machine translation',
    'adversarial machine learning',
    'federated learning',
    'large language models',
    'question answering',
    'knowledge graph embedding',
    'image segmentation',
    'object detection',
    'speech recognition',
    'program synthesis',
    'type inference',
    'query optimization',
    'stream processing',
    'distributed consensus',
    'graph coloring',
    'private information retrieval',
    'information retrieval evaluation',
    'recommender systems',
    'operating system kernels',
    'memory allocation',
    'network intrusion detection',
    'side channel attacks',
    'quantum error correction',
  ],
  Biology: [
    'protein structure prediction',
    'protein folding kinetics',
    'gene regulatory networks',
    'gene drive',
    'single cell sequencing',
    'stem cell differentiation',
    'cell cycle control',
    'gut microbiome',
    'soil microbial communities',
    'plant root architecture',
    'drought stress tolerance',
    'population genetics',
    'ancient dna',
    'dna repair',
    'insect population decline',
    'coral reef bleaching',
    'fish migration',
    'bird song learning',
  ],
  Medicine: [
    'malaria vaccine trials',
    'malaria drug resistance',
    'antibiotic resistance genes',
    'breast cancer screening',
    'cancer immunotherapy',
    'heart failure management',
    'sleep apnea',
    'sleep stage detection',
    'maternal mortality',
    'infant nutrition',
    'chronic kidney disease',
    'disease surveillance networks',
    'clinical decision support',
    'electronic health records',
    'health insurance coverage',
    'mental health screening',
  ],
  Physics: [
    'dark matter detection',
    'neutron star mergers',
    'gravitational wave detection',
    'quantum information theory',
    'quantum phase transitions',
    'phase change memory',
    'topological insulators',
    'superconducting qubits',
    'solar wind turbulence',
    'plasma confinement',
    'laser cooling',
    'optical frequency combs',
  ],
  'Earth Science': [
    'climate model evaluation',
    'sea level rise',
    'sea ice thickness',
    'ice core records',
    'soil carbon storage',
    'carbon capture',
    'groundwater recharge',
    'flood risk mapping',
    'landslide detection',
    'earthquake early warning',
    'volcanic ash dispersion',
    'wind power forecasting',
  ],
  'Social Science': [
    'labor market discrimination',
    'labor migration',
    'minimum wage effects',
    'mobile money adoption',
    'microfinance impact evaluation',
    'school choice',
    'reading comprehension',
    'second language learning',
    'language endangerment',
    'voting behavior',
    'social network analysis',
    'social insurance reform',
  ],
}

export const topics: readonly { topic: string; field: string }[] = Object.entries(fields).flatMap(([field, list]) =>
  list.map((topic) => ({ topic, field })),
)

const frames = [
  (topic: string, word: string) => `Towards ${word} ${topic}`,
  (topic: string, word: string) => `${topic}: a study of ${word}`,
  (topic: string, word: string) => `On the role of ${word} in ${topic}`,
  (topic: string, word: string) => `${word} methods for ${topic}`,
  (topic: string) => `A survey of ${topic}`,
  (topic: string, word: string) => `Rethinking ${topic} with ${word}`,
]

/** The n-th author, whose topics are `topics[…]` with the number of titles about each. */
export function createAuthor(n: number, person: Person): { person: Person; papers: ReadonlyMap<string, number> } {
  const next = createRandom(n * 7_919 + 3)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const words = topics.flatMap(({ topic }) => topic.split(' '))
  const mine = [pick(topics), ...(next() < 0.6 ? [pick(topics)] : []), ...(next() < 0.3 ? [pick(topics)] : [])]
  const papers = new Map<string, number>()
  const publications = mine.flatMap(({ topic }, index) => {
    const count = 1 + Math.floor(next() ** 2 * (index === 0 ? 14 : 5))
    papers.set(topic, (papers.get(topic) ?? 0) + count)
    return Array.from({ length: count }, () => ({
      title: pick(frames)(topic, `${pick(words)}`),
      year: 1998 + Math.floor(next() * 28),
      venue: 'Proceedings',
      doi: null,
      url: null,
    }))
  })
  const [first] = mine
  // Single words of other topics stand in the biography, the headline and the skills.
  const stray = Array.from({ length: 12 }, () => pick(words))
  return {
    papers,
    person: {
      ...person,
      fields: [first?.field ?? ''],
      skills: [...new Set(stray.slice(0, 3))].map((word) => `${word} analysis`),
      headline: `Works on ${stray.slice(3, 6).join(', ')}`,
      bio: `Interested in ${stray.slice(6).join(', ')}.`,
      publications,
    },
  }
}
