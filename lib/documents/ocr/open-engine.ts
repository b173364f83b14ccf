import path from 'node:path'
import type { ParserInput } from '#lib/documents/parser.ts'
import { type OcrEngine, type OcrPage, type OcrWord, toOcrPage } from './ocr-page.ts'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, type Page, PSM } from 'tesseract.js'
import { parseError } from '#lib/documents/parse-error.ts'

export interface OpenEngine extends AsyncDisposable {
  readonly name: string
  readonly recognise: OcrEngine
}

/**
 * The system's Tesseract if it is in the `PATH` and has the languages, else the bundled one.
 * @throws ApiError `ocr`
 */
export async function openEngine({ folder, options, programs, tools }: ParserInput): Promise<OpenEngine> {
  const languages = toLanguages(options.language)
  const installed = programs.tesseract ? await listLanguages(tools) : []
  if (languages.every(each => installed.includes(each))) {
    const language = languages.join('+')
    return {
      name: 'tesseract',
      recognise: async (file, pageMode) =>
        readTsv(await tools.run({ tool: 'tesseract', file, language, pageMode })),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  }
  checkLanguages(languages, [...new Set([...installed, ...bundledLanguages])])
  // Some are installed and the others bundled: neither engine has them all.
  checkLanguages(languages, bundledLanguages)
  const engine = await openTesseractJs(languages.join('+'))
  return { ...engine, recognise: (file, pageMode) => engine.recognise(path.join(folder, file), pageMode) }
}

async function listLanguages(tools: ParserInput['tools']): Promise<string[]> {
  const output = await tools.run({ tool: 'tesseract-languages' })
  return output
    .split('\n')
    .slice(1)
    .map(line => line.trim())
    .filter(Boolean)
}

const wordLevel = '5'

/** Parses the words of Tesseract's `tsv` output. */
function readTsv(tsv: string): OcrPage {
  return toOcrPage(tsv.split('\n').flatMap(readWord))
}

function readWord(row: string): OcrWord[] {
  const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...text] =
    row.split('\t')
  if (level !== wordLevel) return []
  const [x, y] = [Number(left), Number(top)]
  const inParagraph = `${page}.${block}.${paragraph}`
  return [
    {
      text: text.join('\t').trim(),
      box: [x, y, x + Number(width), y + Number(height)],
      confidence: Math.max(0, Number(confidence)),
      paragraph: inParagraph,
      line: `${inParagraph}.${line}`,
    },
  ]
}

const dpi = '300'

/** Languages with bundled data. */
const bundledLanguages: readonly string[] = ['eng']

/** Tesseract in WebAssembly, which reads its data from the package and downloads nothing. */
async function openTesseractJs(language: string): Promise<OpenEngine> {
  const data = path.dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')))
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    langPath: path.join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  }).catch((error: unknown) => {
    throw parseError('ocr', 'cannot be recognized: the bundled OCR language data is missing.', error)
  })
  return {
    name: 'tesseract.js',
    recognise: async (file, pageMode) => {
      const mode = pageMode === 3 ? PSM.AUTO : PSM.SINGLE_BLOCK
      await worker.setParameters({ tessedit_pageseg_mode: mode, user_defined_dpi: dpi })
      const { data: page } = await worker.recognize(file, {}, { blocks: true, text: false })
      return toOcrPage(wordsOf(page))
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}

function wordsOf({ blocks }: Page): OcrWord[] {
  return (blocks ?? []).flatMap((block, blockAt) =>
    block.paragraphs.flatMap((paragraph, paragraphAt) =>
      paragraph.lines.flatMap((line, lineAt) =>
        line.words.map(({ text, bbox, confidence }) => ({
          text: text.trim(),
          box: [bbox.x0, bbox.y0, bbox.x1, bbox.y1] as const,
          confidence,
          paragraph: `${blockAt}.${paragraphAt}`,
          line: `${blockAt}.${paragraphAt}.${lineAt}`,
        })),
      ),
    ),
  )
}

const defaultLanguage = 'eng'
// Tesseract names its data by ISO 639-2/T; these are the common two-letter codes.
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

/** Tesseract's names of the requested languages. */
function toLanguages(language: string | null): string[] {
  if (language === null || language.trim() === '') return [defaultLanguage]
  return language
    .split('+')
    .map(each => each.trim().replaceAll('-', '_'))
    .map(each => threeLetters[each.toLowerCase()] ?? each.toLowerCase())
}

/** @throws ApiError `ocr` that lists the available languages */
function checkLanguages(asked: readonly string[], there: readonly string[]): void {
  const missing = asked.filter(each => !there.includes(each))
  if (missing.length === 0) return
  const names = there.filter(each => each !== 'osd').join(', ')
  throw parseError(
    'ocr',
    `cannot be recognized in \`${missing.join('+')}\`. Available OCR languages: ${names}.`,
  )
}
