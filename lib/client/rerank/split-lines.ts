/** The lines of a text that hold something, without the space around them. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
}
