import type { ParseOptions } from '#lib/documents/options.ts'

/** A request without any flags. */
export const testOptions: ParseOptions = {
  id: '',
  name: 'upload',
  mode: 'text',
  pageBased: false,
  removeHeaders: false,
  enableOcr: false,
  imagesOnly: false,
  includeImageData: false,
  details: false,
  language: null,
  charset: null,
  password: null,
  chunkSize: 512,
  copy: false,
  chunkOverlap: 0,
  tokens: { from: 'encoding', encoding: 'o200k_base', estimated: true },
  speech: null,
}
