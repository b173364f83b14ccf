const quote = 0x22
const backslash = 0x5c

/**
 * The position of the quote that closes a string of JSON, without decoding it.
 * @param start of its opening quote
 * @returns the length of the text if the string is not closed
 */
export function endOfString(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === backslash) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
