import { expect, test } from 'vitest'
import { timeTool, weatherTool } from './__fixtures__/tools.ts'
import { isCallLikely, sortByName, toNeedProbe } from './tool-need.ts'

const free = { calls: 'read', grammar: null, tools: [weatherTool, timeTool] } as const
const hello = { role: 'user', content: 'Hello' } as const

test('the probe ends with the latest messages, after small tasks and a call of the first tool', () => {
  const earlier = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
    { role: 'assistant', content: 'Four' },
  ] as const
  const probe = toNeedProbe(free, [...earlier, hello]) ?? []

  expect(probe.map(({ role }) => role).join(' ')).toBe(
    'user assistant user assistant user assistant user assistant tool assistant user assistant user',
  )
  expect(probe[7]?.tool_calls?.[0]?.function).toEqual({
    name: 'get_weather',
    arguments: { city: 'example', days: 1 },
  })
  expect(probe.slice(-3).map(({ content }) => content)).toEqual(['Three', 'Four', 'Hello'])
})

test('nothing is decided without a choice, or after a tool result', () => {
  expect(toNeedProbe({ ...free, calls: 'forced' }, [hello])).toBeNull()
  expect(toNeedProbe({ ...free, calls: 'none', tools: [] }, [hello])).toBeNull()
  expect(toNeedProbe({ ...free, grammar: [] }, [hello])).toBeNull()
  expect(toNeedProbe(free, [hello, { role: 'tool', content: '3 °C' }])).toBeNull()
})

test('the tools of an agent are not read twice', () => {
  const described = (chars: number) => {
    const { type, function: named } = weatherTool
    return { ...free, tools: [{ type, function: { ...named, description: 'x'.repeat(chars) } }] }
  }

  expect(toNeedProbe(described(7000), [hello])).not.toBeNull()
  expect(toNeedProbe(described(9000), [hello])).toBeNull()
})

test.each([
  ['<tool_call>', true],
  ['{"', true],
  ['{\n', true],
  ['```', true],
  ['Hello', false],
  ['', false],
])('a message whose answer begins with %j needs a tool: %j', (text, needed) => {
  expect(isCallLikely([{ text, probability: 0.9 }])).toBe(needed)
  expect(isCallLikely([{ text, probability: 0.01 }])).toBe(false)
})

test('the likeliest tool comes first, the others keep their order', () => {
  const next = [{ text: 'get_t', probability: 0.8 }]

  expect(sortByName([weatherTool, timeTool], next)).toEqual([timeTool, weatherTool])
  expect(sortByName([weatherTool, timeTool], [])).toEqual([weatherTool, timeTool])
})
