/** Countries (ISO 3166-1 alpha-2): their calling codes (ITU-T E.164) and currencies (ISO 4217), where people may pay. */

/** Each currency with its countries; territories use the currency of another country. */
const countriesByCurrency = `
  AED AE, AFN AF, ALL AL, AMD AM, AOA AO, ARS AR, AUD AU CC CX HM KI NF NR TV, AWG AW, AZN AZ, BAM BA, BBD BB,
  BDT BD, BHD BH, BIF BI, BMD BM, BND BN, BOB BO, BRL BR, BSD BS, BTN BT, BWP BW, BYN BY, BZD BZ, CAD CA, CDF CD,
  CHF CH LI, CLP CL, CNY CN, COP CO, CRC CR, CUP CU, CVE CV, CZK CZ, DJF DJ, DKK DK FO GL, DOP DO, DZD DZ,
  EGP EG, ERN ER, ETB ET,
  EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT,
  FJD FJ, FKP FK, GBP GB GG GS IM JE, GEL GE, GHS GH, GIP GI, GMD GM, GNF GN, GTQ GT, GYD GY, HKD HK, HNL HN,
  HTG HT, HUF HU, IDR ID, ILS IL PS, INR IN, IQD IQ, IRR IR, ISK IS, JMD JM, JOD JO, JPY JP, KES KE, KGS KG,
  KHR KH, KMF KM, KPW KP, KRW KR, KWD KW, KYD KY, KZT KZ, LAK LA, LBP LB, LKR LK, LRD LR, LSL LS, LYD LY,
  MAD MA EH, MDL MD, MGA MG, MKD MK, MMK MM, MNT MN, MOP MO, MRU MR, MUR MU, MVR MV, MWK MW, MXN MX, MYR MY,
  MZN MZ, NAD NA, NGN NG, NIO NI, NOK NO BV SJ, NPR NP, NZD NZ CK NU PN TK, OMR OM, PAB PA, PEN PE, PGK PG,
  PHP PH, PKR PK, PLN PL, PYG PY, QAR QA, RON RO, RSD RS, RUB RU, RWF RW, SAR SA, SBD SB, SCR SC, SDG SD, SEK SE,
  SGD SG, SHP SH, SLE SL, SOS SO, SRD SR, SSP SS, STN ST, SYP SY, SZL SZ, THB TH, TJS TJ, TMT TM, TND TN, TOP TO,
  TRY TR, TTD TT, TWD TW, TZS TZ, UAH UA, UGX UG, USD US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI, UYU UY,
  UZS UZ, VES VE, VND VN, VUV VU, WST WS, XAF CM CF CG GA GQ TD, XCD AG AI DM GD KN LC MS VC, XCG CW SX,
  XOF BF BJ CI GW ML NE SN TG, XPF NC PF WF, YER YE, ZAR ZA, ZMW ZM, ZWG ZW`

const currencies = new Map(
  countriesByCurrency.split(',').flatMap((entry) => {
    const [currency = '', ...countries] = entry.trim().split(' ')
    return countries.map((country) => [country, currency] as const)
  }),
)

/** Returns the currency of a country, or null for an unknown one. */
export const getCurrencyOfCountry = (country: string): string | null => currencies.get(country) ?? null

/** The calling codes of the countries where mobile money is common. */
const callingCodes: Record<string, string> = {
  20: 'EG',
  27: 'ZA',
  212: 'MA',
  213: 'DZ',
  216: 'TN',
  220: 'GM',
  221: 'SN',
  222: 'MR',
  223: 'ML',
  224: 'GN',
  225: 'CI',
  226: 'BF',
  227: 'NE',
  228: 'TG',
  229: 'BJ',
  230: 'MU',
  231: 'LR',
  232: 'SL',
  233: 'GH',
  234: 'NG',
  235: 'TD',
  236: 'CF',
  237: 'CM',
  238: 'CV',
  239: 'ST',
  240: 'GQ',
  241: 'GA',
  242: 'CG',
  243: 'CD',
  244: 'AO',
  245: 'GW',
  248: 'SC',
  249: 'SD',
  250: 'RW',
  251: 'ET',
  252: 'SO',
  253: 'DJ',
  254: 'KE',
  255: 'TZ',
  256: 'UG',
  257: 'BI',
  258: 'MZ',
  260: 'ZM',
  261: 'MG',
  263: 'ZW',
  264: 'NA',
  265: 'MW',
  266: 'LS',
  267: 'BW',
  268: 'SZ',
  269: 'KM',
  291: 'ER',
  31: 'NL',
  32: 'BE',
  33: 'FR',
  34: 'ES',
  39: 'IT',
  40: 'RO',
  41: 'CH',
  43: 'AT',
  44: 'GB',
  46: 'SE',
  49: 'DE',
  62: 'ID',
  63: 'PH',
  84: 'VN',
  91: 'IN',
  92: 'PK',
  880: 'BD',
  977: 'NP',
}

/** Returns an example of a number in the country, to show its form. */
export function createPhoneExample(country: string): string {
  const code = Object.entries(callingCodes).find(([, other]) => other === country)?.[0] ?? ''
  return `+${code}712345678`
}

/** Returns the country of a number in international form, `+254712345678`; null where mobile money is not known. */
export function findCountryOfPhone(phone: string): string | null {
  const digits = phone.replace(/^\+/, '')
  return callingCodes[digits.slice(0, 3)] ?? callingCodes[digits.slice(0, 2)] ?? null
}
