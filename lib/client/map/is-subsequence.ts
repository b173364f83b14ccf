/** Whether the letters occur in the text in this order, with anything between them. */
export function isSubsequence(letters: string, text: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}
