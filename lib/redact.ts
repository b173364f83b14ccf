/** Takes secrets out of text before it reaches a response, a log or a row. Imports nothing. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(sxt_|sk-|gsk_|pa-|jina_|hf_|xai-|ghp_|AIza)[\w-]{8,}/g, '$1[redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[redacted]'],
  [/([?&](?:api[_-]?key|key|token|access_token|secret|password|signature|sig)=)[^&\s"']+/gi, '$1[redacted]'],
  [/\b([a-z][\w+.-]*:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'],
]

/**
 * @param secrets values known to be secret here, such as the provider's own key and base address
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter(secret => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), known)
}
