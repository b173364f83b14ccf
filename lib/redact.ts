/** Takes secrets out of text before it reaches a response, a log or a row. Imports nothing. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(sxt_|sk-|gsk_|pa-|jina_|hf_|xai-|ghp_|github_pat_|glpat-|tvly-|AIza)[\w-]{8,}/g, '$1[redacted]'],
  [/([?&](?:api[_-]?key|key|token|access_token|secret|password|signature|sig)=)[^&\s"']+/gi, '$1[redacted]'],
  // A scheme is short: without an end to it, a text of dots and letters would be searched again from each of them.
  [/\b([a-z][\w+.-]{0,40}:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'],
]

/**
 * @param secrets values known to be secret here, such as the provider's own key and base address
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter(secret => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  const without = patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), known)
  return without.replace(/[\w.-]{20,}/g, redactTokens)
}

/** JSON web tokens among parts joined by dots. One expression for it would take the square of a long text's length. */
function redactTokens(run: string): string {
  if (!run.includes('eyJ')) return run
  const parts = run.split('.')
  const kept: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const start = part.search(/\beyJ/)
    const isToken =
      start !== -1 && part.length - start >= 11 && (parts[at + 1]?.length ?? 0) >= 8 && at + 2 < parts.length
    kept.push(isToken ? `${part.slice(0, start)}[redacted]` : part)
    if (isToken) at += 2
  }
  return kept.join('.')
}
