const meanings: Readonly<Record<string, readonly string[]>> = {
  ai: ['artificial intelligence'],
  agi: ['artificial general intelligence'],
  ar: ['augmented reality'],
  asr: ['speech recognition'],
  bci: ['brain computer interfaces'],
  bio: ['biology'],
  cfd: ['computational fluid dynamics'],
  cg: ['computer graphics'],
  chem: ['chemistry'],
  cnn: ['convolutional neural networks'],
  cs: ['computer science'],
  cv: ['computer vision'],
  db: ['databases', 'database systems'],
  dbms: ['databases', 'database systems'],
  dl: ['deep learning'],
  ds: ['data science', 'distributed systems'],
  ece: ['electrical engineering'],
  ee: ['electrical engineering'],
  econ: ['economics'],
  epi: ['epidemiology'],
  gis: ['geographic information systems'],
  gan: ['generative adversarial networks'],
  gnn: ['graph neural networks'],
  hci: ['human computer interaction'],
  hpc: ['high performance computing'],
  hri: ['human robot interaction'],
  ir: ['information retrieval'],
  iot: ['internet of things'],
  llm: ['large language models'],
  math: ['mathematics'],
  maths: ['mathematics'],
  ml: ['machine learning'],
  mri: ['magnetic resonance imaging'],
  neuro: ['neuroscience'],
  nlp: ['natural language processing'],
  nlu: ['natural language understanding'],
  ocr: ['optical character recognition'],
  or: ['operations research'],
  os: ['operating systems'],
  pl: ['programming languages'],
  psych: ['psychology'],
  qc: ['quantum computing'],
  rl: ['reinforcement learning'],
  rnn: ['recurrent neural networks'],
  se: ['software engineering'],
  stats: ['statistics'],
  svm: ['support vector machines'],
  ui: ['user interfaces'],
  ux: ['user experience'],
  vr: ['virtual reality'],
  xai: ['explainable artificial intelligence', 'explainable ai'],
}

/** Common abbreviations of research fields. */
// Maps, because `constructor` is a possible word.
export const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(meanings))

const short = new Map(
  Object.entries(meanings).flatMap(([word, phrases]) => phrases.map((phrase) => [phrase, word] as const)),
)

/** Returns the abbreviation of a phrase, or undefined. */
export const findAbbreviation = (phrase: string): string | undefined => short.get(phrase)
