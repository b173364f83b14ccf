import { expect, test, describe } from 'vitest'
import { chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { weatherTool, timeTool } from './__fixtures__/tools.ts'
import {
  createAnswerReader,
  type AnswerPart,
  createThinkSplitter,
  type ThinkSplit,
  createToolCallReader,
  type ToolCallPart,
  createStopFilter,
  overlap,
  jsonEnd,
  mayBecomeCall,
} from './answer-reader.ts'
import { planAnswer } from './plan-answer.ts'
import fc from 'fast-check'
import { createSchemaCheck, type FitsSchema } from './fits-schema.ts'

const fits: FitsSchema = async (...check) => await createSchemaCheck(new AbortController().signal)(...check)

const call = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'

test('reasoning, text and calls are emitted in order', async () => {
  const parts = await read(
    { tools: [weatherTool] },
    `<think>hm</think>\nWait.\n<tool_call>${call}</tool_call>`,
    {
      thinks: true,
    },
  )

  expect(parts.map(part => part.type)).toEqual(['reasoning', 'text', 'tool_call'])
})

test('a stop string ends the answer, and buffered text before it is emitted', async () => {
  const reader = createAnswerReader(plan({}), { stops: ['\nQ:'], thinks: false, fits })

  expect(await reader.push('yes\nQ: next')).toEqual({ parts: [{ type: 'text', text: 'yes' }], done: true })
  expect(await reader.flush()).toEqual([])
})

test('one call ends the answer if calls may not be parallel', async () => {
  const reader = createAnswerReader(plan({ tools: [weatherTool], parallel_tool_calls: false }), {
    stops: [],
    thinks: false,
    fits,
  })

  const first = await reader.push(`<tool_call>${call}</tool_call>`)
  expect(first.done).toBe(true)
  expect((await reader.push(`<tool_call>${call}</tool_call>`)).parts).toEqual([])
})

test('a forced call is a single call, and stays one when truncated', async () => {
  const forced = { tools: [weatherTool], tool_choice: 'required' }

  expect(await read(forced, call)).toEqual([
    { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
  ])
  expect(await read(forced, call.slice(0, -3))).toEqual([
    { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city": "Oslo' } },
  ])
  expect(await read(forced, '{"na')).toEqual([])
})

async function read(fields: object, text: string, { thinks = false } = {}): Promise<AnswerPart[]> {
  const reader = createAnswerReader(plan(fields), { stops: [], thinks, fits })
  const all: AnswerPart[] = []
  for (const character of text) all.push(...(await reader.push(character)).parts)
  all.push(...(await reader.flush()))
  return all.reduce<AnswerPart[]>((merged, part) => {
    const last = merged.at(-1)
    if (part.type === 'tool_call' || last?.type !== part.type) return [...merged, part]
    return [...merged.slice(0, -1), { type: part.type, text: last.text + part.text }]
  }, [])
}

function plan(fields: object) {
  return planAnswer(
    chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...fields }),
  )
}

const answer = '<think>\nFirst <b>this</b>, then that.\n</think>\n\nThe answer is <think>.'

test('reasoning and answer are separated wherever the chunks split', () => {
  for (let size = 1; size <= answer.length; size += 1) {
    const joined = run({ thinks: true }, slices(answer, size))

    expect(joined.reasoning.trim()).toBe('First <b>this</b>, then that.')
    expect(joined.text).toBe('The answer is <think>.')
  }
})

test('a model without reasoning keeps its text unchanged', () => {
  expect(run({ thinks: false }, [answer])).toEqual({ reasoning: '', text: answer })
})

test('a reasoning model that answers immediately loses no text', () => {
  expect(run({ thinks: true }, ['<', 'b>bold</b>'])).toEqual({ reasoning: '', text: '<b>bold</b>' })
})

test('truncated reasoning stays reasoning', () => {
  expect(run({ thinks: true }, ['<think>so far </thi'])).toEqual({ reasoning: 'so far </thi', text: '' })
})

function run(options: { thinks: boolean }, pieces: readonly string[]): ThinkSplit {
  const splitter = createThinkSplitter(options)
  const parts = [...pieces.map(piece => splitter.push(piece)), splitter.flush()]
  return {
    reasoning: parts.map(part => part.reasoning).join(''),
    text: parts.map(part => part.text).join(''),
  }
}

function slices(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}

describe('tool call reader', () => {
  const tools = [weatherTool, timeTool]
  const lisbon = '{"name": "get_weather", "arguments": {"city": "Lisbon"}}'
  const oslo = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'

  const fragments = [
    '<tool_call>',
    '</tool_call>',
    '```',
    '```json\n',
    '\n```',
    '\n',
    ' ',
    '{',
    '}',
    '[',
    ']',
    '<',
    '`',
    ',',
    lisbon,
    oslo,
    '{"name": "x"}',
    '"name"',
    'word',
    '{"port": 1}',
    '{"name',
  ]

  const called: readonly [title: string, answer: string, cities: readonly string[]][] = [
    ['tagged', `<tool_call>\n${lisbon}\n</tool_call>`, ['Lisbon']],
    ['tagged, closing tag missing', `<tool_call>\n${lisbon}`, ['Lisbon']],
    ['bare', lisbon, ['Lisbon']],
    ['bare after white space', `\n  ${lisbon}\n`, ['Lisbon']],
    ['fenced', `\`\`\`json\n${lisbon}\n\`\`\``, ['Lisbon']],
    ['fenced without a language', `\`\`\`\n${lisbon}\n\`\`\``, ['Lisbon']],
    ['fenced, never closed', `\`\`\`json\n${lisbon}\n`, ['Lisbon']],
    ['two tagged', `<tool_call>${lisbon}</tool_call>\n<tool_call>${oslo}</tool_call>`, ['Lisbon', 'Oslo']],
    ['two bare', `${lisbon}\n${oslo}`, ['Lisbon', 'Oslo']],
    ['two in one fence', `\`\`\`json\n${lisbon}\n${oslo}\n\`\`\``, ['Lisbon', 'Oslo']],
    ['two in one tag', `<tool_call>\n${lisbon},\n${oslo}\n</tool_call>`, ['Lisbon', 'Oslo']],
    ['a list', `[${lisbon}, ${oslo}]`, ['Lisbon', 'Oslo']],
    ['arguments as text', '{"name":"get_weather","arguments":"{\\"city\\":\\"Lisbon\\"}"}', ['Lisbon']],
    ['as parameters', '{"name":"get_weather","parameters":{"city":"Lisbon"}}', ['Lisbon']],
    [
      'a whole call object',
      '{"type":"function","function":{"name":"get_weather","arguments":{"city":"Lisbon"}}}',
      ['Lisbon'],
    ],
    ['braces inside strings', '{"name":"get_weather","arguments":{"city":"L}is\\"{bon"}}', ['L}is"{bon']],
  ]

  test.each(called)(
    'a call is parsed when it is %s, wherever the chunks split',
    async (_title, answer, cities) => {
      for (const size of [1, 2, 3, 7, answer.length]) {
        const parts = await read(answer, size)

        expect(parts.map(part => part.type)).toEqual(cities.map(() => 'tool_call'))
        expect(parts.map(part => part.type === 'tool_call' && JSON.parse(part.call.arguments).city)).toEqual(
          cities,
        )
      }
    },
  )

  const spoken: readonly [title: string, answer: string][] = [
    ['plain text', 'It is sunny in Lisbon.'],
    ['text with braces', 'Use {"name": "get_weather"} like this.'],
    ['a tool that was not given', '{"name": "launch_rocket", "arguments": {}}'],
    ['arguments that do not fit', '{"name": "get_weather", "arguments": {"town": "Lisbon"}}'],
    ['arguments of a wrong type', '<tool_call>{"name": "get_weather", "arguments": {"city": 7}}</tool_call>'],
    ['broken JSON', '<tool_call>{"name": "get_weather", "arguments": {</tool_call> oh'],
    ['other JSON', '{"answer": 42, "name": "get_weather"}'],
    ['a code block', 'Here:\n```json\n{"port": 3000}\n```\nand\n```ts\nconst a = `x`\n```\ndone'],
    ['a list', '[1] See the docs.\n[2] And these.'],
    ['tags in prose', 'Write <tool_call> before it, <b>always</b>.'],
    ['cut JSON', '{"name": "get_weather", "argum'],
  ]

  test.each(spoken)('%s stays text, to the last character', async (_title, answer) => {
    for (const size of [1, 2, 5, answer.length]) {
      const parts = await read(answer, size)

      expect(parts.every(part => part.type === 'text')).toBe(true)
      expect(parts.map(part => part.type === 'text' && part.text).join('')).toBe(answer)
    }
  })

  test('text before and between calls keeps its position', async () => {
    const parts = await read(
      `Let me look.\n<tool_call>${lisbon}</tool_call>\n<tool_call>${oslo}</tool_call>\nDone.`,
      4,
    )

    const shape = merge(parts).map(part => (part.type === 'text' ? part.text.trim() : part.call.arguments))
    expect(shape).toEqual(['Let me look.', '{"city":"Lisbon"}', '{"city":"Oslo"}', 'Done.'])
  })

  test('ordinary text is not buffered', async () => {
    const reader = createToolCallReader(tools, fits)

    expect(await reader.push('The ')).toEqual([{ type: 'text', text: 'The ' }])
    expect(await reader.push('{')).toEqual([{ type: 'text', text: '{' }])
  })

  test('JSON is emitted as soon as its first key rules out a call', async () => {
    const reader = createToolCallReader(tools, fits)
    const parts = [
      ...(await reader.push('{"na')),
      ...(await reader.push('tion"')),
      ...(await reader.push(': "Portugal"')),
    ]

    expect(merge(parts)).toEqual([{ type: 'text', text: '{"nation": "Portugal"' }])
  })

  test('a tool without parameters is called with an empty object', async () => {
    expect(await read('{"name": "get_time"}', 3)).toEqual([
      { type: 'tool_call', call: { name: 'get_time', arguments: '{}' } },
    ])
  })

  test('the result does not depend on chunk boundaries, and no text is lost', async () => {
    const fragment = fc.constantFrom(...fragments)
    const answers = fc.array(fragment, { maxLength: 12 }).map(pieces => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 9 }), async (answer, size) => {
        const parts = merge(await read(answer, size))

        expect(parts).toEqual(merge(await read(answer, 1)))
        const text = parts.map(part => (part.type === 'text' ? part.text : '')).join('')
        const words = (all: string) => all.split('word').length
        expect(words(text)).toBe(words(answer))
      }),
      { numRuns: 3000 },
    )
  })

  async function read(answer: string, size: number): Promise<ToolCallPart[]> {
    const reader = createToolCallReader(tools, fits)
    const parts: ToolCallPart[] = []
    for (let start = 0; start < answer.length; start += size)
      parts.push(...(await reader.push(answer.slice(start, start + size))))
    return [...parts, ...(await reader.flush())]
  }

  function merge(parts: readonly ToolCallPart[]): ToolCallPart[] {
    return parts.reduce<ToolCallPart[]>((merged, part) => {
      const last = merged.at(-1)
      if (part.type !== 'text' || last?.type !== 'text') return [...merged, part]
      return [...merged.slice(0, -1), { type: 'text', text: last.text + part.text }]
    }, [])
  }
})

test('text ends before the first stop string, wherever the chunks split', () => {
  for (let cut = 0; cut <= 'one END two STOP'.length; cut += 1) {
    const filter = createStopFilter(['STOP', 'END'])
    const first = filter.push('one END two STOP'.slice(0, cut))
    const second = first.stopped ? { text: '', stopped: true } : filter.push('one END two STOP'.slice(cut))

    expect(first.text + second.text).toBe('one ')
    expect(second.stopped).toBe(true)
  }
})

test('a possible stop string is buffered until it is ruled out', () => {
  const filter = createStopFilter(['\n\n'])

  expect(filter.push('a\n')).toEqual({ text: 'a', stopped: false })
  expect(filter.push('b')).toEqual({ text: '\nb', stopped: false })
})

test('buffered text is emitted at the end', () => {
  const filter = createStopFilter(['STOP'])
  filter.push('an S')

  expect(filter.flush()).toBe('S')
  expect(filter.flush()).toBe('')
})

test('an empty stop string never matches', () => {
  expect(createStopFilter(['']).push('text')).toEqual({ text: 'text', stopped: false })
})

test('the overlap is the longest suffix that begins the marker', () => {
  expect(overlap('aab', 'abx')).toBe(2)
  expect(overlap('abc', 'xyz')).toBe(0)
  expect(overlap('abx', 'abx')).toBe(0)
})

test('the end of JSON is found despite strings, escapes and nesting', () => {
  expect(jsonEnd('{"a": "}\\"]", "b": [1, {}]} and more')).toBe('{"a": "}\\"]", "b": [1, {}]}'.length)
  expect(jsonEnd('{"a": [1, 2}')).toBe(-1)
  expect(jsonEnd('{"a": "\\')).toBe(-1)
})

test.each(['', ' ', '{', '[', '[ {', '{ "', '{"na', '{"name', '{"name"', '{"name": "x"', '{"arguments":'])(
  '%j may become a call',
  text => expect(mayBecomeCall(text)).toBe(true),
)

test.each(['x', '{}', '{1', '[1', '[]', '{"port', '{"names"', '{"port": 1'])(
  '%j cannot become a call',
  text => expect(mayBecomeCall(text)).toBe(false),
)
