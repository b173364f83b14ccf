import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'

/** Milliseconds per phase of a `Server-Timing` header, such as `queue;dur=12.5, load;dur=5900`. */
export function readServerTiming(headers: ExchangeResponse['headers']): ReadonlyMap<string, number> {
  const value = headers['server-timing']
  const phases = new Map<string, number>()
  if (value === undefined) return phases
  const text = typeof value === 'string' ? value : value.join(',')
  for (const [, name, duration] of text.matchAll(/([\w-]+)\s*;[^,]*?dur=([\d.]+)/g)) {
    if (name !== undefined) phases.set(name, Number(duration))
  }
  return phases
}

/** Why an embedded model had to be loaded, as `load;dur=5900;desc=first_use` says; null: not stated. */
export function readLoadReason(headers: ExchangeResponse['headers']): string | null {
  return /\bload;dur=[\d.]+;desc=(\w{1,40})/.exec(readHeader(headers, 'server-timing') ?? '')?.[1] ?? null
}

/** Why a response of the embedded models is late, in the headers of an interim response; null: not stated. */
export function readWaitNote(headers: ExchangeResponse['headers']): string | null {
  const note = readHeader(headers, 'wait-reason')
  return note !== null && isWaitNote(note) ? note : null
}

/** Whether a text is the position in the queue, how far a model is loaded and why, or how far the prompt is read. */
export function isWaitNote(text: string): boolean {
  return /^(?:queued \d+|loading \d{1,3}%; reason=[a-z_]{1,40}|reading prompt \d{1,3}%; tokens=\d{1,9})$/.test(
    text,
  )
}

/** One header as text; the first if repeated. */
export function readHeader(headers: ExchangeResponse['headers'], name: string): string | null {
  const value = headers[name]
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}

/** A header with a count; null when absent or not an integer. */
export function readCount(headers: ExchangeResponse['headers'], name: string): number | null {
  const text = readHeader(headers, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
