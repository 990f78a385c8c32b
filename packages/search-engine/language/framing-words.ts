/**
 * The words of a query that only frame its subject, such as "who has published on". They stand in titles as well, so a
 * profile with one of them must not come before those about the subject.
 */

import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { isEnglishWord } from './english-words.ts'
import { people as aboutPeople, type Subject } from './subject.ts'
import { stopWords, tokenize } from './tokenizer.ts'

export type FrameLanguage = 'fr' | 'es' | 'pt' | 'ar' | 'sw' | 'de'
const others: readonly FrameLanguage[] = ['fr', 'es', 'pt', 'ar', 'sw', 'de']

const list = (text: string): readonly string[] => tokenize(text)

/** Words of English that join others and mean nothing on their own. */
const joining: ReadonlySet<string> = new Set(
  list(`
    a about above across after against all along also although always am among an and any anybody anyone anything are around as
    at be because been before being below beside besides between both but by can could did do does doing done during each either
    else etc ever every everybody everyone everything for from get gets give given has have had having he hello help her here hi
    him his how however i if in into is it its just let like ll m many may maybe me might more most much must my need needed needs
    no nobody not of off ok okay on once one ones only onto or other others our ours out over particularly per perhaps please
    possibly quite rather re regarding s same see seek several shall she should since so some somebody someone something such t
    tell than thank thanks that the their theirs them then there these they this those through thus to together too toward towards
    try under until up upon us ve very via want wanted wants was way we well were what whats when where whether which while who
    whoever whom whose why will wish with within without would yes yet you your yours
  `),
)

/** People as a question names them, and words that begin a clause about them. */
const people: Readonly<Record<'en' | FrameLanguage, readonly string[]>> = {
  en: list(`
    who whom whose which that what anybody anyone somebody someone everybody everyone person persons people folks academics
    advisor advisors
    adviser advisers authors candidate candidates colleagues collaborator collaborators consultant consultants expert experts investigator investigators researcher
    researchers scholar scholars scientist scientists specialist specialists supervisor supervisors those we i
  `),
  fr: list(`
    qui que quel quelle quels quelles quelqu quelqu'un personne personnes gens chercheur chercheurs chercheuse chercheuses expert
    experts experte expertes spécialiste spécialistes scientifique scientifiques auteur auteurs auteure je nous candidat candidats
  `),
  es: list(`
    quién quiénes quien quienes que qué cuál cuáles alguien persona personas gente investigador investigadora investigadores
    investigadoras experto experta expertos expertas especialista especialistas científico científica científicos científicas autor
    autores autora candidato candidatos yo nosotros
  `),
  pt: list(`
    quem que qual quais alguém pessoa pessoas gente pesquisador pesquisadora pesquisadores pesquisadoras investigador investigadores
    especialista especialistas cientista cientistas perito peritos autor autores autora candidato candidatos eu nós
  `),
  de: list(`
    wer wen wem wessen welche welcher welches jemand jemanden jemandem irgendjemand leute person personen menschen forscher forscherin
    forschende forschenden forscherinnen wissenschaftler wissenschaftlerin wissenschaftlerinnen experte experten expertin expertinnen
    spezialist spezialisten spezialistin fachmann fachleute autor autoren autorin kandidat kandidaten kandidatin ich wir
  `),
  sw: list(`
    nani mtu watu mtafiti watafiti mtaalamu wataalamu mtaalam wataalam mwanasayansi wanasayansi mwandishi waandishi mimi sisi ambaye
    ambao
  `),
  ar: list(`
    من الذي التي الذين ما ماذا شخص أشخاص احد أحد باحث باحثة باحثون باحثين الباحث الباحثون الباحثين خبير خبيرة خبراء الخبراء عالم
    علماء مختص مختصون متخصص متخصصون متخصصين مؤلف مؤلفون أنا نحن
  `),
}

/** What a question says of people: that they work on its subject, or that somebody looks for them. */
const acts: Readonly<Record<'en' | FrameLanguage, readonly string[]>> = {
  en: list(`
    asking authored collaborate collaborated collaborates collaborating concentrates concentrating contributed contributes dealing
    deals dealt dedicated doing does engaged engages engaging explores exploring familiar finding finds focused focuses focusing
    focussed focussing hiring interested investigate investigated investigates investigating involved knowing knowledgeable knows
    looked looking looks needing publish published publishes publishing pursues pursuing recruiting researched researches
    researching searched searching seeking seeks skilled specialise specialised specialises specialising specialize specialized
    specializes specializing studied studying talked talks teaches trained understands versed worked working works writes written wrote
  `),
  fr: list(`
    travaille travaillent travaillant travaillé travailler étudie étudient étudiant étudié étudier publie publient publié publiée
    publiés publier recherche recherchent recherchant rechercher cherche cherchent cherchons chercher trouve trouver trouvez
    connaît connaissent connaissant connaître écrit écrivent écrire spécialisé spécialisée spécialisés intéresse intéressent
    intéressé intéressée intéressés occupe occupent montre montrez montrer donnez aide aidez besoin voudrais aimerais
  `),
  es: list(`
    trabaja trabajan trabajando trabajado trabajar estudia estudian estudiando estudiado estudiar publica publican publicado
    publicando publicar publicó investiga investigan investigando investigado investigar busca buscan busco buscamos buscando buscar
    encontrar encuentra sabe saben saber conoce conocen escribe escriben escrito escribir especializa especializado especializada
    especializados dedica dedican interesa interesado interesada interesados muestra muéstrame necesito necesita necesitamos quiero
    ayuda ayúdame
  `),
  pt: list(`
    trabalha trabalham trabalhando trabalhado trabalhou trabalhar estuda estudam estudando estudado estudou estudar publica publicam
    publicado publicou publicaram publicar pesquisa pesquisam pesquisando pesquisado pesquisou pesquisar investiga investigam
    investigando procura procuram procuro procuramos procurando procurar busca buscam busco buscando encontrar sabe sabem conhece
    conhecem escreve escrevem escreveu escrito especializa especializado especializada especializados dedica dedicam interessa
    interessado interessada interessados mostre mostra preciso precisamos quero gostaria ajuda ajude
  `),
  de: list(`
    arbeitet arbeiten arbeitend gearbeitet arbeitete forscht forschen geforscht forschte untersucht untersuchen untersuchte sucht
    suche suchen gesucht finde finden findet veröffentlicht veröffentlichen veröffentlichte publiziert publizieren publizierte
    beschäftigt beschäftigen befasst befassen schreibt schreiben geschrieben schrieb kennt kennen weiß weiss wissen spezialisiert
    interessiert interessieren zeige zeig zeigen brauche brauchen braucht möchte möchten hilf helfen bitte gibt studiert
  `),
  sw: list(`
    anafanya wanafanya anayefanya wanaofanya kufanya anatafiti wanatafiti anayetafiti wanaotafiti kutafiti anachunguza wanachunguza
    anayechunguza amechapisha wamechapisha aliyechapisha waliochapisha anaandika wanaandika ameandika aliyeandika anasoma wanasoma
    anajua wanajua anayejua wanaojua ninatafuta natafuta tunatafuta tafuta kutafuta nahitaji ninahitaji tunahitaji nataka nionyeshe
    nisaidie tafadhali kazi anayeshughulikia wanaoshughulikia
  `),
  ar: list(`
    يعمل تعمل يعملون يعملن عمل يبحث تبحث يبحثون يدرس تدرس يدرسون درس نشر نشرت نشروا ينشر كتب كتبت كتبوا يكتب يعرف يعرفون يهتم تهتم
    يهتمون مهتم مهتمون ابحث أبحث نبحث أريد اريد نريد أحتاج احتاج نحتاج اعرض أعرض ساعدني يتخصص متخصص
  `),
}

/** Nouns of asking; they frame a question only beside its other framing words, as in "papers on". */
const nouns: Readonly<Record<'en' | FrameLanguage, readonly string[]>> = {
  en: list(`
    area areas article articles background contact contribution contributions cover covers expertise experience experiences
    experienced field fields find focus hire interest interests know knowledge list look meet paper papers publication publications
    recommend record records recruit research search show skill skills studies study subject subjects suggest talk teach topic
    topics understand work write writing best excellent famous foremost good great leading renowned top world
  `),
  fr: list(`
    article articles domaine domaines expérience expertise intérêt intérêts publication publications recherche recherches sujet sujets
    travaux étude études connaissance connaissances thème
  `),
  es: list(`
    artículo artículos área áreas campo experiencia estudio estudios interés intereses investigación investigaciones publicación
    publicaciones tema temas trabajo trabajos conocimiento conocimientos materia
  `),
  pt: list(`
    artigo artigos área áreas campo experiência estudo estudos interesse interesses pesquisa pesquisas publicação publicações tema
    temas trabalho trabalhos conhecimento conhecimentos assunto
  `),
  de: list(`
    arbeit arbeiten artikel bereich erfahrung erfahrungen fachgebiet feld forschung forschungen gebiet interesse kenntnisse publikation
    publikationen studie studien thema themen veröffentlichung veröffentlichungen wissen
  `),
  sw: list('makala machapisho utafiti tafiti uzoefu ujuzi kazi eneo mada masomo somo maarifa taaluma'),
  ar: list('بحث بحوث أبحاث ابحاث دراسة دراسات مقال مقالات خبرة خبرات منشورات مجال مجالات موضوع مواضيع أعمال معرفة'),
}

const toSets = (words: Readonly<Record<'en' | FrameLanguage, readonly string[]>>) =>
  new Map(Object.entries(words).map(([language, some]) => [language, new Set(some)] as const))
const [peopleSets, actSets, nounSets] = [toSets(people), toSets(acts), toSets(nouns)]

/** Words that mean nothing on their own in the language, of which some are words of English. */
const functionWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  others.map((language) => [
    language,
    new Set(stopwords[language].flatMap(tokenize).filter((word) => word.length > 1 && !/\d/.test(word))),
  ]),
)

/** Whether the word joins others in English, such as `about` and `please`. */
export const isJoiningWord = (word: string): boolean => joining.has(word) || stopWords.has(word)

/** Words of several languages, and of names in many countries, which tell nothing about the language of a query. */
const shared: ReadonlySet<string> = new Set(
  list(
    'al am an as at ben bin da das de del den der des di die do dos du el en es in la las le les los man me na no os se so van von wa ya',
  ),
)

const listClasses = (language: FrameLanguage) =>
  [functionWords, peopleSets, actSets, nounSets].map((words) => words.get(language))

/** Returns the languages, besides English, of which the query has the most words that frame a question. */
function detectFrameLanguages(words: readonly string[], isName: (word: string) => boolean): FrameLanguage[] {
  const isTelling = (word: string) => !shared.has(word) && !isJoiningWord(word) && !isEnglishWord(word) && !isName(word)
  const telling = words.filter(isTelling)
  const counts = others.map((language) => {
    const classes = listClasses(language)
    return { language, count: telling.filter((word) => classes.some((some) => some?.has(word))).length }
  })
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return counts.filter(({ count }) => count === most).map(({ language }) => language)
}

type WordClass = 'joining' | 'person' | 'act' | 'noun' | undefined

function classify(word: string, languages: readonly FrameLanguage[], { kinds }: Subject): WordClass {
  const isIn = (words: ReadonlyMap<string, ReadonlySet<string>>) =>
    words.get('en')?.has(word) || languages.some((language) => words.get(language)?.has(word))
  if (kinds?.has(word)) return 'joining'
  // In a text, "researcher" and "studies" are what it is about.
  if (kinds === undefined && isIn(peopleSets)) return 'person'
  if (kinds === undefined && isIn(nounSets)) return 'noun'
  if (isIn(actSets)) return 'act'
  return isJoiningWord(word) || isIn(functionWords) ? 'joining' : undefined
}

/**
 * Returns the places of the words that only frame the question: all words that join others, and the other classes in runs of two
 * words and more. A noun frames only what follows it, as in "papers on soils", or follows a person, as in "who studies soils";
 * in "gender studies in Kenya" it is a part of the subject. Names, such as USA and MIT, say nothing about the language. Returns none
 * when nothing else would be left.
 */
export function findFraming(
  words: readonly string[],
  isName: (word: string) => boolean = () => false,
  subject: Subject = aboutPeople,
): Set<number> {
  const languages = detectFrameLanguages(words, isName)
  const classes = words.map((word) => classify(word, languages, subject))
  const isFraming = (place: number): boolean => {
    const mine = classes[place]
    const [before, after] = [classes[place - 1], classes[place + 1]]
    if (mine === undefined || mine === 'joining') return mine === 'joining'
    const isAlone = before === undefined && after === undefined
    // German has verbs at the end: "jemanden, der sich mit Boden beschäftigt".
    if (isAlone) return mine === 'act' && languages.length > 0 && classes.includes('joining')
    if (mine !== 'noun') return true
    const followsSubject = place > 0 && before === undefined
    return before === 'person' || (after !== undefined && !followsSubject)
  }
  const framing = new Set([...words.keys()].filter(isFraming))
  return framing.size === words.length ? new Set() : framing
}
