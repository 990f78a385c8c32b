/** The researchers of the demonstration, except the one who can sign in. */

interface Researcher {
  name: string
  institution: string
  city: string
  country: string
  fields: string[]
  skills: string[]
  languages: string[]
  years_experience: number
  h_index: number
  topic: string
  publications: { title: string; year: number; venue: string }[]
}

/** Name, institution, city, country, fields, skills, languages, years, h-index, topic, publications. */
const lines = [
  'Wanjiru Kamau|University of Nairobi|Nairobi|Kenya|Epidemiology, Public Health|Biostatistics, Cohort Studies, R, Survey Design|English, Swahili|14|27|how malaria returns to places that had got rid of it|Malaria resurgence in the western highlands@2023@The Lancet; Bed nets ten years on@2019@PLOS ONE',
  'Kofi Mensah|University of Ghana|Accra|Ghana|Renewable Energy|Photovoltaics, Power Systems, Energy Storage, Python|English, French|9|15|solar mini-grids that villages can run by themselves|Mini-grids after five rainy seasons@2024@World Development',
  'Ngozi Adeyemi|University of Lagos|Lagos|Nigeria|Natural Language Processing, Machine Learning|Python, Transformers, spaCy, Linguistics|English, French|7|12|speech and text in languages with little written down|A treebank for Yoruba@2025@NeurIPS; Transfer between tonal languages@2023@PNAS',
  'Thabo Dlamini|University of Cape Town|Cape Town|South Africa|Astrophysics|Spectroscopy, Python, Radio Interferometry|English|18|34|hydrogen in the youngest galaxies|Neutral hydrogen at redshift one@2022@Nature',
  'Layla Mansour|Cairo University|Cairo|Egypt|Archaeology|Excavation, Radiocarbon Dating, GIS, Ceramics|Arabic, English, French|21|19|the harbours of the Red Sea and who traded there|Pepper in the desert: a harbour of the first century@2018@World Development',
  'Selam Tesfaye|Addis Ababa University|Addis Ababa|Ethiopia|Agricultural Science|Soil Analysis, Crop Modelling, Field Trials, R|English, Amharic|11|16|teff that stands drier years|Yield of teff under late rains@2024@PLOS ONE',
  'Mateo Fernández|Universidad de Buenos Aires|Buenos Aires|Argentina|Economics|Econometrics, Causal Inference, Stata, R|Spanish, English|13|22|wages and prices when prices rise every week|Menu costs in high inflation@2021@World Development',
  'Beatriz Pereira|Universidade de São Paulo|São Paulo|Brazil|Climate Science, Data Science|Remote Sensing, Climate Modelling, Python, GIS|Portuguese, English, Spanish|10|20|what the Amazon breathes in and out|Carbon over the arc of deforestation@2025@Nature; A decade of flux towers@2022@PNAS',
  'Camila Rojas|Universidad de Chile|Santiago|Chile|Marine Biology|Scuba Diving, Coral Ecology, Genetics, Field Sampling|Spanish, English|6|9|kelp forests along a cold current|Kelp refuges of the Humboldt current@2024@PLOS ONE',
  'Joaquín Morales|UNAM|Mexico City|Mexico|Neuroscience|fMRI, MATLAB, Electrophysiology, Statistics|Spanish, English|15|25|how we remember melodies|Earworms and the auditory cortex@2020@PNAS',
  'Emily Johnson|Stanford University|Stanford|United States|Machine Learning, Statistics|Python, PyTorch, Statistics, Causal Inference|English|12|41|models that know when they do not know|Calibrated by design@2024@NeurIPS; Uncertainty for small data@2021@NeurIPS',
  'Noah Williams|University of Michigan|Ann Arbor|United States|Human Computer Interaction|User Studies, Accessibility, Prototyping, Eye Tracking|English|8|14|interfaces for people who cannot use their hands|Gaze typing at home@2025@CHI',
  'Leilani Kahananui|Massachusetts Institute of Technology|Cambridge|United States|Robotics|ROS, SLAM, C++, Control Theory|English, Hawaiian|5|8|small boats that map reefs on their own|Swarm surveys of shallow reefs@2025@Science',
  'Étienne Tremblay|McGill University|Montreal|Canada|Linguistics|Fieldwork, Phonetics, Corpus Analysis|French, English|17|18|languages of the north and how children learn them|Acquiring polysynthesis@2019@PNAS',
  'Priya Sharma|Indian Institute of Science|Bangalore|India|Computer Vision, Machine Learning|PyTorch, OpenCV, C++, Image Segmentation|Hindi, English, Kannada|8|21|reading X-rays where there is no radiologist|Tuberculosis screening on a phone@2024@The Lancet; Segmenting with ten labels@2022@NeurIPS',
  'Arjun Iyer|University of Delhi|Delhi|India|Databases|SQL, PostgreSQL, Query Optimization, Rust|Hindi, English, Tamil|16|24|answers from tables too large to read|Joins that adapt@2021@SIGMOD',
  'Xin Zhang|Tsinghua University|Beijing|China|Quantum Computing|Qiskit, Linear Algebra, Error Correction, Physics|Mandarin, English|7|17|codes for qubits that forget|Erasure at the surface@2025@Physical Review Letters',
  'Jing Liu|Peking University|Beijing|China|Materials Science|Electron Microscopy, X-ray Diffraction, Nanofabrication|Mandarin, English|13|31|batteries that last thirty years|Dendrites seen growing@2023@Science',
  'Haruto Sato|University of Tokyo|Tokyo|Japan|Software Engineering|Testing, Program Analysis, Java, Code Review|Japanese, English|19|28|programs that can be changed with confidence|What reviews find@2020@PLOS ONE',
  'Sakura Yamamoto|Kyoto University|Kyoto|Japan|Psychology|Experimental Design, Psychometrics, Interviews, R|Japanese, English|6|10|why waiting is easier together|Queues as social places@2024@PNAS',
  'Jiwoo Park|KAIST|Daejeon|South Korea|Reinforcement Learning, Robotics|Python, JAX, Simulation, Game Theory|Korean, English|4|9|hands that learn to hold fragile things|Grasping eggs@2025@NeurIPS',
  'Thuy Nguyen|National University of Singapore|Singapore|Singapore|Bioinformatics|Genomics, R, Sequence Alignment, Python|Vietnamese, English|9|19|resistance genes in rivers|A map of resistance along the Mekong@2024@Nature',
  'Siti Rahman|University of Dhaka|Dhaka|Bangladesh|Public Health, Epidemiology|Survey Design, Health Policy, Community Engagement, Stata|Bengali, English|12|18|clean water and who pays for it|Arsenic wells revisited@2022@The Lancet',
  'Nasrin Hosseini|University of Tehran|Tehran|Iran|Organic Chemistry|NMR, Synthesis, Mass Spectrometry|Persian, English|10|16|molecules from saffron that heal|Crocin derivatives in twelve steps@2021@Science',
  'Elif Yılmaz|Middle East Technical University|Ankara|Turkey|Education Research|Learning Analytics, Curriculum Design, Interviews, Assessment|Turkish, English, German|11|13|how children learn fractions|Fractions before decimals@2023@PLOS ONE',
  'Yael Cohen|Technion|Haifa|Israel|Cybersecurity|Cryptography, Reverse Engineering, Network Security|Hebrew, English|14|29|protocols that stay safe when a part is broken|Threshold signatures for slow networks@2022@PNAS',
  'Eleni Papadopoulos|Sorbonne Université|Paris|France|Information Retrieval|Ranking, Evaluation, Elasticsearch, Java|Greek, French, English|9|15|finding documents that matter|Judging with fewer judges@2024@SIGMOD',
  'Anneliese Weiß|ETH Zürich|Zürich|Switzerland|Climate Science|Climate Modelling, Fortran, Statistics, Remote Sensing|German, English|22|44|glaciers and the rivers below them|The last summer of a glacier@2023@Nature; Melt water and memory@2017@Science',
  'Lukas Schneider|Technische Universität München|Munich|Germany|Operating Systems|C, Rust, Kernel Development, Virtualization|German, English|10|14|schedulers that waste no watt|Idle is a decision@2024@PLOS ONE',
  'Giulia Rossi|Sapienza University of Rome|Rome|Italy|Data Science, Economics|R, Python, Data Visualization, Econometrics|Italian, English|7|11|cities seen through their buses|Commuting after the timetable@2025@World Development',
  'Søren Andersen|University of Copenhagen|Copenhagen|Denmark|Neuroscience, Psychology|Optogenetics, Electrophysiology, MATLAB|Danish, English|16|32|sleep and what it keeps|Sleep spindles and place@2021@Nature',
  'Katarzyna Nowak|University of Warsaw|Warsaw|Poland|Programming Languages|Haskell, Type Systems, Compilers, Formal Verification|Polish, English|8|13|languages that rule out mistakes|Effects you can read@2024@PLOS ONE',
  'Olga Petrova|University of Helsinki|Helsinki|Finland|Statistics, Epidemiology|Statistics, R, Biostatistics, Survey Design|Russian, Finnish, English|20|36|data that is missing, and why|Missing not at random@2019@PNAS',
  'Aroha Ngata|University of Auckland|Auckland|New Zealand|Marine Biology, Climate Science|Field Sampling, Genetics, Community Engagement|Māori, English|13|17|fisheries that feed the grandchildren|Customary closures work@2023@Science',
  'Siobhán Byrne|University of Edinburgh|Edinburgh|United Kingdom|Natural Language Processing|Linguistics, Python, Corpus Analysis, Transformers|Irish, English|9|16|dialogue that repairs its own misunderstandings|Say again?@2024@NeurIPS',
  'Rhys Evans|Imperial College London|London|United Kingdom|Epidemiology, Machine Learning|Python, Biostatistics, Epidemiological Modelling, Statistics|Welsh, English|11|26|outbreaks while they are small|Nowcasting with sparse tests@2022@The Lancet',
]

const splitList = (text: string, by = ', ') => text.split(by).filter((one) => one !== '')

function parseResearcher(line: string): Researcher {
  const [name = '', institution = '', city = '', country = '', fields = '', skills = '', ...rest] = line.split('|')
  const [languages = '', years = '', h = '', topic = '', publications = ''] = rest
  return {
    name,
    institution,
    city,
    country,
    fields: splitList(fields),
    skills: splitList(skills),
    languages: splitList(languages),
    years_experience: Number(years),
    h_index: Number(h),
    topic,
    publications: splitList(publications, '; ').map((one) => {
      const [title = '', year = '', venue = ''] = one.split('@')
      return { title, year: Number(year), venue }
    }),
  }
}

export const researchers: readonly Researcher[] = lines.map(parseResearcher)
