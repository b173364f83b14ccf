import { createParser } from 'eventsource-parser'
import { readFailure } from '#lib/client/read-failure.ts'
import { readRunUsage, unknownUsage } from '#components/playground/run/model/run-usage.ts'
import type { Run, RunUsage, HttpEvent } from '#lib/client/run.ts'
import { readJson } from '#lib/read-json.ts'
import { capabilities, webRoute } from '#lib/contracts/api/capabilities.ts'
import type { RequestBodies, RequestDetail } from '#lib/contracts/console/requests.ts'

const encoder = new TextEncoder()

/** Converts a log row to a playground run; its timings are measured on the server. */
export function toRun(detail: RequestDetail, { request, answer }: RequestBodies): Run {
  const headers = { 'x-request-id': detail.id }
  const events = answer.kind === 'events' ? readLoggedEvents(answer.text) : []
  const body = answer.kind === 'body' ? answer.text : null
  const run: Run = {
    id: detail.id,
    state: detail.status < 400 ? 'done' : 'failed',
    request: { method: 'POST', path: pathOfRoute(detail.route), body: request.text },
    // A failed stream started with status 200.
    response: { status: answer.kind === 'events' ? 200 : detail.status, headers, body },
    events,
    timing: { startedAt: detail.started_at, firstMs: detail.first_ms, totalMs: detail.total_ms },
    failure:
      detail.status < 400 || body === null ? null : readFailure(detail.status, new Headers(headers), body),
    cut: !answer.whole,
  }
  return readRunUsage(run) === unknownUsage ? { ...run, usage: toUsage(detail) } : run
}

/** Usage from the log: many streams do not report it. */
function toUsage(detail: RequestDetail): RunUsage {
  const { prompt_tokens: read, completion_tokens: written, cost_usd: usd } = detail
  const counted = read + written > 0
  return {
    ...unknownUsage,
    promptTokens: counted ? read : null,
    completionTokens: counted ? written : null,
    // Without a price the cost is unknown, not zero.
    costUsd: usd === 0 ? null : usd,
  }
}

/** @param text JSON pairs of milliseconds since the request and the chunk written then */
export function readLoggedEvents(text: string): readonly HttpEvent[] {
  const written = readJson(text)
  if (!Array.isArray(written)) return []
  const events: HttpEvent[] = []
  let atMs = 0
  const push = (kind: HttpEvent['kind'], data: string) =>
    events.push({ number: events.length + 1, atMs, bytes: encoder.encode(data).length, kind, data })
  const parser = createParser({
    onEvent: event => push('data', event.data),
    onComment: comment => push('comment', comment),
  })
  for (const each of written) {
    if (!Array.isArray(each)) continue
    atMs = Number(each[0])
    parser.feed(String(each[1]))
  }
  return events
}

const paths: Readonly<Record<string, string>> = Object.assign(
  { [webRoute]: '/v1/web' },
  ...Object.values(capabilities).map(({ routes }) => routes),
)

/** The path of an operation; `/v1/<route>` for one of a newer version. */
function pathOfRoute(route: string): string {
  return paths[route] ?? `/v1/${route}`
}
