import { z } from 'zod'

const refused: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const headersMax = 50

/** Headers for the page. Those that frame a request, name its host or belong to a proxy are refused. */
export const scrapeHeadersSchema = z
  .record(z.string(), z.string().max(8192))
  .superRefine((headers, context) => {
    const names = Object.keys(headers)
    if (names.length > headersMax)
      context.addIssue({ code: 'custom', message: `at most ${headersMax} headers` })
    for (const name of names) {
      const reason = refusal(name, headers[name] ?? '')
      if (reason !== null) context.addIssue({ code: 'custom', path: [name], message: reason })
    }
  })

function refusal(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'this is no name of a header'
  if (refused.has(lower) || lower.startsWith('proxy-') || lower.startsWith('x-forwarded-')) {
    return 'this header cannot be set'
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? 'a header holds Latin letters without control characters'
    : null
}
