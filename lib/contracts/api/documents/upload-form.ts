import { z } from 'zod'

/** Maximum file size in bytes. */
export const fileBytesMax = 50 * 1024 * 1024

const chunkTokensMin = 64
const chunkTokensMax = 8191
const chunkTokens = 512

/** The fields beside the file, as strings of the form. */
export const uploadFormSchema = z
  .looseObject({
    extract_mode: z
      .enum(['', 'text', 'markdown', 'pages', 'embeddings'])
      .nullish()
      .transform(mode => mode || 'text')
      .describe('`text` (default), `markdown`, `pages`, or `embeddings` for chunks.'),
    page_based: flag('Keep pages separate; no chunk crosses a page.'),
    remove_headers: flag('Remove lines that repeat at the top or bottom of pages.'),
    enable_ocr: flag('Run OCR on images and on pages without text.'),
    images_only: flag('Return only images, each as a block of its own.'),
    include_image_data: flag('With `images_only`: include each image as a data: URL.'),
    details: flag('Include the position of each block: page, box, offsets.'),
    language: z
      .string()
      .regex(
        /^([a-z]{2,3}([_-]\w{2,8})?(\+[a-z]{2,3}([_-]\w{2,8})?){0,7})?$/i,
        'must be ISO 639 codes such as eng or deu+fra',
      )
      .nullish()
      .transform(orNull)
      .describe('Language of the text, several joined by `+`. Default: `eng` for OCR, detected for speech.'),
    charset: z
      .string()
      .max(40)
      .refine(isCharset, 'must be a label such as utf-8, shift_jis or windows-1252')
      .nullish()
      .transform(orNull)
      .describe('Encoding of a text file; default: detected.'),
    password: z.string().max(1024).nullish().transform(orNull).describe('Password of an encrypted PDF.'),
    chunk_size: tokens(chunkTokensMin, chunkTokensMax, chunkTokens, 'Maximum tokens per chunk'),
    chunk_overlap: tokens(0, chunkTokensMax, 0, 'Overlapping tokens between chunks'),
    library: z
      .string()
      .max(100)
      .regex(/^[^\p{C}]*$/u, 'must not contain control characters')
      .nullish()
      .transform(readLibrary)
      .describe(
        '`true` or a collection name: also save the document in the team’s library; `false`: do not save. Requires a key. Default: the team’s setting.',
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

function tokens(least: number, most: number, defaultValue: number, description: string) {
  return z
    .string()
    .refine(
      text => text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most),
      `must be an integer from ${least} to ${most}`,
    )
    .nullish()
    .transform(text => (text ? Number(text) : defaultValue))
    .describe(`${description}, ${least} to ${most}; default ${defaultValue}.`)
}

/** @returns null when the field is absent */
function readLibrary(text: string | null | undefined): boolean | string | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  if (/^(true|1)$/i.test(name)) return true
  return /^(false|0)$/i.test(name) ? false : name
}

function orNull(text: string | null | undefined): string | null {
  return text || null
}

// TextDecoder does not support UTF-32; our decoder does.
function isCharset(label: string): boolean {
  if (label === '' || /^utf-?32([bl]e)?$/i.test(label)) return true
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}
