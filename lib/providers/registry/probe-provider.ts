import type { Probe } from '#lib/providers/define-provider.ts'
import { redact } from '#lib/redact.ts'
import { modelList } from './listing/create-list.ts'
import { createProvider, type ProviderDeps } from './create-provider.ts'
import { isRecord, readString } from '#lib/providers/transport/json.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import { resolveEntry, type ProviderEntry } from './provider-entry.ts'
import { toTargets } from './provider-target.ts'
import type { UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import { readHead } from '#lib/providers/transport/read-body.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { readJsonRecord } from '#lib/read-json.ts'

export type ProviderProbe =
  | {
      readonly ok: true
      readonly latencyMs: number
      readonly models: readonly ListedModel[]
      /** Of a provider that has it beside its own format. */
      readonly messagesApi?: FormatProbe
      readonly responsesApi?: FormatProbe
    }
  /** `status` comes from the provider; null: no response. */
  | {
      readonly ok: false
      readonly latencyMs: number
      readonly status: number | null
      readonly reason: string
    }

type FormatProbe =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number | null; readonly reason: string }

const probeMs = 10_000
const probeTimers = { connectMs: 5000, silenceMs: probeMs, totalMs: probeMs }
const headBytesMax = 16 * 1024
const reasonCharsMax = 500

/**
 * Sends a provider a request that requires a valid key, then requests its models, and one of each API format that it
 * has beside its own. Several keys are all tested, but for those that cannot be decrypted.
 * @returns the provider's error without key and tokens; never throws
 */
export async function probeProvider(
  { apiKeys = [], ...entry }: ProviderEntry,
  deps: ProviderDeps,
  signal: AbortSignal,
): Promise<ProviderProbe> {
  if (apiKeys.length < 2) return await probeWithKey(entry, deps, signal)
  const tests = apiKeys.flatMap((apiKey, index) => (apiKey === null ? [] : [{ apiKey, index }]))
  const probes = await Promise.all(
    tests.map(async ({ apiKey, index }) => {
      const probe = await probeWithKey({ ...entry, apiKey }, deps, signal)
      return probe.ok ? probe : { ...probe, reason: `Key ${index + 1} of ${apiKeys.length}: ${probe.reason}` }
    }),
  )
  const failed = probes.find(({ ok }) => !ok)
  return failed ?? probes.reduce((slowest, probe) => (probe.latencyMs > slowest.latencyMs ? probe : slowest))
}

async function probeWithKey(
  entry: ProviderEntry,
  deps: ProviderDeps,
  signal: AbortSignal,
): Promise<ProviderProbe> {
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  const failed = (status: number | null, reason: string) =>
    ({ ok: false, latencyMs: latency(), status, reason: clean(reason, entry.apiKey) }) as const
  try {
    const provider = createProvider(entry, deps)
    const resolved = resolveEntry(entry)
    const { url, method, path, body } = resolved.server.probe ?? modelList
    const targets = toTargets(entry, resolved)
    const send = async (target: UpstreamTarget, request: Pick<Probe, 'method' | 'path' | 'body'>) => {
      const response = await deps.request({ target, signal, timers: probeTimers, ...request })
      return { status: response.status, head: await readHead(response, headBytesMax) }
    }
    const response = await send(targets[url], { method, path, ...(body !== undefined && { body }) })
    const { head } = response
    const latencyMs = latency()
    if (response.status >= 200 && response.status < 300) {
      // Web servers may answer any path with a page.
      if (/^\s*</.test(head)) return failed(response.status, notTheApi(method, path))
      const models = (await provider.list?.(signal)) ?? []
      const test = async (target: UpstreamTarget, path: string): Promise<FormatProbe> => {
        const answered = await send(target, { ...emptyRequest, path }).catch(toFault)
        return toFormatProbe(answered, path, entry.apiKey)
      }
      return {
        ok: true,
        latencyMs,
        models,
        ...(targets.messages && { messagesApi: await test(targets.messages, '/messages') }),
        ...(targets.responses && { responsesApi: await test(targets.responses, '/responses') }),
      }
    }
    return failed(response.status, toReason(head) ?? `${method} ${path} returned HTTP ${response.status}.`)
  } catch (error) {
    return failed(null, toFault(error))
  }
}

interface Answered {
  readonly status: number
  readonly head: string
}

// It costs nothing: servers with the API reject it for its missing fields, others have no such path.
const emptyRequest = { method: 'POST', body: '{}' } as const

function toFormatProbe(answered: Answered | string, path: string, apiKey: string | null): FormatProbe {
  if (typeof answered === 'string') return { ok: false, status: null, reason: clean(answered, apiKey) }
  const { status, head } = answered
  const { method } = emptyRequest
  if (/^\s*</.test(head)) return { ok: false, status, reason: notTheApi(method, path) }
  if ((status >= 200 && status < 300) || status === 400 || status === 422) return { ok: true }
  const reason = toReason(head) ?? `${method} ${path} returned HTTP ${status}.`
  return { ok: false, status, reason: clean(reason, apiKey) }
}

function notTheApi(method: string, path: string): string {
  return `${method} ${path} returned a web page. Check the base URL; it often ends in /v1.`
}

/** The message of an error body in any common format, else its first characters. */
function toReason(text: string): string | null {
  // Proxies return HTML.
  const body = readJsonRecord(text)
  if (body === null) return text.trim() === '' ? null : text
  const { error } = body
  const inner = isRecord(error) ? error['message'] : error
  return [inner, body['message'], body['detail']].map(readString).find(found => found !== null) ?? text
}

function toFault(error: unknown): string {
  if (error instanceof ExchangeFault) {
    switch (error.kind) {
      case 'refused':
        return 'The address is private or reserved. Set ALLOW_PRIVATE_PROVIDERS to allow private networks.'
      case 'connect':
        return 'No connection within 5 seconds.'
      case 'silence':
      case 'total':
        return 'No response within 10 seconds.'
      case 'aborted':
        return 'The test was canceled.'
      case 'broken':
        return `The connection failed${codeOf(error.cause)}.`
    }
  }
  return error instanceof Error ? error.message : String(error)
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}

function clean(reason: string, apiKey: string | null): string {
  return redact(reason, apiKey === null ? [] : [apiKey]).slice(0, reasonCharsMax)
}
