/**
 * Where and why JSON breaks, from the engine's own words: Chrome gives a position or a line, Firefox a line, Safari
 * neither (then the line is null).
 */
export function jsonProblem(
  error: SyntaxError,
  text: string,
): { readonly line: number | null; readonly reason: string } {
  const { message } = error
  const named = /\bline (\d+)/.exec(message)?.[1]
  const position = /\bposition (\d+)/.exec(message)?.[1]
  const line = named === undefined ? lineAt(text, position) : Number(named)
  const words = message
    .replace(/^JSON\.parse: |^JSON Parse error: /, '')
    .replace(/ ?\(line \d+ column \d+\)/, '')
  return { line, reason: line === null ? `${words}.` : `line ${line}: ${words}.` }
}

function lineAt(text: string, position: string | undefined): number | null {
  // Chrome names no place when the text ends too early.
  if (position === undefined) return null
  return text.slice(0, Number(position)).split('\n').length
}
