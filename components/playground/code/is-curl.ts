/** Whether a text begins as a curl command does, with or without the prompt of a shell before it. */
export function isCurl(text: string): boolean {
  return /^\s*(\$\s+)?curl\s/.test(text)
}
