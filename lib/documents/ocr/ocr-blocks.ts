import type { Block, Box } from '#lib/documents/blocks.ts'
import type { RecognisedPage } from './recognise-page.ts'

/** Paragraphs of an OCR page. A hyphen at the end of a line joins the word. */
export function toOcrBlocks({ words }: RecognisedPage, page: number): Block[] {
  const paragraphs = Map.groupBy(words, word => word.paragraph)
  return [...paragraphs.values()].map((members): Block => {
    const lines = [...Map.groupBy(members, word => word.line).values()]
    const confidence = members.reduce((sum, word) => sum + word.confidence, 0) / members.length / 100
    return {
      type: 'paragraph',
      text: lines.map(line => line.map(word => word.text).join(' ')).reduce(joinLine, ''),
      page,
      box: unionOf(members.map(word => word.box)),
      confidence: Math.round(confidence * 1000) / 1000,
      headings: [],
      origin: 'ocr',
    }
  })
}

function joinLine(text: string, line: string): string {
  if (text === '') return line
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
  return `${text}\n${line}`
}

/** The bounding box of boxes. */
function unionOf(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(box => box[0])),
    Math.min(...boxes.map(box => box[1])),
    Math.max(...boxes.map(box => box[2])),
    Math.max(...boxes.map(box => box[3])),
  ]
}
