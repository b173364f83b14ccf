import { expect, test } from 'vitest'
import { toTemplateMessages } from './template-messages.ts'

test('every role maps to one that templates support', () => {
  const messages = toTemplateMessages(
    [
      { role: 'developer', content: 'be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        tool_calls: [call('{"x":1}'), call('not json')],
      },
      { role: 'tool', tool_call_id: 'c', content: 'result' },
      { role: 'function', name: 'f', content: null },
    ],
    'm',
  )

  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['system', 'be brief'],
    ['user', 'a\nb'],
    ['assistant', ''],
    ['tool', 'result'],
    ['tool', ''],
  ])
  expect(messages[2]).toMatchObject({
    reasoning_content: 'hm',
    tool_calls: [{ function: { arguments: { x: 1 } } }, { function: { arguments: 'not json' } }],
  })
})

test('a part that is not text is rejected with its path', () => {
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA' } }

  expect(() =>
    toTemplateMessages(
      [
        { role: 'system', content: 'x' },
        { role: 'user', content: [{ type: 'text', text: 'a' }, image] },
      ],
      'local/m',
    ),
  ).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: 'messages.1.content.1' }))
})

function call(text: string) {
  return { id: 'c', type: 'function' as const, function: { name: 'f', arguments: text } }
}
