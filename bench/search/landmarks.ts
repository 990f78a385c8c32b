/** Researchers whom the relevance set looks for by name, or by a topic that only they work on. */

import type { Person } from './person.ts'

type Landmark = Pick<Person, 'name'> & Partial<Person>

const createLandmark = (institution: string, city: string, country: string) => ({
  institution,
  location: `${city}, ${country}`,
  country,
})

export const landmarks: readonly Landmark[] = [
  {
    name: 'Wangari Maathiu',
    fields: ['Forest Ecology'],
    skills: ['Reforestation', 'Python'],
    ...createLandmark('University of Nairobi', 'Nairobi', 'Kenya'),
  },
  {
    name: 'Tadashi Okonogi',
    fields: ['Volcanology'],
    skills: ['Seismology', 'Fieldwork'],
    ...createLandmark('Kyoto University', 'Kyoto', 'Japan'),
  },
  {
    name: 'Søren Kjærsgaard',
    fields: ['Glaciology'],
    skills: ['Ice Core Analysis', 'MATLAB'],
    ...createLandmark('University of Copenhagen', 'Copenhagen', 'Denmark'),
  },
  {
    name: 'Zoë Abramowitz',
    fields: ['Computational Musicology'],
    skills: ['Signal Processing', 'Python'],
    ...createLandmark('McGill University', 'Montreal', 'Canada'),
  },
  {
    name: 'Friedrich Weidenbaum',
    fields: ['Mycology'],
    skills: ['Microscopy', 'Genetics'],
    ...createLandmark('Heidelberg University', 'Heidelberg', 'Germany'),
  },
  {
    name: 'Oluwaseun Adebayoson',
    fields: ['Machine Learning', 'Malaria Research'],
    skills: ['PyTorch', 'Bayesian Networks'],
    years_experience: 18,
    ...createLandmark('University of Lagos', 'Lagos', 'Nigeria'),
  },
  {
    name: 'Bronisława Czerwińska',
    fields: ['Paleography'],
    skills: ['Latin', 'Manuscript Studies'],
    ...createLandmark('University of Warsaw', 'Warsaw', 'Poland'),
  },
  {
    name: 'Kahu Te Rangihiroa',
    fields: ['Ethnobotany'],
    skills: ['Oral History', 'Field Sampling'],
    ...createLandmark('University of Auckland', 'Auckland', 'New Zealand'),
  },
  {
    name: 'Xochitl Quetzalmeztli',
    fields: ['Epigraphy'],
    skills: ['Nahuatl', 'Photogrammetry'],
    ...createLandmark('UNAM', 'Mexico City', 'Mexico'),
  },
  {
    name: 'Guðrún Þorsteinsdóttir',
    fields: ['Geothermal Energy'],
    skills: ['Reservoir Modelling', 'Drilling'],
    ...createLandmark('University of Oslo', 'Oslo', 'Norway'),
  },
  {
    name: 'Padmanabhan Venkataraman',
    fields: ['Number Theory'],
    skills: ['Modular Forms', 'Algebra'],
    ...createLandmark('Indian Institute of Science', 'Bangalore', 'India'),
  },
  {
    name: 'Marguerite Fontainebleau',
    fields: ['Perfume Chemistry'],
    skills: ['Chromatography', 'Synthesis'],
    ...createLandmark('Sorbonne Université', 'Paris', 'France'),
  },
  {
    name: 'Thandeka Mabuza-Zulu',
    fields: ['HIV Prevention'],
    skills: ['Cohort Studies', 'Community Engagement'],
    ...createLandmark('University of Cape Town', 'Cape Town', 'South Africa'),
  },
  {
    name: 'Ravshan Toshmatov',
    fields: ['Hydrology'],
    skills: ['Groundwater Modelling', 'GIS'],
    ...createLandmark('Middle East Technical University', 'Ankara', 'Turkey'),
  },
  {
    name: 'Fiammetta Delmonico',
    fields: ['Art Conservation'],
    skills: ['Pigment Analysis', 'Infrared Imaging'],
    ...createLandmark('Sapienza University of Rome', 'Rome', 'Italy'),
  },
  {
    name: 'Jedediah Quackenbush',
    fields: ['Ornithology'],
    skills: ['Bird Banding', 'Bioacoustics'],
    ...createLandmark('University of Michigan', 'Ann Arbor', 'United States'),
  },
  {
    name: 'Nguyễn Thị Hồng Nhung',
    fields: ['Rice Genetics'],
    skills: ['CRISPR', 'Plant Breeding'],
    ...createLandmark('National University of Singapore', 'Singapore', 'Singapore'),
  },
  {
    name: 'Eleftheria Konstantinidou',
    fields: ['Underwater Archaeology'],
    skills: ['Scuba Diving', 'Sonar Mapping'],
    ...createLandmark('University of Edinburgh', 'Edinburgh', 'United Kingdom'),
  },
  {
    name: 'Bartholomew Featherstone',
    fields: ['Beekeeping Science'],
    skills: ['Entomology', 'Pollination'],
    ...createLandmark('University of Oxford', 'Oxford', 'United Kingdom'),
  },
  {
    name: 'Yevgenia Zaporozhets',
    fields: ['Cosmic Rays'],
    skills: ['Particle Detectors', 'ROOT'],
    ...createLandmark('Charles University', 'Prague', 'Czech Republic'),
  },
]

/** The index of a landmark in the list of researchers, counted from 0. */
export const findIndex = (name: string) => landmarks.findIndex((one) => one.name === name) * 10 + 7
