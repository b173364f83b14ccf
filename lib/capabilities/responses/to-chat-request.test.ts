import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatMessageSchema } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ResponseInputItem } from '#lib/contracts/api/responses/response-items.ts'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { carryReasoning, newReasoningId, readOwnReasoning } from './own-reasoning.ts'
import { toCustomInput } from './response-tools.ts'
import { toChatRequest } from './to-chat-request.ts'
import { toTurns } from './to-turns.ts'

const options = { quirks: {}, teamId: 'team', session: 'abc', contextWindow: undefined }
const translate = (fields: object, quirks: TranslationQuirks = {}) =>
  toChatRequest(responsesContract.input.parse({ model: 'm', input: 'Hi', ...fields }), { ...options, quirks })
const messagesOf = (input: readonly ResponseInputItem[], quirks: TranslationQuirks = {}) =>
  translate({ input }, quirks).request.messages

const user = (content: string): ResponseInputItem => ({ role: 'user', content })
const developer = (content: string): ResponseInputItem => ({ role: 'developer', content })
const calling: ResponseInputItem = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
const result: ResponseInputItem = { type: 'function_call_output', call_id: 'a', output: 'one' }
const reminder = '<system-reminder>\nNote\n</system-reminder>'

describe('an instruction within the conversation', () => {
  test.each([
    ['after the user', [user('Hi'), developer('Note')], [{ role: 'user', content: `Hi\n\n${reminder}` }]],
    [
      'after a result',
      [user('Hi'), calling, result, developer('Note')],
      [{ role: 'user' }, { role: 'assistant' }, { role: 'tool', content: `one\n\n${reminder}` }],
    ],
    [
      'between a call and its result',
      [user('Hi'), calling, developer('Note'), result],
      [{ role: 'user' }, { role: 'assistant' }, { role: 'tool', content: `one\n\n${reminder}` }],
    ],
    [
      'at the end',
      [user('Hi'), { role: 'assistant', content: 'Yes.' }, developer('Note')],
      [{ role: 'user' }, { role: 'assistant' }, { role: 'user', content: reminder }],
    ],
  ] as const)('%s joins the turn beside it', (_, items, expected) => {
    expect(messagesOf(items)).toMatchObject(expected)
  })

  test('stays where a server allows it, but never between a call and its result', () => {
    const inline = { inlineSystem: true } as const

    expect(messagesOf([user('Hi'), developer('Note'), user('And?')], inline).map(({ role }) => role)).toEqual(
      ['user', 'system', 'user'],
    )
    expect(
      messagesOf([user('Hi'), calling, developer('Note'), result], inline).map(({ role }) => role),
    ).toEqual(['user', 'assistant', 'tool'])
  })
})

test('instructions come first, with the leading messages of the developer', () => {
  expect(
    translate({ instructions: 'Be brief.', input: [developer('Note'), user('Hi')] }).request.messages,
  ).toEqual([
    { role: 'system', content: 'Be brief.\n\nNote' },
    { role: 'user', content: 'Hi' },
  ])
})

test('two messages of the assistant are two paragraphs of one turn', () => {
  const said = (content: string): ResponseInputItem => ({ role: 'assistant', content })

  expect(messagesOf([user('Hi'), said('One.'), said('Two.'), user('And?')])[1]).toEqual({
    role: 'assistant',
    content: 'One.\n\nTwo.',
  })
})

test('members that the target cannot use are named', () => {
  const { ignored } = translate({
    include: ['reasoning.encrypted_content', 'file_search_call.results'],
    text: { verbosity: 'low' },
    reasoning: { effort: 'high' },
    service_tier: 'flex',
    client_metadata: {},
    input: [{ type: 'item_reference', id: 'rs_1' }, user('Hi')],
  })

  expect(ignored).toEqual([
    'service_tier',
    'include (file_search_call.results)',
    'text.verbosity',
    'input.0 (item_reference)',
    'reasoning.effort',
  ])
})

test.each([
  ['minimal', 'low'],
  ['high', 'high'],
  ['xhigh', 'high'],
  ['none', 'none'],
])('the effort %s is %s where the server knows it', (effort, expected) => {
  expect(translate({ reasoning: { effort } }, { effort: true }).request.reasoning_effort).toBe(expected)
})

test('ids of end users are hashed', () => {
  const { user: hash } = translate({ safety_identifier: 'ada@example.com' }).request

  expect(hash).toMatch(/^[\da-f]{16}$/)
})

test.each([
  ['{"input":"a"}', 'a'],
  ['{"patch":"a","n":1}', 'a'],
  ['{"a":"b","c":"d"}', '{"a":"b","c":"d"}'],
  ['"a"', '"a"'],
  ['*** Begin', '*** Begin'],
])('the arguments %s are the input %s of a custom tool', (text, input) => {
  expect(toCustomInput(text)).toBe(input)
})

test('our reasoning comes back as it was, from its encrypted content alone or from its summary', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const encrypted_content = carryReasoning(text)
      const summary = [{ type: 'summary_text' as const, text }]

      expect(readOwnReasoning({ type: 'reasoning', summary: [], encrypted_content })).toBe(text)
      expect(readOwnReasoning({ type: 'reasoning', id: newReasoningId(), summary })).toBe(text)
    }),
  )
})

test('reasoning of other vendors never becomes text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (id, text, encrypted) => {
      fc.pre(!encrypted.startsWith('sx1.') && !id.startsWith('rs_sx'))
      const item = { type: 'reasoning' as const, id, encrypted_content: encrypted }

      expect(readOwnReasoning({ ...item, summary: [{ type: 'summary_text', text }] })).toBeNull()
    }),
  )
})

const text = fc.string({ minLength: 1, maxLength: 20 })
const called = fc.record({ custom: fc.boolean(), name: fc.constantFrom('f', 'g'), text, output: text })
/** One turn of the user with the answer: reasoning, text, calls and results, sometimes an instruction. */
const round = fc
  .record({
    asked: text,
    note: fc.option(text),
    thought: fc.option(text),
    calls: fc.array(called, { maxLength: 3 }),
    answer: text,
  })
  .map(({ asked, note, thought, calls, answer }) => (turn: number): ResponseInputItem[] => {
    const ids = calls.map((_, index) => `call_${turn}_${index}`)
    return [
      user(asked),
      ...(note === null ? [] : [developer(note)]),
      ...(thought === null
        ? []
        : [{ type: 'reasoning' as const, summary: [], encrypted_content: carryReasoning(thought) }]),
      ...calls.map(({ custom, name, text: written }, index): ResponseInputItem => {
        const call = { call_id: ids[index] ?? '', name }
        if (custom) return { type: 'custom_tool_call', ...call, input: written }
        return { type: 'function_call', ...call, arguments: JSON.stringify({ written }) }
      }),
      ...calls.map(({ custom, output }, index): ResponseInputItem => {
        const type = custom ? 'custom_tool_call_output' : 'function_call_output'
        return { type, call_id: ids[index] ?? '', output }
      }),
      { role: 'assistant', content: [{ type: 'output_text', text: answer }] },
    ]
  })
const history = fc
  .array(round, { minLength: 1, maxLength: 15 })
  .map(rounds => rounds.map((build, turn) => build(turn)))
const quirks: fc.Arbitrary<TranslationQuirks> = fc.constantFrom(
  {},
  { inlineSystem: true as const },
  { effort: true as const, cacheKey: true as const },
)

/** Texts, calls and results, in their order. */
function contentOf({ messages }: ChatRequest): string {
  return messages
    .map(message => {
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
      return JSON.stringify([message.content, ...calls.map(each => each.function.arguments)])
    })
    .join('\n')
}

test('any history keeps its texts, calls and results in their order', () => {
  fc.assert(
    fc.property(history, quirks, (rounds, known) => {
      const items = [...rounds.flat(), user('The end')]
      const { request } = translate({ input: items }, known)

      expect(request.messages.every(message => chatMessageSchema.safeParse(message).success)).toBe(true)
      const content = contentOf(request)
      let at = 0
      for (const item of items) {
        const said = saidIn(item)
        if (said === null) continue
        const found = content.indexOf(JSON.stringify(said).slice(1, -1), at)
        expect(found).toBeGreaterThanOrEqual(at)
        at = found
      }
    }),
    { numRuns: 60 },
  )
})

/** Instructions may move to the turn beside them. */
function saidIn(item: ResponseInputItem): string | null {
  if (item.type === 'function_call_output' && typeof item['output'] === 'string') return item['output']
  if (item['role'] === 'user' && typeof item['content'] === 'string') return item['content']
  return null
}

test('a longer conversation begins with the messages of the shorter one, as prompt caches need', () => {
  fc.assert(
    fc.property(history, quirks, (rounds, known) => {
      const sent = rounds.map(
        (_, count) =>
          translate({ input: [...rounds.slice(0, count).flat(), user('Next')] }, known).request.messages,
      )
      for (const [index, messages] of sent.entries()) {
        const next = sent[index + 1]
        if (next === undefined) continue
        const prefix = messages.slice(0, -1)
        expect(JSON.stringify(next.slice(0, prefix.length))).toBe(JSON.stringify(prefix))
      }
    }),
    { numRuns: 60 },
  )
})

describe('a file', () => {
  const file = (data: string) => [
    { role: 'user', content: [{ type: 'input_file', file_data: data, filename: 'a.bin' }] },
  ]

  test('of a data URL without its comma is judged at once, however long', () => {
    expect(() => translate({ input: file(`data:${'a'.repeat(300_000)}`) })).toThrow(/only text and PDF/)
  })

  test.each([
    ['data:text/plain,50%25', '50%'],
    ['data:text/plain;charset=utf-8;base64,SGk=', 'Hi'],
    ['DATA:Text/Plain;BASE64,SGk=', 'Hi'],
  ])('%s is read', (data, text) => {
    expect(JSON.stringify(translate({ input: file(data) }).request.messages)).toContain(text)
  })

  test('with an invalid escape is an error that names it', () => {
    expect(() => translate({ input: file('data:text/plain,100%') })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'input.0.content.0.file_data' }),
    )
  })
})

describe('a long conversation', () => {
  test('of one role is read in linear time', () => {
    const refusal: ResponseInputItem = { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }
    const items = Array.from({ length: 200_000 }, () => refusal)

    expect(toTurns(items, {}, []).turns).toHaveLength(1)
  })

  test('may have more parts than a call has arguments', () => {
    const content = Array.from({ length: 300_000 }, () => ({ type: 'input_text', text: 'a' }))

    const { request } = translate({ input: [user('Hi'), { role: 'user', content }] })

    expect(request.messages).toHaveLength(1)
  })
})

describe('two tools of one name are refused', () => {
  const named = (name: string, type = 'function') => ({ type, name })
  test.each([
    [
      'of two namespaces',
      [
        { type: 'namespace', name: 'a', tools: [named('b__c')] },
        { type: 'namespace', name: 'a__b', tools: [named('c')] },
      ],
    ],
    [
      'within and without a namespace',
      [{ type: 'namespace', name: 'a', tools: [named('b')] }, named('a__b')],
    ],
    ['of two types', [named('a'), named('a', 'custom')]],
  ])('%s', (_, tools) => {
    expect(() => translate({ tools })).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        param: expect.stringMatching(/^tools\.1\.(tools\.0\.)?name$/) as unknown,
      }),
    )
  })
})

test('allowed tools may be in a namespace', () => {
  const tools = [
    { type: 'namespace', name: 'a', tools: [{ type: 'function', name: 'f' }] },
    { type: 'function', name: 'f' },
  ]
  const allowed = { type: 'function', name: 'f', namespace: 'a' }

  const { request } = translate({
    tools,
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [allowed] },
  })

  expect(request.tools?.map(tool => tool.function.name)).toEqual(['a__f'])
})
