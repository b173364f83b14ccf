export interface CsvRecord {
  readonly fields: readonly string[]
  /** Line where the record starts, from 1. */
  readonly line: number
}

/** A quote that breaks the rules of RFC 4180. */
export interface CsvFault {
  readonly kind: 'unclosed_quote' | 'text_after_quote'
  /** Position of the quote in the text. */
  readonly at: number
  readonly line: number
}

/**
 * The records of RFC 4180 text: quoted fields may contain separators, line breaks and doubled quotes; lines
 * end with LF, CRLF or CR; blank lines are skipped. A quote within an unquoted field is a regular character.
 * @param refuse makes the error of a fault. Without it, an unclosed quote is a regular character, and text after a
 * closing quote belongs to its field.
 */
export function* readCsv(
  text: string,
  delimiter: string,
  refuse?: (fault: CsvFault) => Error,
): Generator<CsvRecord, void, void> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = line
    const fields: string[] = []
    for (let ended = false; !ended;) {
      const field = readField(text, at, line, delimiter, refuse)
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

function readField(
  text: string,
  start: number,
  line: number,
  delimiter: string,
  refuse?: (fault: CsvFault) => Error,
): Field {
  if (text[start] !== '"') return readBare(text, start, delimiter)
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) {
    if (refuse) throw refuse({ kind: 'unclosed_quote', at: start, line })
    return readBare(text, start, delimiter)
  }
  const inside = text.slice(start + 1, close)
  const lineBreaks = inside.match(/\r\n|\r|\n/g)?.length ?? 0
  const { value: after, end } = readBare(text, close + 1, delimiter)
  if (after !== '' && refuse) throw refuse({ kind: 'text_after_quote', at: close, line: line + lineBreaks })
  return { value: inside.replaceAll('""', '"') + after, end, lineBreaks }
}

function readBare(text: string, start: number, delimiter: string): Field {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end, lineBreaks: 0 }
}
