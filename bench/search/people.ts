/** Generates plausible researchers. The n-th researcher is the same at every scale. */

import { createRandom } from '../support/random.ts'
import { landmarks } from './landmarks.ts'
import type { Person } from './person.ts'

const splitWords = (text: string) => text.split(' ')
const splitLines = (text: string) => text.split('|')

const firstNames = splitWords(
  'Amina Wanjiru Kofi Ama Chinedu Ngozi Thabo Zanele Fatima Omar Layla Hassan Mei Wei Xin Jing Haruto Sakura Yuki Hiroshi ' +
    'Minjun Jiwoo Priya Arjun Ananya Rohan Lakshmi Ravi Nadia Dmitri Olga Ivan Katarzyna Piotr Zuzana Jürgen Anneliese ' +
    'Lukas Sophie Léa Étienne Chloé Giulia Marco Sofía Mateo Camila Joaquín João Beatriz Thiago Ingrid Lars Søren Åsa ' +
    'Eoin Siobhán Rhys Emily James Olivia Ethan Maya Noah Leilani Mana Tui Ahmet Elif Nikos Eleni Yael Noam Thuy Minh ' +
    'Siti Budi Aroha Malik Zainab Tariq Nasrin Parisa Reza Grace Samuel Ruth Daniel Miriam Helena Viktor Anya',
)
const lastNames = splitWords(
  'Kamau Mwangi Otieno Mensah Owusu Adeyemi Okafor Dlamini Nkosi Haddad Mansour Chen Wang Zhang Liu Tanaka Suzuki Sato ' +
    'Yamamoto Kim Park Choi Sharma Patel Iyer Reddy Kumar Ivanov Petrova Kowalski Nowak Novák Müller Schneider Weiß Dubois ' +
    'Lefèvre Rossi Bianchi García Fernández Rodríguez Silva Pereira Andersen Johansson Öberg Murphy Byrne Evans Smith ' +
    'Johnson Williams Brown Kahananui Yılmaz Demir Papadopoulos Cohen Levi Nguyen Tran Wijaya Santoso Rahman Ahmed Hosseini ' +
    'Khan Mutasa Achebe Traoré Diallo Ndiaye Kone Abebe Tesfaye Hansen Nielsen Virtanen Korhonen Horvat Popescu Dimitrov',
)
const roots = splitWords(
  'Kar Mor Bel Vas Tor Hal Ren Dor Fal Gar Lin Mar Nor Pel Ros Sal Tam Ver Wol Yar Zan Bor Cas Del Ern Fen Gil Hov Ilk Jor',
)
const endings = splitWords(
  'son sen ova enko ski wicz ez ini etti ard ier mann berg stein oglu zade yan dze idis akis imoto uchi ngo wale bayo tsi',
)

const places = splitLines(
  'University of Nairobi, Nairobi, Kenya|Makerere University, Kampala, Uganda|University of Ghana, Accra, Ghana|' +
    'University of Cape Town, Cape Town, South Africa|University of Lagos, Lagos, Nigeria|Cairo University, Cairo, Egypt|' +
    'Addis Ababa University, Addis Ababa, Ethiopia|Stanford University, Stanford, United States|' +
    'Massachusetts Institute of Technology, Cambridge, United States|University of Michigan, Ann Arbor, United States|' +
    'University of Toronto, Toronto, Canada|McGill University, Montreal, Canada|University of Oxford, Oxford, United Kingdom|' +
    'University of Cambridge, Cambridge, United Kingdom|Imperial College London, London, United Kingdom|' +
    'University of Edinburgh, Edinburgh, United Kingdom|ETH Zürich, Zürich, Switzerland|EPFL, Lausanne, Switzerland|' +
    'Technische Universität München, Munich, Germany|Heidelberg University, Heidelberg, Germany|' +
    'Sorbonne Université, Paris, France|Université de Lyon, Lyon, France|Sapienza University of Rome, Rome, Italy|' +
    'Universidad Complutense, Madrid, Spain|Universidade de Lisboa, Lisbon, Portugal|Uppsala University, Uppsala, Sweden|' +
    'University of Copenhagen, Copenhagen, Denmark|University of Oslo, Oslo, Norway|University of Helsinki, Helsinki, Finland|' +
    'University of Warsaw, Warsaw, Poland|Charles University, Prague, Czech Republic|Universidade de São Paulo, São Paulo, Brazil|' +
    'Universidad de Chile, Santiago, Chile|Universidad de Buenos Aires, Buenos Aires, Argentina|UNAM, Mexico City, Mexico|' +
    'Indian Institute of Science, Bangalore, India|University of Delhi, Delhi, India|Tsinghua University, Beijing, China|' +
    'Peking University, Beijing, China|University of Tokyo, Tokyo, Japan|Kyoto University, Kyoto, Japan|' +
    'Seoul National University, Seoul, South Korea|KAIST, Daejeon, South Korea|National University of Singapore, Singapore, Singapore|' +
    'University of Melbourne, Melbourne, Australia|University of Auckland, Auckland, New Zealand|Technion, Haifa, Israel|' +
    'Middle East Technical University, Ankara, Turkey|University of Tehran, Tehran, Iran|University of Dhaka, Dhaka, Bangladesh',
)

/** A research field, the skills of its researchers, and their topics. */
const fieldsOfStudy = splitLines(
  'Machine Learning: Python, PyTorch, TensorFlow, Statistics: models that learn from data|' +
    'Natural Language Processing: Python, Transformers, Linguistics, spaCy: how computers read text|' +
    'Computer Vision: OpenCV, PyTorch, C++, Image Segmentation: seeing objects in images and video|' +
    'Human Computer Interaction: User Studies, Prototyping, Accessibility, Eye Tracking: how people use interfaces|' +
    'Operating Systems: C, Rust, Kernel Development, Virtualization: kernels, schedulers and isolation|' +
    'Databases: SQL, Query Optimization, PostgreSQL, Distributed Transactions: storing and querying large tables|' +
    'Robotics: ROS, Control Theory, SLAM, C++: machines that move among people|' +
    'Information Retrieval: Elasticsearch, Ranking, Evaluation, Java: finding documents that matter|' +
    'Reinforcement Learning: Python, Simulation, Game Theory, JAX: agents that act and learn from reward|' +
    'Quantum Computing: Qiskit, Linear Algebra, Error Correction, Physics: algorithms on noisy qubits|' +
    'Software Engineering: Testing, Program Analysis, Git, Code Review: programs that can be changed with confidence|' +
    'Programming Languages: Type Systems, Haskell, Compilers, Formal Verification: languages that rule out mistakes|' +
    'Data Science: R, Python, Data Visualization, Statistics: answers from messy data|' +
    'Bioinformatics: Genomics, R, Sequence Alignment, Python: reading genomes at scale|' +
    'Epidemiology: Biostatistics, Survey Design, Stata, Cohort Studies: how disease spreads in populations|' +
    'Neuroscience: fMRI, Electrophysiology, MATLAB, Optogenetics: circuits behind memory and attention|' +
    'Climate Science: Remote Sensing, Climate Modelling, Fortran, GIS: oceans, storms and rising seas|' +
    'Agricultural Science: Soil Analysis, Crop Modelling, Remote Sensing, Field Trials: feeding people in a drier world|' +
    'Economics: Econometrics, Stata, Causal Inference, Game Theory: markets, wages and incentives|' +
    'Psychology: Experimental Design, Psychometrics, SPSS, Interviews: how people think and decide|' +
    'Materials Science: X-ray Diffraction, Electron Microscopy, Density Functional Theory, Nanofabrication: new alloys and batteries|' +
    'Astrophysics: Spectroscopy, Python, Telescope Instrumentation, N-body Simulation: galaxies and dark matter|' +
    'Organic Chemistry: NMR, Synthesis, Chromatography, Mass Spectrometry: making molecules that heal|' +
    'Public Health: Health Policy, Survey Design, Epidemiological Modelling, Community Engagement: clinics, vaccines and clean water|' +
    'Linguistics: Phonetics, Fieldwork, Corpus Analysis, Syntax: endangered languages and their grammar|' +
    'Archaeology: Excavation, Radiocarbon Dating, GIS, Ceramics: what people left in the ground|' +
    'Education Research: Curriculum Design, Interviews, Learning Analytics, Assessment: how children learn to read|' +
    'Renewable Energy: Photovoltaics, Power Systems, Wind Modelling, Energy Storage: solar power for remote places|' +
    'Cybersecurity: Cryptography, Reverse Engineering, Network Security, Penetration Testing: attacks and how to stop them|' +
    'Marine Biology: Scuba Diving, Coral Ecology, Genetics, Field Sampling: reefs and the fish that live in them',
).map((line) => {
  const [name = '', skills = '', topic = ''] = line.split(': ')
  return { name, skills: skills.split(', '), topic }
})

const verbs = splitWords('studies builds measures explains designs models maps compares improves questions')
const adjectives = splitWords(
  'careful open practical theoretical interdisciplinary collaborative field-based computational long-term comparative ' +
    'participatory low-cost large-scale privacy-preserving interpretable sustainable robust efficient reproducible ethical',
)
const objects = splitLines(
  'methods for small teams|tools for hospitals|systems used by farmers|models of cities|instruments for schools|' +
    'evidence for policy|archives of voices|sensors in rivers|maps of informal settlements|libraries of molecules|' +
    'benchmarks nobody trusts yet|networks under load|archives in many languages|the limits of prediction|data that is missing',
)
const venues = splitLines(
  'Nature|Science|PLOS ONE|NeurIPS|The Lancet|PNAS|CHI|SIGMOD|Physical Review Letters|World Development',
)
const tongues = splitWords('English French Swahili Spanish Mandarin Hindi Arabic Portuguese German Japanese')

/** At this interval there is one researcher whom the relevance set looks for. */
const landmarkEvery = 10

/** The n-th researcher, counted from 0. */
export function createPerson(n: number): Person {
  const landmark = n % landmarkEvery === 7 ? landmarks[(n - 7) / landmarkEvery] : undefined
  const made = createOrdinaryPerson(n)
  return landmark ? { ...made, ...landmark } : made
}

function createOrdinaryPerson(n: number): Person {
  const next = createRandom(n * 2_654_435 + 17)
  const pickOne = <T>(list: readonly T[]): T => list[Math.floor(next() ** 1.3 * list.length)] as T
  const [main, second] = [pickOne(fieldsOfStudy), pickOne(fieldsOfStudy)]
  const [institution = '', city = '', country = ''] = pickOne(places).split(', ')
  const name = `${pickOne(firstNames)} ${next() < 0.5 ? pickOne(lastNames) : pickOne(roots) + pickOne(endings)}`
  const fields = next() < 0.35 && second !== main ? [main.name, second.name] : [main.name]
  const skills = [
    ...new Set([...main.skills.filter(() => next() < 0.75), ...second.skills.filter(() => next() < 0.25)]),
  ]
  const createSentence = () => `${pickOne(verbs)} ${pickOne(adjectives)} ${pickOne(objects)}`
  const bio = `${name.split(' ')[0]} works on ${main.topic}. The group ${createSentence()} and ${createSentence()}. Earlier work ${createSentence()} at ${city}.`
  const publications = Array.from({ length: Math.floor(next() * 4) }, () => ({
    title: `${pickOne(adjectives)} ${main.topic} and ${pickOne(objects)}`,
    year: 1995 + Math.floor(next() * 31),
    venue: pickOne(venues),
    doi: null,
    url: null,
  }))
  return {
    name,
    headline: `${main.name} researcher who ${createSentence()}`,
    bio: next() < 0.9 ? bio : '',
    institution,
    department: `Department of ${main.name}`,
    location: `${city}, ${country}`,
    country,
    fields,
    skills,
    languages: [...new Set(['English', pickOne(tongues)])],
    years_experience: Math.floor(next() * 35),
    h_index: next() < 0.5 ? Math.floor(next() * 60) : null,
    availability: next() < 0.6 ? 'available' : next() < 0.5 ? 'busy' : 'unavailable',
    verified: next() < 0.3,
    publications,
  }
}
