import type { ReceivedResponse, Run, RunFailure, RunTiming, RunUsage, SentRequest, WireEvent } from './run.ts'

/**
 * A run out of a file, field by field: a page shows each of them, and one of another type would stop it.
 * @returns null when any part is not as a run has it
 */
export function readRun(value: unknown): Run | null {
  if (!isRecord(value) || typeof value['id'] !== 'string' || !Array.isArray(value['events'])) return null
  const state = states.find(known => known === value['state'])
  const request = readRequest(value['request'])
  const response = value['response'] === null ? null : readResponse(value['response'])
  const timing = readTiming(value['timing'])
  const failure = isAbsent(value['failure']) ? null : readFailure(value['failure'])
  const events = value['events'].map(readEvent)
  if (state === undefined || request === null || response === undefined || timing === null) return null
  if (failure === undefined || !events.every(event => event !== null)) return null
  const usage = readUsage(value['usage'])
  return {
    id: value['id'],
    state,
    request,
    response,
    events,
    timing,
    failure,
    ...(value['cut'] === true && { cut: true }),
    ...(usage && { usage }),
  }
}

const states: readonly Run['state'][] = ['running', 'done', 'stopped', 'failed', 'interrupted']

function readRequest(value: unknown): SentRequest | null {
  if (!isRecord(value)) return null
  const { path, body } = value
  // Wire and snippets print it: an address of the API, and nothing that a shell would read.
  if (typeof path !== 'string' || !/^\/[\w/.-]{1,200}$/.test(path) || typeof body !== 'string') return null
  return { method: 'POST', path, body }
}

function readResponse(value: unknown): ReceivedResponse | undefined {
  if (!isRecord(value) || !isRecord(value['headers'])) return undefined
  const { status, body } = value
  if (typeof status !== 'number' || !(body === null || typeof body === 'string')) return undefined
  const headers = Object.entries(value['headers']).filter(isText)
  return { status, headers: Object.fromEntries(headers), body }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

function readEvent(value: unknown): WireEvent | null {
  if (!isRecord(value) || typeof value['data'] !== 'string') return null
  const { number, atMs, bytes, data } = value
  if (typeof number !== 'number' || typeof atMs !== 'number' || typeof bytes !== 'number') return null
  return { number, atMs, bytes, kind: value['kind'] === 'comment' ? 'comment' : 'data', data }
}

function readTiming(value: unknown): RunTiming | null {
  if (!isRecord(value) || !isTime(value['startedAt'])) return null
  return {
    startedAt: value['startedAt'],
    firstMs: toNumber(value['firstMs']),
    totalMs: toNumber(value['totalMs']),
  }
}

function readFailure(value: unknown): RunFailure | undefined {
  if (!isRecord(value)) return undefined
  const { kind, status, code, message, raw, param, retryAfterMs } = value
  if (kind === 'offline' || kind === 'signed-out') return { kind }
  if (typeof message !== 'string') return undefined
  if (kind === 'unreachable') return { kind, message }
  if (typeof code !== 'string' || typeof raw !== 'string') return undefined
  if (kind === 'interrupted') return { kind, code, message, raw }
  if (kind !== 'api' || typeof status !== 'number') return undefined
  const place = typeof param === 'string' ? param : null
  return { kind, status, code, message, param: place, retryAfterMs: toNumber(retryAfterMs), raw }
}

function readUsage(value: unknown): RunUsage | null {
  if (!isRecord(value)) return null
  return {
    promptTokens: toNumber(value['promptTokens']),
    completionTokens: toNumber(value['completionTokens']),
    cachedTokens: toNumber(value['cachedTokens']),
    searchUnits: toNumber(value['searchUnits']),
    costUsd: toNumber(value['costUsd']),
  }
}

/** Unix milliseconds that a date can show: formatting any other number throws. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
