import { type OcrPage, type OcrWord, toOcrPage } from './ocr-page.ts'

const wordLevel = '5'

/** The words of Tesseract's `tsv` output. */
export function readTsv(tsv: string): OcrPage {
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
