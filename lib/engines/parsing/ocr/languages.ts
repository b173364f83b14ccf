import { parseError } from '#lib/engines/parsing/parse-error.ts'

const defaultLanguage = 'eng'
// Tesseract names its data by ISO 639-2/T; these are the two-letter codes people write.
const threeLetters: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sr: 'srp',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
}

/** Tesseract's names of the languages asked for. */
export function toLanguages(language: string | null): string[] {
  if (language === null || language.trim() === '') return [defaultLanguage]
  return language
    .split('+')
    .map(each => each.trim().replaceAll('-', '_'))
    .map(each => threeLetters[each.toLowerCase()] ?? each.toLowerCase())
}

/** @throws ApiError `ocr` that names what is there */
export function checkLanguages(asked: readonly string[], there: readonly string[]): void {
  const missing = asked.filter(each => !there.includes(each))
  if (missing.length === 0) return
  const names = there.filter(each => each !== 'osd').join(', ')
  throw parseError(
    'ocr',
    `cannot be recognised in \`${missing.join('+')}\`: language data is here for ${names}.`,
  )
}
