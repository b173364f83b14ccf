/**
 * Where and why JSON breaks, from the engine's own words: Chrome gives a position or a line, Firefox a line, Safari
 * neither (then the line is null).
 */
export function jsonProblem(
  { message }: SyntaxError,
  text: string,
): { readonly line: number | null; readonly reason: string } {
  const words = message
    .replace(/^JSON\.parse: |^JSON Parse error: /, '')
    .replace(/(?: in JSON)? at (?:position|line) \d.*$/, '')
  return { line: lineOf(message, text), reason: `${words}.` }
}

function lineOf(message: string, text: string): number | null {
  const named = /\bline (\d+)/.exec(message)?.[1]
  if (named !== undefined) return Number(named)
  const position = /\bposition (\d+)/.exec(message)?.[1]
  const isCutOff = /\bend of (?:JSON input|data)\b/.test(message)
  if (position === undefined && !isCutOff) return null
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length
}
