import path from 'node:path'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { checkLanguages, toLanguages } from './languages.ts'
import type { OcrEngine } from './ocr-page.ts'
import { readTsv } from './read-tsv.ts'
import { bundledLanguages, openTesseractJs } from './tesseract-js.ts'

export interface OpenEngine extends AsyncDisposable {
  readonly name: string
  readonly recognise: OcrEngine
}

/**
 * The system's Tesseract where it is on the `PATH` and has the languages, else the bundled one.
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
  // Some are installed and the rest bundled: neither engine has them all.
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
