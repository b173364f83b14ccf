import { isRecord } from '#lib/engines/json.ts'
import { redact } from '#lib/redact.ts'
import { toUpstreamError, UpstreamError } from '#lib/engines/upstream-error.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/engines/upstream-request.ts'
import type { ExchangeResponse } from '#lib/engines/web/exchange-response.ts'
import { toRefusalError } from '#lib/engines/upstream-refusal.ts'
import { BodyTooLarge, readBody, readHead } from '#lib/engines/read-body.ts'
import { readHeader, readServerTiming } from '#lib/engines/server-timing.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'

const plainBytesMax = 64 * 1024 * 1024
const keptCharsMax = 2048
const refusalBytesMax = 64 * 1024

/** One model of one provider, as its engine asks it. */
export interface LanguageUpstream {
  readonly providerId: string
  readonly modelId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  /** Values that no message may repeat. */
  readonly secrets: readonly string[]
  /** Our own models process, whose codes stand. */
  readonly local: boolean
}

/**
 * Sends one chat request and waits for the head of its answer.
 * @param wait what may pass before the first byte: of a plain answer its whole time, of a stream its first event
 * @throws UpstreamError for everything but a 2xx
 */
export async function openAnswer(
  upstream: LanguageUpstream,
  path: string,
  body: unknown,
  options: AttemptOptions,
  wait: 'whole' | 'first-event',
): Promise<ExchangeResponse> {
  const { connectMs, firstEventMs, totalMs } = options.timers
  try {
    const response = await upstream.request({
      target: upstream.target,
      method: 'POST',
      path,
      body: JSON.stringify(body),
      ...(upstream.local && options.keyId !== undefined && { headers: { 'x-sextant-key': options.keyId } }),
      signal: options.signal,
      timers: { connectMs, totalMs, silenceMs: wait === 'whole' ? totalMs : firstEventMs },
    })
    reportWaiting(response, options)
    if (response.status >= 200 && response.status < 300) return response
    throw toRefusal(upstream, response, await readHead(response, refusalBytesMax))
  } catch (error) {
    throw toUpstreamError(error, upstream.providerId)
  }
}

/** The whole body of a plain answer. */
export async function readAnswer(
  upstream: LanguageUpstream,
  response: ExchangeResponse,
  options: AttemptOptions,
): Promise<string> {
  try {
    response.allowSilence(options.timers.idleMs)
    return await readBody(response, plainBytesMax)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw unreadable(upstream, error)
    throw toUpstreamError(error, upstream.providerId)
  }
}

/** The object that a plain answer is. @throws UpstreamError `retryable` when it is none */
export function parseAnswer(upstream: LanguageUpstream, text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    if (isRecord(body)) return body
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unreadable(upstream, text)
}

/** A 200 that holds no answer: a proxy's page, cut or foreign JSON. Its beginning is kept as the cause, for the log. */
export function unreadable(upstream: LanguageUpstream, said: string | Error): UpstreamError {
  const cause =
    said instanceof Error ? said : new Error(redact(said.slice(0, keptCharsMax), upstream.secrets))
  const message = `The provider \`${upstream.providerId}\` sent an answer that could not be read.`
  return new UpstreamError('upstream_error', message, { retryable: true, cause })
}

/** What an error says that came with a status, or inside a 200 without one. */
export function toRefusal(
  upstream: LanguageUpstream,
  response: Pick<ExchangeResponse, 'status' | 'headers'>,
  text: string,
): UpstreamError {
  const { providerId, modelId, secrets, local } = upstream
  const retryAfter = readHeader(response.headers, 'retry-after')
  return toRefusalError({ status: response.status, text, retryAfter, providerId, modelId, secrets, local })
}

function reportWaiting(response: ExchangeResponse, options: AttemptOptions): void {
  if (options.waited === undefined || response.headers['server-timing'] === undefined) return
  const phases = readServerTiming(response.headers)
  for (const phase of ['queue', 'load'] as const) {
    const ms = phases.get(phase)
    if (ms !== undefined) options.waited(phase, ms)
  }
}
