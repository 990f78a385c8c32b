/**
 * Queries with the expected results: one person who must be among the first three, or a condition that the first three
 * must meet.
 */

import { findIndex, landmarks } from './landmarks.ts'
import { person as nth } from './people.ts'

interface Profile {
  fields: string[]
  skills: string[]
  institution: string
  country: string
  years_experience: number
  availability: string
  verified: boolean
}

export interface Result extends Profile {
  id: number
}

export interface Expectation {
  query: string
  /** Whether the first three results answer the query. */
  holds(results: readonly Result[]): boolean
  /** Whether one of the first n researchers answers the query. */
  answerable(count: number): boolean
}

const person = (query: string, name: string): Expectation => {
  if (landmarks.every((one) => one.name !== name)) throw new Error(`There is no landmark ${name}.`)
  return {
    query,
    holds: (results) => results.slice(0, 3).some(({ id }) => id === findIndex(name) + 1),
    answerable: (count) => findIndex(name) < count,
  }
}

const all = (query: string, suits: (one: Profile) => boolean): Expectation => ({
  query,
  holds: (results) => results.length > 0 && results.slice(0, 3).every(suits),
  answerable: (count) => firstPeople(count).filter((one) => suits(one)).length >= 3,
})

/** Enough researchers to know whether at least three meet the condition, at every scale. */
const mostLookedAt = 10_000
const known: Profile[] = []

/** Generated on first use, because it takes some time. */
function firstPeople(count: number): Profile[] {
  while (known.length < Math.min(count, mostLookedAt)) known.push(nth(known.length))
  return known.slice(0, count)
}

const field = (query: string, name: string) => all(query, ({ fields }) => fields.includes(name))
const skill = (query: string, name: string) => all(query, ({ skills }) => skills.includes(name))

export const relevance: readonly Expectation[] = [
  // Names: as written, without accents, in part, and misspelled.
  person('Wangari Maathiu', 'Wangari Maathiu'),
  person('maathiu', 'Wangari Maathiu'),
  person('wangary mathiu', 'Wangari Maathiu'),
  person('Okonogi', 'Tadashi Okonogi'),
  person('tadashi okongi', 'Tadashi Okonogi'),
  person('Soren Kjaersgaard', 'Søren Kjærsgaard'),
  person('Kjærsgaard', 'Søren Kjærsgaard'),
  person('zoe abramovitz', 'Zoë Abramowitz'),
  person('abramo', 'Zoë Abramowitz'),
  person('fridrich weidenbaum', 'Friedrich Weidenbaum'),
  person('Weidenbuam', 'Friedrich Weidenbaum'),
  person('oluwaseun', 'Oluwaseun Adebayoson'),
  person('adebayoson malaria', 'Oluwaseun Adebayoson'),
  person('bronislawa czerwinska', 'Bronisława Czerwińska'),
  person('czerwinksa', 'Bronisława Czerwińska'),
  person('rangihiroa', 'Kahu Te Rangihiroa'),
  person('xochitl', 'Xochitl Quetzalmeztli'),
  person('quetzalmezli', 'Xochitl Quetzalmeztli'),
  person('gudrun thorsteinsdottir', 'Guðrún Þorsteinsdóttir'),
  person('venkatraman', 'Padmanabhan Venkataraman'),
  person('padmanabhan', 'Padmanabhan Venkataraman'),
  person('fontaineblau', 'Marguerite Fontainebleau'),
  person('thandeka mabuza', 'Thandeka Mabuza-Zulu'),
  person('toshmatov hydrology', 'Ravshan Toshmatov'),
  person('delmonico', 'Fiammetta Delmonico'),
  person('quakenbush', 'Jedediah Quackenbush'),
  person('nguyen thi hong nhung', 'Nguyễn Thị Hồng Nhung'),
  person('konstantinidu', 'Eleftheria Konstantinidou'),
  person('bartholomew feather', 'Bartholomew Featherstone'),
  person('zaporozhetz', 'Yevgenia Zaporozhets'),
  // Topics that only one researcher works on.
  person('glaciology', 'Søren Kjærsgaard'),
  person('ice cores denmark', 'Søren Kjærsgaard'),
  person('volcanologist japan', 'Tadashi Okonogi'),
  person('machine learning malaria nigeria', 'Oluwaseun Adebayoson'),
  person('"malaria research"', 'Oluwaseun Adebayoson'),
  person('reforestation kenya', 'Wangari Maathiu'),
  person('computational music', 'Zoë Abramowitz'),
  person('bird banding', 'Jedediah Quackenbush'),
  person('orinthology', 'Jedediah Quackenbush'),
  person('rice genetics crispr', 'Nguyễn Thị Hồng Nhung'),
  person('underwater archeology', 'Eleftheria Konstantinidou'),
  person('modular forms', 'Padmanabhan Venkataraman'),
  person('pigment analysis in italy', 'Fiammetta Delmonico'),
  person('HIV cape town', 'Thandeka Mabuza-Zulu'),
  person('beekeeping oxford', 'Bartholomew Featherstone'),
  // Fields, by name and by abbreviation.
  field('machine learning', 'Machine Learning'),
  field('ML', 'Machine Learning'),
  field('machin lerning', 'Machine Learning'),
  field('NLP', 'Natural Language Processing'),
  field('natural language', 'Natural Language Processing'),
  field('HCI', 'Human Computer Interaction'),
  field('CV', 'Computer Vision'),
  field('OS', 'Operating Systems'),
  field('DB', 'Databases'),
  field('RL', 'Reinforcement Learning'),
  field('neuroscince', 'Neuroscience'),
  field('astrophysic', 'Astrophysics'),
  field('climate sci', 'Climate Science'),
  field('economists', 'Economics'),
  // Skills, places, and combinations.
  skill('pytorch', 'PyTorch'),
  skill('C++', 'C++'),
  skill('density functional theory', 'Density Functional Theory'),
  skill('radiocarbon dating', 'Radiocarbon Dating'),
  all('university of nairobi', ({ institution }) => institution === 'University of Nairobi'),
  all('stanford', ({ institution }) => institution === 'Stanford University'),
  all('sao paulo', ({ institution }) => institution === 'Universidade de São Paulo'),
  all('researchers in kenya', ({ country }) => country === 'Kenya'),
  all('ML in the UK', ({ fields, country }) => fields.includes('Machine Learning') && country === 'United Kingdom'),
  all(
    'verified neuroscience in usa',
    (one) => one.verified && one.fields.includes('Neuroscience') && one.country === 'United States',
  ),
  all('available robotics', (one) => one.availability === 'available' && one.fields.includes('Robotics')),
  all('epidemiology 10+ years', (one) => one.years_experience >= 10 && one.fields.includes('Epidemiology')),
  all('python -pytorch', (one) => one.skills.includes('Python') && !one.skills.includes('PyTorch')),
  all('quantum computing qiskit japan', (one) => one.fields.includes('Quantum Computing') && one.country === 'Japan'),
  all('"marine biology" coral', (one) => one.fields.includes('Marine Biology') && one.skills.includes('Coral Ecology')),
  all('remote sensing brazil', (one) => one.skills.includes('Remote Sensing') && one.country === 'Brazil'),
]
