import { expect, test } from 'vitest'
import { readRun } from './read-run.ts'
import type { Run } from './run.ts'

const failure = {
  kind: 'api',
  status: 400,
  code: 'invalid_value',
  message: 'No.',
  param: null,
  retryAfterMs: null,
  raw: '{}',
} as const

const whole: Run = {
  id: 'run_1',
  state: 'failed',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
  response: { status: 200, headers: { 'x-request-id': 'req_1' }, body: null },
  events: [{ number: 1, atMs: 5, bytes: 2, kind: 'comment', data: 'x' }],
  timing: { startedAt: 1_763_000_000_000, firstMs: 5, totalMs: null },
  failure,
  cut: true,
  usage: { promptTokens: 1, completionTokens: null, cachedTokens: null, searchUnits: null, costUsd: 0.1 },
}

test.each([
  ['whole', whole],
  ['without an answer', { ...whole, response: null, failure: { kind: 'offline' } }],
  ['interrupted', { ...whole, failure: { kind: 'interrupted', code: 'x', message: 'y', raw: '' } }],
])('a run that is %s comes back as it was, in one that was written as JSON', (_what, run) => {
  expect(readRun(JSON.parse(JSON.stringify(run)))).toEqual(run)
})

// Every leaf and branch, each in turn, as what a page cannot draw or would call in vain.
const strange = [{ toString: 1 }, [['<img src=x onerror=alert(1)>']], 'javascript:alert(1)', 1e300, true]

test('whatever stands in a field, what comes back has the types of a run, or nothing does', () => {
  const full: Run = {
    ...whole,
    response: { status: 200, headers: { a: 'b' }, body: 'text' },
    timing: { startedAt: 1, firstMs: 1, totalMs: 1 },
    failure: { ...failure, param: 'model', retryAfterMs: 1 },
    usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 1, searchUnits: 1, costUsd: 1 },
  }
  const types = typesOf(full)
  const runs = pathsOf(full).flatMap(path => strange.map(value => readRun(withValue(full, path, value))))
  const read = runs.filter(run => run !== null)

  const wrong = read
    .flatMap(run => [...typesOf(run)])
    .filter(([path, type]) => type !== 'null' && type !== types.get(path))

  expect(wrong).toEqual([])
  expect(read.length).toBeLessThan(runs.length / 2)
})

test.each([
  ['a date beyond all dates', { ...whole, timing: { ...whole.timing, startedAt: 1e300 } }],
  ['a path that is a command', { ...whole, request: { ...whole.request, path: "/v1/'; rm -rf ~; '" } }],
  ['a path that leads elsewhere', { ...whole, request: { ...whole.request, path: 'https://evil.example' } }],
  ['an unknown failure', { ...whole, failure: { kind: 'other', message: 'x' } }],
])('%s is refused', (_what, run) => {
  expect(readRun(run)).toBeNull()
})

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, [...path, key]))].filter(
    each => each.length > 0,
  )
}

function typesOf(value: unknown): Map<string, string> {
  const at = (path: readonly string[]) => path.reduce<unknown>((part, key) => Object(part)[key], value)
  return new Map(pathsOf(value).map(path => [path.join('.'), typeOf(at(path))]))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function withValue(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...Object(value) }
  copy[key] = withValue(copy[key], rest, replacement)
  return copy
}
