import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { errorStatus } from './error-status.ts'
import { isRecord, isTooDeep } from './json.ts'
import { readJson } from '#lib/read-json.ts'
import { redactStart } from '#lib/redact.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'
import type { ModelUpstream } from './model-upstream.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { toRefusalError } from './upstream-refusal.ts'
import { BodyTooLarge, readBytes, readHead } from './read-body.ts'
import { type ExchangeRecord, recordResponse } from './exchange-recorder.ts'
import { readHeader, readLoadReason, readServerTiming, readWaitNote } from './response-headers.ts'
import type { AttemptOptions } from './attempt-options.ts'

const plainBytesMax = 64 * 1024 * 1024
const keptCharsMax = 2048
const refusalBytesMax = 64 * 1024

/**
 * Sends one request and waits for the response headers.
 * @param wait time to the first byte: the whole deadline of a non-streamed response, or the TTFT of a stream
 * @throws UpstreamError for everything but a 2xx
 */
export function openAnswer(
  upstream: ModelUpstream,
  path: string,
  body: unknown,
  options: AttemptOptions,
  wait: 'whole' | 'first-event',
): Promise<ExchangeResponse> {
  return openBody(upstream, path, { body: JSON.stringify(body) }, options, wait)
}

/** A serialized body; `headers` override the target's. */
export type RequestBody =
  | { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly stream: Readable
      readonly headers: Readonly<Record<string, string>>
      /** Equal for equal inputs. */
      readonly hash: () => Promise<string>
    }

/** The same for a body that is not JSON. */
export async function openBody(
  upstream: ModelUpstream,
  path: string,
  body: RequestBody,
  options: AttemptOptions,
  wait: 'whole' | 'first-event',
): Promise<ExchangeResponse> {
  const { connectMs, firstEventMs, totalMs } = options.timers
  const headers = headersOf(upstream, body, options)
  const record = beginRecord(upstream, path, body, headers, options)
  try {
    const opened = await upstream.request({
      target: upstream.target,
      method: 'POST',
      path,
      ...('body' in body ? { body: body.body } : { stream: body.stream }),
      ...(headers && { headers }),
      ...(upstream.local && { onInterim: interim => reportNote(interim, options) }),
      signal: options.signal,
      timers: { connectMs, totalMs, silenceMs: wait === 'whole' ? totalMs : firstEventMs },
    })
    const response = record === null ? opened : recordResponse(opened, record)
    reportWaiting(response, options)
    if (response.status >= 200 && response.status < 300) return response
    const text = await readHead(response, refusalBytesMax)
    throw toRefusal(upstream, response, text, response.status === inputStatus ? await hashOfSent(body) : null)
  } catch (error) {
    record?.ended(error instanceof Error ? error : null)
    throw toUpstreamError(error, upstream)
  }
}

// A server that is down or overloaded answers with another status.
const inputStatus = 500

// Tens of megabytes would hold the event loop. Different inputs differ in length, at the beginning or at the end.
const hashedLength = 256 * 1024

async function hashOfSent(body: RequestBody): Promise<string> {
  return 'body' in body ? hashOf(body.body) : await body.hash()
}

function hashOf(body: string | Buffer): string {
  const hash = createHash('sha256').update(`${body.length} `)
  return hash.update(body.slice(0, hashedLength)).update(body.slice(-hashedLength)).digest('base64')
}

function beginRecord(
  { providerId, modelId, target, secrets }: ModelUpstream,
  path: string,
  body: RequestBody,
  headers: Readonly<Record<string, string>> | undefined,
  { exchanges }: AttemptOptions,
): ExchangeRecord | null {
  if (exchanges === null || exchanges === undefined) return null
  const { host } = new URL(target.origin)
  const isPublic = target.isPublic === true
  return exchanges.begin({
    providerId,
    modelId,
    method: 'POST',
    host: isPublic ? host : null,
    path,
    headers: { ...target.headers, ...headers },
    body: 'body' in body ? body.body.toString() : null,
    secrets: [...secrets, target.basePath, ...(isPublic ? [] : [host])],
  })
}

function headersOf(
  { local }: ModelUpstream,
  body: RequestBody,
  { keyId }: AttemptOptions,
): Readonly<Record<string, string>> | undefined {
  return local && keyId !== undefined ? { ...body.headers, 'x-sextant-key': keyId } : body.headers
}

/** The whole body of a non-streamed response. */
export async function readAnswer(
  upstream: ModelUpstream,
  response: ExchangeResponse,
  options: AttemptOptions,
): Promise<string> {
  return (await readAnswerBytes(upstream, response, options, plainBytesMax)).toString('utf8')
}

/** The same as raw bytes. @throws UpstreamError when it is larger than `bytesMax` or truncated */
export async function readAnswerBytes(
  upstream: ModelUpstream,
  response: ExchangeResponse,
  options: AttemptOptions,
  bytesMax: number,
): Promise<Buffer> {
  try {
    response.allowSilence(options.timers.idleMs)
    return await readBytes(response, bytesMax)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw unreadable(upstream, error)
    throw toUpstreamError(error, upstream)
  }
}

/** The JSON object of a non-streamed response. @throws UpstreamError `retryable` when it is not an object */
export function parseAnswer(upstream: ModelUpstream, text: string): Record<string, unknown> {
  const body = parseAnswerValue(upstream, text)
  if (isRecord(body)) return body
  throw unreadable(upstream, text)
}

/** The JSON of a non-streamed response. @throws UpstreamError `retryable` when it is not JSON */
export function parseAnswerValue(upstream: ModelUpstream, text: string): unknown {
  const value = readJson(text)
  if (value === undefined || isTooDeep(value, text)) throw unreadable(upstream, text)
  return value
}

/**
 * A 200 without a usable response: a proxy's page, truncated or unexpected JSON. The log gets its beginning
 * as the cause.
 */
export function unreadable(upstream: ModelUpstream, said: string | Error): UpstreamError {
  const cause = said instanceof Error ? said : new Error(redactStart(said, upstream.secrets, keptCharsMax))
  const message = `The provider \`${upstream.providerId}\` sent an unreadable response.`
  return new UpstreamError('upstream_error', message, { retryable: true, cause })
}

/**
 * The error in the body of a 200, which has its status there, if at all.
 * @param input equal for equal requests; read only where the input may be the reason
 */
export function toRefusalInside(
  upstream: ModelUpstream,
  { headers }: Pick<ExchangeResponse, 'headers'>,
  text: string,
  input: () => string | Buffer,
): UpstreamError {
  const status = errorStatus(text)
  return toRefusal(upstream, { status, headers }, text, status === inputStatus ? hashOf(input()) : null)
}

/** The error of a failed status. */
function toRefusal(
  upstream: ModelUpstream,
  response: Pick<ExchangeResponse, 'status' | 'headers'>,
  text: string,
  inputHash: string | null = null,
): UpstreamError {
  const retryAfter = readHeader(response.headers, 'retry-after')
  return toRefusalError({ ...upstream, status: response.status, text, retryAfter, inputHash })
}

function reportNote(interim: ExchangeResponse['headers'], options: AttemptOptions): void {
  const note = readWaitNote(interim)
  if (note !== null) options.waits?.(note)
}

function reportWaiting(response: ExchangeResponse, options: AttemptOptions): void {
  if (options.waited === undefined || response.headers['server-timing'] === undefined) return
  const phases = readServerTiming(response.headers)
  for (const phase of ['queue', 'load'] as const) {
    const ms = phases.get(phase)
    if (ms !== undefined)
      options.waited(phase, ms, phase === 'load' ? readLoadReason(response.headers) : null)
  }
}
