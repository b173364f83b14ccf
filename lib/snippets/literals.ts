/** Text as a literal of each language, which evaluates to the text byte for byte. */

/** A word of POSIX shells; unquoted if nothing in it is special. */
export function shellLiteral(text: string): string {
  if (/^[\w./:@%+,-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A string of Python 3. */
export function pythonLiteral(text: string): string {
  return `"${escape(text, '"', code => (code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`))}"`
}

/** A string of TypeScript and JavaScript. */
export function typescriptLiteral(text: string): string {
  return `'${escape(text, "'", code => `\\u${hex(code, 4)}`)}'`
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

// Control characters, invisible characters and line separators, bidirectional marks, and lone surrogates.
const unprintable =
  // oxlint-disable-next-line no-control-regex -- controls are what has to be found
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function escape(text: string, quote: string, byCode: (code: number) => string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(unprintable, character => shortEscapes[character] ?? byCode(character.charCodeAt(0)))
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
