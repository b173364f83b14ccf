import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ParseFile, ParseOptions } from '#lib/documents/options.ts'
import { ApiError } from '#lib/errors.ts'
import { noSpeech } from './transcribe-speech.ts'

/**
 * Reads a PDF file from a website or a prompt.
 * @throws ApiError as for an upload, with the field `param`; `unprocessable_file` for more than 10 MiB of
 * text
 */
export type ReadPdf = (
  bytes: Uint8Array,
  call: { readonly signal: AbortSignal; readonly param: string; readonly name?: string | undefined },
) => Promise<PdfText>

export interface PdfText {
  readonly text: string
  readonly pages: number
}

const textBytesMax = 10 * 1024 * 1024
const answer = z.object({ content: z.string() })
/** Reads a file as plain text, without what costs extra. */
export const plainText: Omit<ParseOptions, 'name' | 'language' | 'speech'> = {
  id: '',
  mode: 'text',
  pageBased: false,
  removeHeaders: false,
  enableOcr: false,
  imagesOnly: false,
  includeImageData: false,
  details: false,
  charset: null,
  password: null,
  chunkSize: 512,
  copy: false,
  chunkOverlap: 0,
  tokens: { from: 'encoding', encoding: 'o200k_base', estimated: true },
}

const options: Omit<ParseOptions, 'name'> = { ...plainText, language: null, speech: null }
const nameCharsMax = 100

/** @param folder for the file while it is read; emptied afterwards */
export function createReadPdf({ parse, folder }: { parse: ParseFile; folder: string }): ReadPdf {
  return async (bytes, { signal, param, name }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const home = await mkdtemp(join(folder, 'page-'))
    try {
      const path = join(home, 'page.pdf')
      await writeFile(path, bytes, { signal })
      const transcribe = () => Promise.reject(noSpeech())
      const { bodyPath, bodyBytes, pages } = await parse(
        path,
        { ...options, name: toPdfName(name) },
        {
          signal,
          anonymous: false,
          transcribe,
        },
      )
      if (bodyBytes > textBytesMax)
        throw new ApiError('unprocessable_file', 'The PDF contains more than 10 MiB of text.')
      const { content } = answer.parse(JSON.parse(await readFile(bodyPath, 'utf8')))
      return { text: content, pages }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { code, message, reason } = error
      throw new ApiError(code, message, { param, cause: error, ...(reason !== null && { reason }) })
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

/** As errors name it: the parser knows the type of a file by its extension. */
function toPdfName(name: string | undefined): string {
  if (!name) return 'page.pdf'
  const short = name.slice(0, nameCharsMax)
  return /\.pdf$/i.test(short) ? short : `${short}.pdf`
}
