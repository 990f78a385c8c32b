/** The job posts of the demonstration. */

interface Post {
  by: 'rafael' | 'hannah'
  title: string
  company: string
  location: string
  remote: boolean
  employment_type: 'full_time' | 'part_time' | 'contract' | 'internship' | 'fellowship'
  experience_level: 'entry' | 'mid' | 'senior' | 'lead'
  description: string
  skills: string[]
  salary_min: number
  salary_max: number
  status: 'draft' | 'open'
  /** Days from now; null for no deadline. */
  closesIn: number | null
  /** Whether applicants must have passed the exam in research ethics. */
  needsEthics?: boolean
  blind?: boolean
  criteria?: { name: string }[]
  rejection_reasons?: string[]
}

export const posts: readonly Post[] = [
  {
    by: 'rafael',
    title: 'Statistician for field trials',
    company: 'Verdant Labs',
    location: 'Lisbon, Portugal',
    remote: true,
    employment_type: 'full_time',
    experience_level: 'entry',
    description: 'Plan our trials of drought-resistant wheat, and tell us honestly what they show.',
    skills: ['R', 'Statistics', 'Field Trials'],
    salary_min: 42_000,
    salary_max: 55_000,
    status: 'open',
    closesIn: 21,
    rejection_reasons: ['Too little statistics', 'The position is filled'],
  },
  {
    by: 'rafael',
    title: 'Research assistant, rural health',
    company: 'Verdant Labs',
    location: 'Évora, Portugal',
    remote: false,
    employment_type: 'part_time',
    experience_level: 'entry',
    description: 'Visit clinics, listen to nurses, and turn what they say into data that can be used.',
    skills: ['Interviews', 'Survey Design'],
    salary_min: 18_000,
    salary_max: 22_000,
    status: 'open',
    closesIn: null,
  },
  {
    by: 'rafael',
    title: 'Scientific advisor, causal inference',
    company: 'Verdant Labs',
    location: 'Anywhere',
    remote: true,
    employment_type: 'contract',
    experience_level: 'lead',
    description: 'Two days a week, review our designs before we spend a season on them.',
    skills: ['Causal Inference', 'Statistics'],
    salary_min: 60_000,
    salary_max: 90_000,
    status: 'open',
    closesIn: 60,
  },
  {
    by: 'rafael',
    title: 'Head of remote sensing',
    company: 'Verdant Labs',
    location: 'Lisbon, Portugal',
    remote: false,
    employment_type: 'full_time',
    experience_level: 'lead',
    description: 'Still to be agreed on with the board.',
    skills: ['Remote Sensing', 'GIS'],
    salary_min: 80_000,
    salary_max: 105_000,
    status: 'draft',
    closesIn: null,
  },
  {
    by: 'hannah',
    title: 'Summer fellow, open archives',
    company: 'Nordic Data Archive',
    location: 'Uppsala, Sweden',
    remote: false,
    employment_type: 'fellowship',
    experience_level: 'entry',
    description: 'Bring forty years of surveys into a form in which others can find and read them.',
    skills: ['Python', 'Survey Design'],
    salary_min: 9_000,
    salary_max: 9_000,
    status: 'open',
    closesIn: 45,
  },
  {
    by: 'hannah',
    title: 'Engineer for a search service',
    company: 'Nordic Data Archive',
    location: 'Stockholm, Sweden',
    remote: true,
    employment_type: 'full_time',
    experience_level: 'senior',
    description: 'Make eight million records answer within a tenth of a second.',
    skills: ['Ranking', 'Java', 'PostgreSQL'],
    salary_min: 58_000,
    salary_max: 76_000,
    status: 'open',
    closesIn: 30,
  },
  {
    by: 'rafael',
    title: 'Data steward, clinical archive',
    company: 'Verdant Labs',
    location: 'Lisbon, Portugal',
    remote: true,
    employment_type: 'full_time',
    experience_level: 'entry',
    description:
      'Decide who may see what of ten thousand patients, and give good reasons. We read what you can do, not who you are.',
    skills: ['Research Ethics', 'Statistics', 'Survey Design'],
    salary_min: 34_000,
    salary_max: 41_000,
    status: 'open',
    closesIn: 40,
    needsEthics: true,
    blind: true,
    criteria: [{ name: 'Judgement' }, { name: 'Care with data' }],
  },
]
