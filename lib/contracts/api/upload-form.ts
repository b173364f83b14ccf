import { z } from 'zod'

/** Bytes of the one file. */
export const fileBytesMax = 50 * 1024 * 1024

const chunkTokensMin = 64
const chunkTokensMax = 8191
const chunkTokens = 512

/** The fields beside the file, as a form carries them: texts. */
export const uploadFormSchema = z
  .looseObject({
    extract_mode: z
      .enum(['', 'text', 'markdown', 'pages', 'embeddings'])
      .nullish()
      .transform(mode => mode || 'text')
      .describe('`text` (default), `markdown`, `pages`, or `embeddings` for chunks.'),
    page_based: flag('Keep pages apart; no chunk crosses one.'),
    remove_headers: flag('Drop lines that recur at the top or bottom of pages.'),
    enable_ocr: flag('Recognise the text of images and of pages without text.'),
    images_only: flag('Only the images: one block for each.'),
    include_image_data: flag('With `images_only`: the bytes of each as a data URL.'),
    details: flag('Also where each block lies: page, box, offsets.'),
    language: z
      .string()
      .regex(
        /^([a-z]{2,3}([_-]\w{2,8})?(\+[a-z]{2,3}([_-]\w{2,8})?){0,7})?$/i,
        'must be ISO 639 codes such as eng or deu+fra',
      )
      .nullish()
      .transform(orNull)
      .describe('Of the text to recognise, several joined by `+`; OCR: `eng`, speech: detected.'),
    charset: z
      .string()
      .max(40)
      .refine(isCharset, 'must be a label such as utf-8, shift_jis or windows-1252')
      .nullish()
      .transform(orNull)
      .describe('Of a text file; absent: found out.'),
    password: z.string().max(1024).nullish().transform(orNull).describe('Of an encrypted PDF.'),
    chunk_size: tokens(chunkTokensMin, chunkTokensMax, chunkTokens, 'Most tokens of a chunk'),
    chunk_overlap: tokens(0, chunkTokensMax, 0, 'Tokens repeated from the chunk before'),
    library: z
      .string()
      .max(100)
      .regex(/^[^\p{C}]*$/u, 'must not hold control characters')
      .nullish()
      .transform(readLibrary)
      .describe(
        '`true`, or the name of a collection: also keep the document in the library of the team; `false`: never. Needs a key. Absent: as the team has set it.',
      ),
  })
  .refine(form => form.chunk_overlap < form.chunk_size, {
    path: ['chunk_overlap'],
    error: 'must be smaller than chunk_size',
  })

function flag(description: string) {
  return z
    .string()
    .nullish()
    .transform(text => text !== null && text !== undefined && /^(true|1)$/i.test(text.trim()))
    .describe(`\`true\` or \`1\`: ${description}`)
}

function tokens(least: number, most: number, usual: number, description: string) {
  return z
    .string()
    .refine(
      text => text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most),
      `must be a whole number from ${least} to ${most}`,
    )
    .nullish()
    .transform(text => (text ? Number(text) : usual))
    .describe(`${description}, ${least} to ${most}; default ${usual}.`)
}

/** @returns null where nothing is said */
function readLibrary(text: string | null | undefined): boolean | string | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  if (/^(true|1)$/i.test(name)) return true
  return /^(false|0)$/i.test(name) ? false : name
}

function orNull(text: string | null | undefined): string | null {
  return text || null
}

// TextDecoder knows no UTF-32; we do.
function isCharset(label: string): boolean {
  if (label === '' || /^utf-?32([bl]e)?$/i.test(label)) return true
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}
