/** Whether a text begins with a curl command, with or without a shell prompt. */
export function isCurl(text: string): boolean {
  return /^\s*(\$\s+)?curl\s/.test(text)
}
