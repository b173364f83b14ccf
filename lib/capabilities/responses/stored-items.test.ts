import { describe, expect, test } from 'vitest'
import { carryReasoning } from './own-reasoning.ts'
import { toHistoryItem, toInputItems, toItems, withoutLostFiles } from './stored-items.ts'

const data = Buffer.alloc(3_000, 'picture').toString('base64')
const anId = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}\\w{10,}$`)) as string

describe('input items', () => {
  test('a text is the message of a user', () => {
    expect(toInputItems('Hello')).toEqual([
      {
        id: anId('msg_'),
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hello' }],
      },
    ])
  })

  test.each([undefined, null, []])('%j has none', input => {
    expect(toInputItems(input)).toEqual([])
  })

  test.each([5, {}, ['a'], [null]])('%j is no input', input => {
    expect(toInputItems(input)).toBeNull()
  })

  test('each has a type and an id, its own if the client gave one', () => {
    const items = toInputItems([
      { role: 'assistant', content: 'Hi' },
      { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'Fine' },
      { type: 'computer_call_output', id: null },
    ])

    expect(items).toMatchObject([
      { id: anId('msg_'), type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
      { id: 'fc_1', type: 'function_call' },
      { id: anId('fco_'), output: 'Fine' },
      { id: anId('item_') },
    ])
  })
})

test.each(['constructor', 'toString', '__proto__'])('the type %s is like any other unknown one', type => {
  const item = { id: 'a_1', type }

  expect(toItems([{ type }])).toEqual([{ id: anId('item_'), type }])
  expect(toHistoryItem(item, true)).toEqual(item)
})

test.each([
  [{ type: 'input_image', image_url: `data:image/png;base64,${data}` }, '[image not stored]'],
  [
    { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` },
    '[file a.pdf not stored]',
  ],
  [{ type: 'input_file', file_data: data }, '[file not stored]'],
])('a file is replaced by a note, in messages and in results of tools', (part, text) => {
  const note = { type: 'input_text', text }

  expect(toItems([{ role: 'user', content: [part] }])).toMatchObject([{ content: [note] }])
  expect(toItems([{ type: 'function_call_output', output: [part] }])).toMatchObject([{ output: [note] }])
})

test('links, long texts and encrypted reasoning stay', () => {
  const items = [
    {
      id: 'msg_1',
      type: 'message',
      role: 'user',
      content: [{ type: 'input_image', image_url: 'https://a.test/b' }],
    },
    { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: data },
    { id: 'fc_1', type: 'function_call', arguments: JSON.stringify({ text: 'word '.repeat(2_000) }) },
  ]

  expect(toItems(items)).toEqual(items)
})

test('the result of an image tool is not stored', () => {
  expect(toItems([{ id: 'ig_1', type: 'image_generation_call', result: data }])).toEqual([
    { id: 'ig_1', type: 'image_generation_call', result: '[file not stored]' },
  ])
})

describe('earlier items without their file are left out', () => {
  const message = { id: 'msg_1', type: 'message', role: 'user', content: [] }
  const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAA' }
  const call = { id: 'cu_1', type: 'computer_call', call_id: 'call_1', action: { type: 'screenshot' } }
  const otherCall = { ...call, id: 'cu_2', call_id: 'call_2' }
  const screenshot = { type: 'computer_screenshot', image_url: `data:image/png;base64,${data}` }
  const link = { type: 'computer_screenshot', image_url: 'https://a.test/b.png' }

  test.each([
    ['a picture', [message, { id: 'ig_1', type: 'image_generation_call', result: data }, message], [0, 2]],
    ['a small picture stays', [{ id: 'ig_1', type: 'image_generation_call', result: 'aGk=' }], [0]],
    [
      'a screenshot with its call and the reasoning before it',
      [
        reasoning,
        otherCall,
        reasoning,
        call,
        { id: 'o_1', type: 'computer_call_output', call_id: 'call_1', output: screenshot },
        message,
      ],
      [0, 1, 5],
    ],
    [
      'a screenshot by URL stays',
      [reasoning, call, { id: 'o_1', type: 'computer_call_output', call_id: 'call_1', output: link }],
      [0, 1, 2],
    ],
    ['a note in a message stays', [{ ...message, content: '[file not stored]' }], [0]],
  ])('%s', (_, given, kept) => {
    const items = toItems(given) ?? []

    expect(withoutLostFiles(items, item => item)).toEqual(kept.map(at => items[at]))
  })
})

describe('reasoning', () => {
  const carried = { type: 'reasoning', id: 'rs_other', summary: [], encrypted_content: carryReasoning('Hm.') }

  test('that Sextant carries is stored as text, so that secrets in it are found', () => {
    expect(toItems([carried])).toEqual([
      { type: 'reasoning', id: anId('rs_sx'), summary: [{ type: 'summary_text', text: 'Hm.' }] },
    ])
  })

  test.each([
    ['of the same provider goes back to it', { encrypted_content: 'gAAA' }, true, true],
    ['of another provider does not', { encrypted_content: 'gAAA' }, false, false],
    ['that only an account has does not', {}, true, false],
    ['that Sextant wrote goes to any model', { id: 'rs_sx1' }, false, true],
  ])('%s', (_, members, isSameProvider, expected) => {
    const item = { id: 'rs_1', type: 'reasoning', summary: [], ...members }

    expect(toHistoryItem(item, isSameProvider)).toEqual(expected ? item : null)
  })
})

test('an earlier item has no id that a provider could look up', () => {
  expect(toHistoryItem({ id: 'fc_1', type: 'function_call', name: 'f' }, true)).toEqual({
    type: 'function_call',
    name: 'f',
  })
  const search = { id: 'ws_1', type: 'web_search_call' }
  expect(toHistoryItem(search, true)).toEqual(search)
})
