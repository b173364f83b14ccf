import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatMessageSchema } from '#lib/contracts/api/chat-message.ts'
import type { InputMessage } from '#lib/contracts/api/messages/message-blocks.ts'
import { signThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import { shortToolName } from '#lib/capabilities/api-formats/tool-names.ts'
import { toChatRequest } from './to-chat-request.ts'

const options = { quirks: {}, teamId: 'team', session: 'abc', version: '2023-06-01' }
const question: InputMessage = { role: 'user', content: 'Hi' }
const request = (more: object, quirks = {}) =>
  toChatRequest({ model: 'm', messages: [question], ...more }, { ...options, quirks })
const messagesOf = (messages: readonly InputMessage[], quirks = {}) =>
  request({ messages }, quirks).request.messages

const use = { type: 'tool_use' as const, id: 'a', name: 'f', input: { x: 1 } }
const result = { type: 'tool_result' as const, tool_use_id: 'a', content: 'one' }
const calling: InputMessage = { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }, use] }

describe('messages', () => {
  test('calls and results become chat messages, results first, pictures after them', () => {
    const image = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png', data: 'AA' },
    }
    const content = [
      { type: 'text' as const, text: 'And?' },
      { ...result, is_error: true, content: [image] },
    ]

    expect(messagesOf([question, calling, { role: 'user', content }])).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Error: (image)' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Image of tool result a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ])
  })

  test.each([
    [[question, calling, question], 'messages.1.content.1.id'],
    [[{ role: 'user', content: [result] }], 'messages.0.content.0.tool_use_id'],
  ] as const)('a call without its result and a result without its call are refused', (messages, param) => {
    expect(() => messagesOf(messages as unknown as InputMessage[])).toThrow(
      expect.objectContaining({ code: 'invalid_value', param }) as Error,
    )
  })

  test('the media type of an image is written as all servers know it', () => {
    const source = { type: 'base64' as const, media_type: 'Image/PNG', data: 'AA' }

    expect(messagesOf([{ role: 'user', content: [{ type: 'image', source }] }])).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] },
    ])
  })

  test('an instruction within the conversation stays where a server allows it, otherwise it joins the turn before', () => {
    const messages: InputMessage[] = [
      { role: 'system', content: 'First.' },
      question,
      { role: 'system', content: 'Later.' },
      calling,
      { role: 'user', content: [result] },
      { role: 'system', content: 'Last.' },
    ]

    expect(messagesOf(messages).map(({ role, content }) => [role, content])).toEqual([
      ['system', 'First.'],
      ['user', 'Hi\n\n<system-reminder>\nLater.\n</system-reminder>'],
      ['assistant', 'Wait.'],
      ['tool', 'one\n\n<system-reminder>\nLast.\n</system-reminder>'],
    ])
    expect(messagesOf(messages, { inlineSystem: true }).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'system',
      'assistant',
      'tool',
      'system',
    ])
  })

  test('a turn of the assistant at the end is continued by a server that can', () => {
    const messages: InputMessage[] = [question, { role: 'assistant', content: 'The answer is' }]

    expect(request({ messages }, { prefill: true }).request).toMatchObject({
      messages: [question, { role: 'assistant', content: 'The answer is' }],
      continue_final_message: true,
      add_generation_prompt: false,
    })
    expect(() => messagesOf(messages)).toThrow('cannot continue')
    expect(() => messagesOf([question, calling], { prefill: true })).toThrow('cannot continue')
  })

  test('hints for prompt caches reach a server that passes them on, and nothing else changes when they move', () => {
    const hint = { cache_control: { type: 'ephemeral' } }
    const told = (first: object, last: object) =>
      request(
        {
          ...hint,
          system: [
            { type: 'text', text: 'Be brief.', ...hint },
            { type: 'text', text: 'Be kind.' },
          ],
          messages: [
            { role: 'user', content: [{ type: 'text', text: 'Hi', ...first }] },
            calling,
            { role: 'user', content: [{ ...result, ...last }] },
          ],
        },
        { cacheHints: true },
      ).request

    expect(told({}, hint)).toMatchObject({
      ...hint,
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'Be brief.', ...hint },
            { type: 'text', text: 'Be kind.' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant' },
        { role: 'tool', content: 'one', ...hint },
      ],
    })
    expect(JSON.stringify(told(hint, {})).replaceAll(',"cache_control":{"type":"ephemeral"}', '')).toBe(
      JSON.stringify(told({}, hint)).replaceAll(',"cache_control":{"type":"ephemeral"}', ''),
    )
  })

  test('thinking goes back only to a server that wants it, and never that of another vendor', () => {
    const blocks = [
      { type: 'thinking' as const, thinking: 'Mine', signature: signThinking('Mine') },
      { type: 'thinking' as const, thinking: 'Theirs', signature: 'Eq4x' },
    ]
    const messages: InputMessage[] = [
      question,
      { role: 'assistant', content: [...blocks, use] },
      { role: 'user', content: [result] },
    ]

    expect(messagesOf(messages, { reasoningBack: true })[1]).toMatchObject({ reasoning_content: 'Mine' })
    expect(messagesOf(messages)[1]).not.toHaveProperty('reasoning_content')
  })

  test('a request with turns appended has the same messages at its beginning', () => {
    const text = fc.string({ minLength: 1 })
    const round = fc
      .tuple(text, text, text, fc.boolean(), fc.boolean())
      .map(([asked, said, found, calls, instructs]): InputMessage[] => [
        { role: 'user', content: asked },
        ...(instructs ? [{ role: 'system' as const, content: `Note: ${said}` }] : []),
        ...(calls ? [calling, { role: 'user' as const, content: [{ ...result, content: found }] }] : []),
        { role: 'assistant', content: [{ type: 'text', text: said }] },
      ])
    const quirks = fc.record(
      { inlineSystem: fc.constantFrom(true as const), reasoningBack: fc.constantFrom(true as const) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), text, quirks, (rounds, last, kinds) => {
        const history = rounds.flat()
        const shorter = messagesOf(
          [...rounds.slice(0, -1).flat(), { role: 'user', content: 'x' }],
          kinds,
        ).slice(0, -1)
        const longer = messagesOf([...history, { role: 'user', content: last }], kinds)

        expect(JSON.stringify(longer.slice(0, shorter.length))).toBe(JSON.stringify(shorter))
        for (const message of longer) expect(chatMessageSchema.safeParse(message).error).toBeUndefined()
      }),
    )
  })
})

describe('the key of a prompt cache', () => {
  const hinted = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }]
  const keyOf = (more: object, session: string | null, teamId = 'team') => {
    const input = { model: 'm', messages: [question], ...more }
    const { request: sent } = toChatRequest(input, {
      ...options,
      quirks: { cacheKey: true },
      session,
      teamId,
    })
    return sent['prompt_cache_key']
  }

  test('is the session, or where a request has only hints, that of its instructions in this team', () => {
    expect(keyOf({ system: hinted }, 'abc')).toBe('abc')
    expect(keyOf({ system: hinted }, null)).toMatch(/^[\da-f]{16}$/)
    expect(keyOf({ system: hinted, max_tokens: 9 }, null)).toBe(keyOf({ system: hinted }, null))
    expect(keyOf({ system: hinted }, null, 'other')).not.toBe(keyOf({ system: hinted }, null))
    expect(keyOf({ system: 'Be brief.' }, null)).toBeUndefined()
  })

  test('survives a billing header, whose suffix changes', () => {
    const billed = (suffix: string) => [
      { type: 'text', text: `x-anthropic-billing-header: cc_version=2.1.330.${suffix}` },
      ...hinted,
    ]

    expect(keyOf({ system: billed('73a') }, null)).toBe(keyOf({ system: billed('572') }, null))
  })
})

describe('members', () => {
  test('the system prompt leaves out the text that changes with every request', () => {
    const system = [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=1.572' },
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ]

    expect(request({ system }).request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
  })

  test('tools, limits and formats have their names of chat completions', () => {
    const { request: chat, toolNames } = request({
      max_tokens: 9,
      stream: true,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
      tools: [
        { name: 'x'.repeat(70), description: 'd', input_schema: { type: 'object' } },
        { name: 'later', input_schema: { type: 'object' }, defer_loading: true },
      ],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
      metadata: { user_id: 'device-1' },
    })

    expect(chat).toMatchObject({
      max_tokens: 9,
      stream: true,
      stream_options: { include_usage: true },
      stop: ['a', 'b', 'c', 'd'],
      tool_choice: 'required',
      parallel_tool_calls: false,
      response_format: { type: 'json_schema', json_schema: { name: 'output' } },
      user: expect.stringMatching(/^[\da-f]{16}$/) as string,
    })
    expect(chat.tools).toHaveLength(1)
    const [short] = toolNames.keys()
    expect(short).toHaveLength(64)
    expect(chat.tools?.[0]?.function.name).toBe(short)
  })

  describe('tools that change within the conversation', () => {
    const tool = (name: string, more = {}) => ({ name, input_schema: { type: 'object' }, ...more })
    const reference = (name: string) => ({ type: 'tool_reference' as const, name })
    const add = (name: string) => ({ type: 'tool_addition' as const, tool: reference(name) })
    const remove = (name: string) => ({ type: 'tool_removal' as const, tool: reference(name) })
    const define = (definition: object) => ({
      type: 'tool_addition' as const,
      tool: { type: 'tool_definition' as const, definition },
    })
    const changed = (blocks: object[], more: object = {}) =>
      request({
        tools: [tool('a'), tool('b'), tool('c', { defer_loading: true })],
        messages: [question, { role: 'system', content: blocks }],
        ...more,
      })
    const namesOf = (blocks: object[]) => changed(blocks).request.tools?.map(each => each.function.name)

    test.each([
      [[remove('a')], ['b']],
      [
        [remove('a'), add('a')],
        ['a', 'b'],
      ],
      [
        [add('c'), remove('b')],
        ['a', 'c'],
      ],
      [[define(tool('d'))], ['a', 'b', 'd']],
      [
        [remove('a'), define(tool('a'))],
        ['a', 'b'],
      ],
      [[define(tool('d', { defer_loading: true }))], ['a', 'b']],
      [
        [define(tool('d')), remove('d')],
        ['a', 'b'],
      ],
    ])('%j leaves the tools %j', (blocks, names) => {
      expect(namesOf(blocks)).toEqual(names)
    })

    test('a later definition replaces the tool, and the text beside it stays', () => {
      const { request: chat } = changed([
        { type: 'text', text: 'Use the new one.' },
        define(tool('a', { description: 'New.' })),
      ])

      expect(chat.tools?.[0]?.function).toMatchObject({ name: 'a', description: 'New.' })
      expect(chat.messages.at(-1)?.content).toContain('Use the new one.')
    })

    test('a tool that only Anthropic runs is named as ignored', () => {
      const { ignored } = changed([define({ type: 'web_search_20250305', name: 'web_search' })])

      expect(ignored).toEqual(['messages.1.content.0.tool.definition (web_search_20250305)'])
    })

    test.each([
      [[add('none')], {}, 'invalid_value', 'messages.1.content.0.tool.name'],
      [[define({ name: 'a b' })], {}, 'invalid_value', 'messages.1.content.0.tool.definition.name'],
      [
        [{ type: 'tool_removal', tool: { type: 'mcp_toolset_reference', server_name: 's' } }],
        {},
        'unsupported_parameter',
        'messages.1.content.0.tool.type',
      ],
      [[remove('a')], { tool_choice: { type: 'tool', name: 'a' } }, 'invalid_value', 'tool_choice.name'],
    ])('%j with %j is refused', (blocks, more, code, param) => {
      expect(() => changed(blocks, more)).toThrow(expect.objectContaining({ code, param }) as Error)
    })

    test('only an instruction may change them', () => {
      expect(() => request({ messages: [{ role: 'user', content: [add('a')] }] })).toThrow(
        expect.objectContaining({ code: 'invalid_value', param: 'messages.0.content.0.type' }) as Error,
      )
      const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
      expect(() => changed([image])).toThrow(
        expect.objectContaining({ code: 'invalid_value', param: 'messages.1.content.0.type' }) as Error,
      )
    })
  })

  test.each([
    ['any', 'tool_choice', { type: 'any' }],
    ['one tool', 'tool_choice.name', { type: 'tool', name: 'a' }],
  ])('a choice of %s without tools is refused at %s', (_, param, choice) => {
    expect(() => request({ tool_choice: choice })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param }) as Error,
    )
  })

  test.each([
    ['the same name', ['a', 'b', 'a']],
    ['names that are shortened to the same one', ['a', 'x'.repeat(70), shortToolName('x'.repeat(70))]],
  ])('two tools with %s are refused', (_, names) => {
    expect(() => request({ tools: names.map(name => ({ name })) })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'tools.2.name' }) as Error,
    )
  })

  test.each([
    [{ thinking: { type: 'disabled' } }, 'none'],
    [{ thinking: { type: 'enabled', budget_tokens: 2000 } }, 'low'],
    [{ thinking: { type: 'enabled', budget_tokens: 20_000 } }, 'high'],
    [{ thinking: { type: 'adaptive' } }, 'medium'],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'high'],
  ])('%j is the effort %s, for a server that knows it', (members, effort) => {
    expect(request(members, { effort: true }).request.reasoning_effort).toBe(effort)
    const unknown = request(members)
    expect(unknown.request).not.toHaveProperty('reasoning_effort')
    expect(unknown.ignored).toHaveLength(1)
  })

  test.each([
    [{ mcp_servers: [] }, 'mcp_servers'],
    [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }, 'tools.0.type'],
    [{ messages: [question, { role: 'assistant', content: 'It is' }] }, 'messages.1.role'],
  ])('%j is refused', (members, param) => {
    expect(() => request(members)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }) as Error,
    )
  })

  test('the session goes only to a server that caches by it', () => {
    expect(request({}, { cacheKey: true }).request).toMatchObject({ prompt_cache_key: 'abc' })
    expect(request({}).request).not.toHaveProperty('prompt_cache_key')
  })

  test('sampling is refused in the version of the API that has none', () => {
    const strict = () =>
      toChatRequest(
        { model: 'm', messages: [question], temperature: 1 },
        { ...options, version: '2026-10-21' },
      )

    expect(strict).toThrow(expect.objectContaining({ param: 'temperature' }) as Error)
    expect(request({ temperature: 1 }).request.temperature).toBe(1)
  })
})
