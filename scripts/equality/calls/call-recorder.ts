import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import type { Script } from '#e2e/support/script.ts'
import type { LocalSite } from '#e2e/support/site.ts'
import type { RecordedRequest, ScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import type { Mask } from '#scripts/equality/mask.ts'
import { type FormFields, formBytes, formType } from './form.ts'
import { type RawResponse, send } from './send.ts'

export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the key with all scopes; null: no key. */
  readonly token?: string | null
  /** Sent as JSON; `body` as it is; `form` as a form. */
  readonly json?: unknown
  readonly body?: string | Buffer
  readonly form?: FormFields
  /** Scripts for the upstream's next requests, one each. */
  readonly next?: readonly Script[]
  /** Script for every request for this call's model. */
  readonly always?: Script
  /** The same for other models, by the upstream's name. */
  readonly scripts?: Readonly<Record<string, Script>>
  /** Reduces the response text to its deterministic part. */
  readonly keep?: (text: string) => string
  readonly leaveAt?: string
  /** Waits for background work of the call before the upstream is inspected. */
  readonly settle?: () => Promise<unknown>
}

export interface CallRecorder {
  /** Makes one call and records what the client and the upstream received. */
  readonly record: (name: string, call: Call) => Promise<RawResponse>
  readonly entries: readonly object[]
}

export interface RecorderOptions {
  readonly origin: string
  readonly token: string
  readonly upstream: ScriptedUpstream
  readonly site: LocalSite
  readonly mask: Mask
}

export function createCallRecorder({ origin, token, upstream, site, mask }: RecorderOptions): CallRecorder {
  const entries: object[] = []
  return {
    entries,
    async record(name, call) {
      upstream.reset()
      if (call.next !== undefined) upstream.next(...call.next)
      if (call.always !== undefined) upstream.on(upstreamModel(call.json), call.always)
      for (const [model, script] of Object.entries(call.scripts ?? {})) upstream.on(model, script)
      const visited = site.asked.length
      const response = await send(origin, toRequest(call, call.token === undefined ? token : call.token))
      await call.settle?.()
      const { status, rawHeaders, body, broken } = response
      const headers = headerLines(rawHeaders).map(line => maskHeader(line, mask))
      const lines = bodyLines(body, text => mask(call.keep?.(text) ?? text))
      entries.push({
        name,
        status,
        // The length of a body with varying numbers varies too.
        headers: varies(lines) ? headers.filter(line => !line.startsWith('content-length:')) : headers,
        body: lines,
        ...(broken !== null && { broken }),
        ...(site.asked.length > visited && { site: site.asked.slice(visited).toSorted() }),
        upstream: upstream.requests.map(request => describe(request, mask)).toSorted(byText),
      })
      return response
    },
  }
}

function toRequest(call: Call, token: string | null) {
  const { method, path, form, headers, leaveAt } = call
  const bytes = bytesOf(call)
  const type = form === undefined ? 'application/json' : formType
  return {
    method: method ?? (bytes === null ? 'GET' : 'POST'),
    path,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(bytes !== null && { 'content-type': type, 'content-length': String(bytes.length) }),
      ...headers,
    },
    body: bytes,
    ...(leaveAt !== undefined && { leaveAt }),
  }
}

function bytesOf({ json, body, form }: Call): Buffer | null {
  if (form !== undefined) return formBytes(form)
  if (body !== undefined) return Buffer.from(body)
  return json === undefined ? null : Buffer.from(JSON.stringify(json))
}

/** The model name without the provider, as sent to the scripted upstream. */
function upstreamModel(json: unknown): string {
  const model = typeof json === 'object' && json !== null && 'model' in json ? String(json.model) : ''
  return model.slice(model.indexOf('/') + 1)
}

function headerLines(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1] ?? ''}`] : []))
}

const varying = /^(date|x-request-id|.*-reset-.*|retry-after(-ms)?|server-timing|sextant-overhead-ms): /i

function maskHeader(line: string, mask: Mask): string {
  const match = varying.exec(line)
  return match === null ? mask(line) : `${match[1]}: <${match[1]}>`
}

function bodyLines(body: Buffer, mask: Mask): readonly string[] | object {
  if (isUtf8(body) && !body.includes(0)) return mask(body.toString()).split('\n')
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') }
}

function varies(lines: readonly string[] | object): boolean {
  return JSON.stringify(lines).includes('<n>')
}

function describe({ method, path, headers, body }: RecordedRequest, mask: Mask): object {
  const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1]
  const clean = (text: string) =>
    mask(boundary === undefined ? text : text.replaceAll(boundary, '<boundary>'))
  const lines = Object.entries(headers).map(([name, value]) => clean(`${name}: ${String(value)}`))
  const content =
    boundary === undefined
      ? body
      : Buffer.from(body.toString('latin1').replaceAll(boundary, '<boundary>'), 'latin1')
  return { request: `${method} ${clean(path)}`, headers: lines, body: bodyLines(content, clean) }
}

function byText(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}
