/** Endings of professions and of their fields, the longer ones of a profession first. */
const endings: readonly (readonly [person: string, ...fields: string[]])[] = [
  ['analyst', 'analysis', 'analytics'],
  ['anist', 'any'],
  ['emist', 'emistry'],
  ['engineer', 'engineering'],
  ['grapher', 'graphy'],
  ['iatrist', 'iatry'],
  ['ician', 'ics'],
  ['icist', 'ics'],
  ['istorian', 'istory'],
  ['linguist', 'linguistics'],
  ['ologist', 'ology'],
  ['alogist', 'alogy'],
  ['omist', 'omics', 'omy'],
  ['onomer', 'onomy'],
  ['opher', 'ophy'],
  ['ogian', 'ogy'],
  ['arian', 'ary'],
  ['rapist', 'rapy'],
  ['macist', 'macy'],
  ['rnalist', 'rnalism'],
  ['scientist', 'science', 'sciences'],
  ['programmer', 'programming'],
  ['developer', 'development'],
  ['designer', 'design'],
  ['planner', 'planning'],
  ['manager', 'management'],
  ['administrator', 'administration'],
  ['educator', 'education'],
  ['translator', 'translation'],
  ['conservator', 'conservation'],
  ['conservationist', 'conservation'],
  ['modeller', 'modelling', 'modeling'],
  ['modeler', 'modeling', 'modelling'],
  ['breeder', 'breeding'],
  ['accountant', 'accounting', 'accountancy'],
  ['consultant', 'consulting'],
  ['architect', 'architecture'],
  ['theorist', 'theory'],
  ['activist', 'activism'],
]

/** Professions whose fields have other words. */
const whole: readonly (readonly [person: string, ...fields: string[]])[] = [
  ['physician', 'medicine', 'clinical medicine'],
  ['clinician', 'medicine', 'clinical medicine'],
  ['doctor', 'medicine'],
  ['surgeon', 'surgery'],
  ['nurse', 'nursing'],
  ['midwife', 'midwifery'],
  ['dentist', 'dentistry', 'dental medicine'],
  ['psychiatrist', 'psychiatry'],
  ['vet', 'veterinary medicine', 'veterinary science'],
  ['veterinarian', 'veterinary medicine', 'veterinary science'],
  ['optometrist', 'optometry'],
  ['obstetrician', 'obstetrics'],
  ['anatomist', 'anatomy'],
  ['anaesthetist', 'anaesthesia', 'anaesthesiology'],
  ['anesthetist', 'anesthesia', 'anesthesiology'],
  ['dietitian', 'dietetics', 'nutrition'],
  ['dietician', 'dietetics', 'nutrition'],
  ['nutritionist', 'nutrition'],
  ['lawyer', 'law'],
  ['attorney', 'law'],
  ['jurist', 'law', 'jurisprudence'],
  ['solicitor', 'law'],
  ['barrister', 'law'],
  ['legal scholar', 'law'],
  ['teacher', 'teaching', 'education'],
  ['pedagogue', 'pedagogy', 'education'],
  ['librarian', 'library science', 'library studies'],
  ['archivist', 'archival science', 'archival studies'],
  ['forester', 'forestry'],
  ['farmer', 'farming', 'agriculture'],
  ['agriculturist', 'agriculture'],
  ['agronomist', 'agronomy', 'agriculture'],
  ['horticulturist', 'horticulture'],
  ['banker', 'banking'],
  ['economist', 'economics'],
  ['econometrician', 'econometrics'],
  ['actuary', 'actuarial science'],
  ['artist', 'art', 'arts'],
  ['musician', 'music', 'musicology'],
  ['composer', 'music composition'],
  ['writer', 'writing', 'creative writing'],
  ['poet', 'poetry'],
  ['journalist', 'journalism'],
  ['dramatist', 'drama', 'theatre'],
  ['novelist', 'fiction', 'novels', 'creative writing'],
  ['sculptor', 'sculpture'],
  ['ethicist', 'ethics'],
  ['criminologist', 'criminology'],
  ['rhetorician', 'rhetoric'],
  ['arithmetician', 'arithmetic'],
  ['politician', 'politics', 'political science'],
  ['political scientist', 'political science', 'politics'],
  ['diplomat', 'diplomacy', 'international relations'],
  ['policeman', 'policing'],
  ['pilot', 'aviation'],
  ['sailor', 'navigation'],
  ['cryptographer', 'cryptography', 'cryptology'],
  ['roboticist', 'robotics'],
  ['computer scientist', 'computer science'],
  ['software engineer', 'software engineering'],
  ['logician', 'logic'],
  ['classicist', 'classics'],
  ['humanist', 'humanities'],
  ['orientalist', 'oriental studies'],
  ['egyptologist', 'egyptology'],
  ['prehistorian', 'prehistory'],
  ['palaeontologist', 'palaeontology', 'paleontology'],
  ['paleontologist', 'paleontology', 'palaeontology'],
  ['brewer', 'brewing'],
  ['winemaker', 'winemaking', 'oenology'],
  ['beekeeper', 'beekeeping', 'apiculture'],
  ['miner', 'mining'],
  ['surveyor', 'surveying'],
  ['trainer', 'training'],
  ['coach', 'coaching'],
  ['counsellor', 'counselling', 'counseling'],
  ['counselor', 'counseling', 'counselling'],
  ['social worker', 'social work'],
  ['geneticist', 'genetics'],
]
const fieldsOfWhole = new Map(whole.map(([person, ...fields]) => [person, fields]))
const wholeOfField = Map.groupBy(
  whole.flatMap(([person, ...fields]) => fields.map((field) => ({ field, person }))),
  ({ field }) => field,
)

/**
 * Returns the fields of a profession: `epidemiology` for `epidemiologists`, `data science` for `data scientist`. Some
 * of the results may not exist.
 */
export function findFields(name: string): string[] {
  const person = name.replace(/s$/, '')
  const derived = endings.flatMap(([ending, ...fields]) =>
    person.endsWith(ending) ? fields.map((field) => person.slice(0, -ending.length) + field) : [],
  )
  return [...new Set([...(fieldsOfWhole.get(person) ?? []), ...derived])]
}

/** Returns the professions of a field: `statistician` for `statistics`. Some of the results may not exist. */
export function findProfessions(field: string): string[] {
  const derived = endings.flatMap(([person, ...fields]) =>
    fields
      .filter((ending) => field.endsWith(ending) && field.length > ending.length + 1)
      .map((ending) => field.slice(0, -ending.length) + person),
  )
  return [...new Set([...(wholeOfField.get(field) ?? []).map(({ person }) => person), ...derived])]
}
