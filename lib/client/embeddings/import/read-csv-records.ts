import { ImportError } from './import-error.ts'

export interface CsvRecord {
  readonly fields: readonly string[]
  /** Line where the record begins, from 1. */
  readonly line: number
}

/**
 * The records of RFC 4180 text, one after the other: quoted fields may hold separators, line breaks and doubled quotes;
 * lines end with LF, CRLF or CR; blank lines are no records. A quote within a bare field is an ordinary character.
 * @throws ImportError naming the line of a quote that is never closed, or is followed by text
 */
export function* readCsvRecords(text: string, delimiter: string): Generator<CsvRecord, void, void> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = line
    const fields: string[] = []
    for (let ended = false; !ended;) {
      const field = text[at] === '"' ? readQuoted(text, at, line, delimiter) : readBare(text, at, delimiter)
      fields.push(field.value)
      line += field.lineBreaks
      at = field.end
      if (text[at] === delimiter) {
        at += 1
        continue
      }
      ended = true
      if (at < text.length) line += 1
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    }
    if (fields.length === 1 && fields[0] === '') continue
    yield { fields, line: start }
  }
}

interface Field {
  readonly value: string
  /** Position of what follows: separator, line break or end. */
  readonly end: number
  readonly lineBreaks: number
}

function readBare(text: string, start: number, delimiter: string): Field {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end, lineBreaks: 0 }
}

function readQuoted(text: string, start: number, line: number, delimiter: string): Field {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) {
    throw new ImportError(line, `The quote that opens here is never closed. ${quoteAdvice}`)
  }
  const inside = text.slice(start + 1, close)
  const lineBreaks = inside.match(/\r\n|\r|\n/g)?.length ?? 0
  const next = text[close + 1]
  if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r') {
    const at = line + lineBreaks
    throw new ImportError(at, `There is text after a closing quote (${show(text, close)}). ${quoteAdvice}`)
  }
  return { value: inside.replaceAll('""', '"'), end: close + 1, lineBreaks }
}

const quoteAdvice = 'Write a quote within a quoted field twice: "".'

function show(text: string, quote: number): string {
  const end = text.slice(quote, quote + 20).split(/[\r\n]/)[0] ?? ''
  return `…${end}…`
}
