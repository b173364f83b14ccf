import { type JsonObject, toObject } from './json-value.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { readRetryAfter } from '#lib/read-retry-after.ts'
import type { RunFailure } from './run.ts'

/** Codes of the console's route, which the API never returns. */
const signedOutCode = 'signed_out'
const unreachableCode = 'api_unreachable'

type Envelope = {
  readonly code: string | null
  readonly message: string | null
  readonly param: string | null
}

/** The failure of a response with an error status, in any error format. */
export function readFailure(status: number, headers: Headers, raw: string): RunFailure {
  const envelope = readEnvelope(raw)
  if (status === 401 && envelope?.code === signedOutCode) return { kind: 'signed-out' }
  if (envelope?.code === unreachableCode || (envelope === null && isGatewayPage(status, headers))) {
    return { kind: 'unreachable', message: envelope?.message ?? `Could not reach the API (HTTP ${status}).` }
  }
  return {
    kind: 'api',
    status,
    code: envelope?.code ?? `http_${status}`,
    message:
      envelope?.message ?? (raw.trim().slice(0, 500) || `The API returned HTTP ${status} without a body.`),
    param: envelope?.param ?? null,
    retryAfterMs: retryAfterMs(headers),
    raw,
  }
}

/** The failure in a stream event, or null for any other event. */
export function readStreamError(data: string): Extract<RunFailure, { kind: 'interrupted' }> | null {
  // Most events are content: parse only possible errors.
  if (!data.includes('"error"')) return null
  const body = toFailed(readJsonRecord(data))
  if (body === null || 'choices' in body) return null
  const envelope = toEnvelope(body)
  return {
    kind: 'interrupted',
    code: envelope?.code ?? 'stream_error',
    message: envelope?.message ?? 'The stream ended with an error.',
    raw: data,
  }
}

/** The part of an event that holds its error; null without one. The Responses API has two such events. */
function toFailed(event: JsonObject | null): JsonObject | null {
  if (event === null) return null
  const body = event['type'] === 'response.failed' ? toObject(event['response']) : event
  const isFlat = event['type'] === 'error' && typeof event['message'] === 'string'
  return isFlat || (body['error'] !== undefined && body['error'] !== null) ? body : null
}

/** Reads the error formats of OpenAI and Anthropic, the flat one of `/map`, and FastAPI's `detail`; null if it is not an error. */
function readEnvelope(raw: string): Envelope | null {
  const body = readJsonRecord(raw)
  return body === null ? null : toEnvelope(body)
}

function toEnvelope(body: JsonObject): Envelope | null {
  const error = body['error']
  if (typeof error === 'object' && error !== null) {
    const { code, message, param, type, details } = toObject(error)
    const { error_code: ownCode, param: ownParam } = toObject(details)
    // A provider with the Messages API has no codes, only types.
    const named = body['type'] === 'error' ? (text(ownCode) ?? text(type)) : null
    return { code: text(code) ?? named, message: text(message), param: text(param) ?? text(ownParam) }
  }
  const message = text(error) ?? text(body['message']) ?? text(body['detail'])
  return message === null ? null : { code: text(body['code']), message, param: null }
}

function retryAfterMs(headers: Headers): number | null {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  return milliseconds >= 0 ? milliseconds : readRetryAfter(headers.get('retry-after'))
}

function isGatewayPage(status: number, headers: Headers): boolean {
  const html = headers.get('content-type')?.includes('text/html') ?? false
  return html && (status === 502 || status === 503 || status === 504)
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
