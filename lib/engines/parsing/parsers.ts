import type { DocumentKind } from './blocks.ts'
import type { Parser } from './parser.ts'

/** Who reads which kind; loaded when the first file of the kind comes. */
export const parsers: Record<DocumentKind, () => Promise<Parser>> = {
  pdf: async () => (await import('./pdf/parse-pdf.ts')).parsePdf,
  docx: async () => (await import('./office/parse-office.ts')).parseOffice,
  pptx: async () => (await import('./office/parse-office.ts')).parseOffice,
  odt: async () => (await import('./office/parse-office.ts')).parseOffice,
  odp: async () => (await import('./office/parse-office.ts')).parseOffice,
  rtf: async () => (await import('./office/parse-office.ts')).parseOffice,
  epub: async () => (await import('./office/parse-epub.ts')).parseEpub,
  doc: async () => (await import('./office/parse-legacy.ts')).parseLegacy,
  ppt: async () => (await import('./office/parse-legacy.ts')).parseLegacy,
  xlsx: async () => (await import('./office/parse-sheets.ts')).parseSheets,
  xls: async () => (await import('./office/parse-sheets.ts')).parseSheets,
  ods: async () => (await import('./office/parse-sheets.ts')).parseSheets,
  text: async () => (await import('./text/parse-text.ts')).parseText,
  markdown: async () => (await import('./text/parse-markdown.ts')).parseMarkdown,
  csv: async () => (await import('./text/parse-csv.ts')).parseCsv,
  json: async () => (await import('./text/parse-source.ts')).parseSource,
  xml: async () => (await import('./text/parse-source.ts')).parseSource,
  html: async () => (await import('./text/parse-html.ts')).parseHtml,
  eml: async () => (await import('./text/parse-eml.ts')).parseEml,
  image: async () => (await import('./ocr/parse-image.ts')).parseImage,
  audio: async () => (await import('./audio/parse-audio.ts')).parseAudio,
}
