import type { Run } from '#lib/client/run.ts'
import { isForm, toHarParams } from './form-text.ts'
import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'

/** Runs as an HTTP archive (HAR 1.2), as browsers and proxies read it. The API key is a placeholder. */
export function toHar(runs: readonly Run[], baseUrl: string): ExportText {
  return toExport(runs, clean => {
    const entries = clean.map(run => toHarEntry(run, baseUrl))
    const log = { version: '1.2', creator: { name: 'Sextant', version: '1' }, entries }
    return JSON.stringify({ log }, null, 2)
  })
}

/** The body of a request as sent. */
export function toRequestFile({ request }: Run): ExportText {
  return toExport({ body: request.body }, ({ body }) => body)
}

/** The body of a response that was not streamed. */
export function toResponseFile({ response }: Run): ExportText {
  return toExport({ body: response?.body ?? '' }, ({ body }) => body)
}

/** The events of a run, one JSON object per line, as the table in the HTTP tab shows them. */
export function toEventLines(run: Run): ExportText {
  return toExport(run.events, events =>
    events
      .map((event, index) => {
        const deltaMs = event.atMs - (events[index - 1]?.atMs ?? 0)
        return `${JSON.stringify({ ...event, deltaMs })}\n`
      })
      .join(''),
  )
}

function toHarEntry(run: Run, baseUrl: string) {
  const { request, response, timing, failure } = run
  const totalMs = timing.totalMs ?? -1
  const waitMs = timing.firstMs ?? totalMs
  const answer = response?.body ?? toStreamText(run)
  return {
    startedDateTime: new Date(timing.startedAt).toISOString(),
    time: totalMs,
    request: {
      method: request.method,
      url: `${baseUrl}${request.path}`,
      httpVersion: 'HTTP/1.1',
      headers: [
        { name: 'Content-Type', value: isForm(request) ? 'multipart/form-data' : 'application/json' },
      ],
      comment: 'Authorization: Bearer $SEXTANT_API_KEY',
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: byteLength(request.body),
      postData: isForm(request)
        ? { mimeType: 'multipart/form-data', params: toHarParams(request.body) }
        : { mimeType: 'application/json', text: request.body },
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: Object.entries(response?.headers ?? {}).map(([name, value]) => ({ name, value })),
      cookies: [],
      content: {
        size: byteLength(answer),
        mimeType: response?.headers['content-type'] ?? '',
        text: answer,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      ...(failure !== null && { comment: failure.kind }),
    },
    cache: {},
    timings: { send: 0, wait: waitMs, receive: Math.max(0, totalMs - waitMs) },
  }
}

function toStreamText(run: Run): string {
  return run.events
    .map(({ kind, data }) => {
      const prefix = kind === 'comment' ? ': ' : 'data: '
      return `${data
        .split('\n')
        .map(line => prefix + line)
        .join('\n')}\n\n`
    })
    .join('')
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
