import { redact } from '#lib/redact.ts'

export const mask = '[redacted]'

const headersMax = 64
const nameLengthMax = 128
const valueLengthMax = 1024

// Values of all other headers are masked: keys and cookies, and whatever else a program puts into a header.
const shown = new RegExp(
  `^(?:${[
    'accept(?:-encoding|-language)?',
    'access-control-[a-z-]+',
    'anthropic-(?:beta|version|ratelimit-[a-z-]+)',
    'cache-control',
    'connection',
    'content-(?:encoding|length|type)',
    'date',
    'host',
    'keep-alive',
    'openai-(?:beta|processing-ms|version)',
    'request-id',
    'retry-after(?:-ms)?',
    'server',
    'server-timing',
    'sextant-[a-z-]+',
    'traceparent',
    'transfer-encoding',
    'user-agent',
    'vary',
    'www-authenticate',
    'x-accel-buffering',
    'x-client-request-id',
    'x-ratelimit-[a-z-]+',
    'x-request-id',
    'x-should-retry',
    'x-stainless-[a-z-]+',
  ].join('|')})$`,
)

type HeaderValue = string | number | readonly string[] | undefined

/** Headers with lower-case names, as pairs; values that may be secret are masked. */
export function maskHeaders(
  headers: Iterable<readonly [name: string, value: HeaderValue]>,
  secrets: readonly string[] = [],
): [name: string, value: string][] {
  const masked: [string, string][] = []
  for (const [name, value] of headers) {
    if (value === undefined) continue
    if (masked.length === headersMax) break
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    const lower = name.toLowerCase()
    const safe = shown.test(lower) ? redact(text.slice(0, valueLengthMax), secrets) : mask
    masked.push([redact(lower.slice(0, nameLengthMax), secrets), safe])
  }
  return masked
}
