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
  const probe = toNeedProbe(free, [...earlier, hello], 'call')?.messages ?? []

  expect(probe.map(({ role }) => role).join(' ')).toBe(
    'user assistant user assistant user assistant user assistant tool assistant user assistant user',
  )
  expect(probe[7]?.tool_calls?.[0]?.function).toEqual({
    name: 'get_weather',
    arguments: { city: 'example', days: 1 },
  })
  expect(probe.slice(-3).map(({ content }) => content)).toEqual(['Three', 'Four', 'Hello'])
})

test('the question lists the functions before the latest messages, after examples that are always the same', () => {
  const said = [
    hello,
    { role: 'assistant', content: 'Hi!' },
    { role: 'user', content: 'Is it cold?' },
  ] as const
  const { messages = [], tools } = toNeedProbe(free, said, 'yes_no') ?? {}

  expect(tools).toEqual([])
  expect(messages.at(-1)?.content).toBe(
    'Functions:\n- get_weather: Current weather of a city\n- get_time: get_time\n\nMessage: Hello\nReply: Hi!\nMessage: Is it cold?',
  )
  expect(messages.slice(0, -1)).toEqual(
    toNeedProbe({ ...free, tools: [timeTool] }, [hello], 'yes_no')?.messages.slice(0, -1),
  )
})

test('the tools of an agent are not read twice', () => {
  const described = (chars: number) => {
    const { type, function: named } = weatherTool
    return { ...free, tools: [{ type, function: { ...named, description: 'x'.repeat(chars) } }] }
  }

  expect(toNeedProbe(described(7000), [hello], 'call')).not.toBeNull()
  expect(toNeedProbe(described(9000), [hello], 'call')).toBeNull()
})

test.each(['call', 'yes_no'] as const)(
  'nothing is decided without a choice, or after a tool result: %s',
  kind => {
    expect(toNeedProbe({ ...free, calls: 'forced' }, [hello], kind)).toBeNull()
    expect(toNeedProbe({ ...free, calls: 'none', tools: [] }, [hello], kind)).toBeNull()
    expect(toNeedProbe({ ...free, grammar: [] }, [hello], kind)).toBeNull()
    expect(toNeedProbe(free, [hello, { role: 'tool', content: '3 °C' }], kind)).toBeNull()
  },
)

test.each([
  ['<tool_call>', true],
  ['{"', true],
  ['{\n', true],
  ['```', true],
  ['Hello', false],
  ['', false],
])('a message whose answer begins with %j needs a tool: %j', (text, needed) => {
  expect(isCallLikely('call', [{ text, probability: 0.9 }])).toBe(needed)
  expect(isCallLikely('call', [{ text, probability: 0.003 }])).toBe(false)
})

test.each([
  [[0.6, 0.1, 0.2], true],
  [[0.2, 0.3, 0.1], true],
  [[0.3, 0.1, 0.4], false],
  [[0, 0, 0], false],
])('yes and no with the probabilities %j mean that a tool is needed: %j', ([yes, Yes, no], needed) => {
  const next = [
    { text: 'yes', probability: yes ?? 0 },
    { text: 'Yes', probability: Yes ?? 0 },
    { text: ' no', probability: no ?? 0 },
    { text: 'maybe', probability: 0.1 },
  ]

  expect(isCallLikely('yes_no', next)).toBe(needed)
})

test('the likeliest tool comes first, the others keep their order', () => {
  const next = [{ text: 'get_t', probability: 0.8 }]

  expect(sortByName([weatherTool, timeTool], next)).toEqual([timeTool, weatherTool])
  expect(sortByName([weatherTool, timeTool], [])).toEqual([weatherTool, timeTool])
})
