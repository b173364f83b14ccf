import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNineAlphanumerics } from './chat.ts'
import { ToolCallDeltas, newToolCallId } from './decoder.ts'

type Fragment = Record<string, unknown>

function assemble(fragments: readonly Fragment[]) {
  const deltas = new ToolCallDeltas()
  const calls: { id: string; name: string; arguments: string }[] = []
  for (const fragment of fragments) {
    for (const { index, id, function: described } of deltas.read([fragment])) {
      const text = described?.arguments ?? ''
      const call = calls[index]
      if (call === undefined) calls[index] = { id: id ?? '', name: described?.name ?? '', arguments: text }
      else {
        if (id !== undefined || described?.name !== undefined) throw new Error('an index changed its call')
        call.arguments += text
      }
    }
  }
  return calls
}

const a = '{"a":1}'
const b = '{"b":2}'
const two = [
  { id: 'call_a', name: 'f', arguments: a },
  { id: 'call_b', name: 'g', arguments: b },
]
const named = (name: string, text: string) => ({ name, arguments: text })
const more = (text: string) => ({ arguments: text })

test.each<[string, Fragment[]]>([
  [
    'the ordinary form',
    [
      { index: 0, id: 'call_a', function: named('f', '') },
      { index: 0, function: more('{"a"') },
      { index: 0, function: more(':1}') },
      { index: 1, id: 'call_b', function: named('g', b) },
    ],
  ],
  [
    'interleaved calls',
    [
      { index: 0, id: 'call_a', function: named('f', '{"a"') },
      { index: 1, id: 'call_b', function: named('g', '{"b"') },
      { index: 0, function: more(':1}') },
      { index: 1, function: more(':2}') },
    ],
  ],
  [
    'no index, ids in the first fragments',
    [
      { id: 'call_a', function: named('f', '') },
      { function: more(a) },
      { id: 'call_b', function: named('g', '') },
      { function: more(b) },
    ],
  ],
  [
    'no index, ids in every fragment',
    [
      { id: 'call_a', function: named('f', '') },
      { id: 'call_a', function: more(a) },
      { id: 'call_b', function: named('g', '{"b"') },
      { id: 'call_b', function: more(':2}') },
    ],
  ],
  [
    'index 0 for all',
    [
      { index: 0, id: 'call_a', function: named('f', a) },
      { index: 0, id: 'call_b', function: named('g', b) },
    ],
  ],
  [
    'the id and name again in every fragment',
    [
      { index: 0, id: 'call_a', function: named('f', '{"a"') },
      { index: 0, id: 'call_a', function: named('f', ':1}') },
      { index: 1, id: 'call_b', function: named('g', b) },
    ],
  ],
  [
    'another id in every fragment',
    [
      { index: 0, id: 'call_a', function: named('f', '{"a"') },
      { index: 0, id: 'call_x', function: more(':1}') },
      { index: 1, id: 'call_b', function: named('g', b) },
    ],
  ],
  [
    'indexes that begin at 1 or skip',
    [
      { index: 1, id: 'call_a', function: named('f', '{"a"') },
      { index: 1, function: more(':1}') },
      { index: 4, id: 'call_b', function: named('g', b) },
    ],
  ],
  [
    'arguments as objects',
    [
      { index: 0, id: 'call_a', function: { name: 'f', arguments: { a: 1 } } },
      { index: 1, id: 'call_b', function: { name: 'g', arguments: { b: 2 } } },
    ],
  ],
])('%s gives two complete calls', (_, fragments) => {
  expect(assemble(fragments)).toEqual(two)
})

test('calls without ids each get a stable one', () => {
  const calls = assemble([
    { index: 0, id: '', function: named('f', a) },
    { index: 0, id: '', function: named('g', b) },
    { index: 0, function: named('g', b) },
  ])

  expect(calls.map(call => call.name)).toEqual(['f', 'g', 'g'])
  expect(new Set(calls.map(call => call.id)).size).toBe(3)
  for (const { id } of calls) expect(id).toMatch(/^call_[0-9A-Za-z]{24}$/)
})

test('a repeated name without an id does not start a call', () => {
  const calls = assemble([
    { index: 0, function: named('f', '{"a"') },
    { index: 0, function: named('f', ':1}') },
  ])

  expect(calls).toMatchObject([{ name: 'f', arguments: a }])
})

test('invalid calls are dropped, and null arguments are ignored', () => {
  const deltas = new ToolCallDeltas()

  expect(
    deltas.read([null, 'x', { index: 0, id: 'call_a', function: { name: 'f', arguments: null } }]),
  ).toEqual([{ index: 0, id: 'call_a', type: 'function', function: { name: 'f', arguments: '' } }])
  expect(deltas.lastArguments).toBe('')
})

test('an index never changes its id or name, and none is skipped', () => {
  const fragment = fc.record(
    {
      index: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)),
      id: fc.oneof(fc.constantFrom('', 'a', 'b', 'c'), fc.constant(null)),
      function: fc.record({
        name: fc.constantFrom('f', 'g', null),
        arguments: fc.constantFrom('{', '}', a, null, {}),
      }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), fragments => {
      const calls = assemble(fragments)
      expect(Object.keys(calls).length).toBe(calls.length)
      for (const call of calls) expect(call.id).not.toBe('')
    }),
  )
})

test('new ids have the documented form and are unique', () => {
  const ids = Array.from({ length: 100 }, newToolCallId)

  for (const id of ids) expect(id).toMatch(/^call_[0-9A-Za-z]{24}$/)
  expect(new Set(ids).size).toBe(100)
})

test('an id becomes nine letters and digits, deterministically; a valid one is unchanged', () => {
  expect(toNineAlphanumerics('call_abc')).toMatch(/^[0-9A-Za-z]{9}$/)
  expect(toNineAlphanumerics('call_abc')).toBe(toNineAlphanumerics('call_abc'))
  expect(toNineAlphanumerics('call_abc')).not.toBe(toNineAlphanumerics('call_abd'))
  expect(toNineAlphanumerics('gT9bY2QxA')).toBe('gT9bY2QxA')
})
