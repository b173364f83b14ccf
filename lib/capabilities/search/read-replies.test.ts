import { expect, test } from 'vitest'
import { findLinks } from './retrieve/find-links.ts'
import { readSuggestions, suggestHeadings } from './answer/suggest.ts'
import { followUp, readRewritten } from './run-search.ts'
import { stripThinking } from './ask-model.ts'

test.each([
  ['<question>llama weight</question>', 'llama weight'],
  ['Sure!\n<question>\nllama\nweight\n</question> Hope it helps', 'llama weight'],
  ['<question>never closed', 'never closed'],
  ['no tags at all', 'no tags at all'],
  ['', 'as written'],
  ['<question>  </question>', 'as written'],
  ['undefined', 'as written'],
  [`<question>${'x'.repeat(401)}</question>`, 'as written'],
])('the reply %j searches for %j', (reply, text) => {
  expect(readRewritten(reply, 'as written')).toEqual({ kind: 'query', text })
})

test.each([
  ['And its mayor?', 'What does the Seine do in Paris, Texas?', 'And its mayor? Seine Paris Texas'],
  ['Where in Paris?', 'Is Paris old? See https://a.example/paris.', 'Where in Paris? old See'],
  ['何時ですか', '東京の天気', '何時ですか 東京の天気'],
])('%j after %j searches for %j', (words, before, text) => {
  expect(followUp({ words, history: [{ role: 'user', content: before }] })).toBe(text)
})

test.each(['not_needed', '<question> not_needed\n</question>', '"Not_needed".'])(
  '%j searches nothing',
  reply => {
    expect(readRewritten(reply, 'as written')).toEqual({ kind: 'not-needed' })
  },
)

test.each([
  ['<think>one\ntwo</think>\nanswer', 'answer'],
  ['<think>a</think>x<think>b</think>y', 'xy'],
  ['lost its beginning</think>answer', 'answer'],
  ['answer <think>without an end', 'answer'],
  ['<THINKING>a</THINKING>answer', 'answer'],
])('of %j the answer is %j', (text, answer) => {
  expect(stripThinking(text)).toBe(answer)
})

test.each([
  [
    '1. One?\n2) Two?\n- Three?\n* **Four?**\n• "Five?"\n6. Six?',
    ['One?', 'Two?', 'Three?', 'Four?', 'Five?'],
  ],
  ['Here are some questions:\n\nOne?\nOne?', ['One?']],
  ['<suggestions>\nOne?\n</suggestions> bye', ['One?']],
  ['["One?",\n"Two?"]', ['One?', 'Two?']],
  ['- What **moves** `tides`?\n- Who is [she](https://e.com)?', ['What moves tides?', 'Who is she?']],
  ['---\n***\n```', []],
  ['', []],
])('%j suggests %j', (reply, suggestions) => {
  expect(readSuggestions(reply)).toEqual(suggestions)
})

test('headings not mentioned in the question are suggested verbatim', () => {
  const about = {
    title: 'Bees',
    content: '',
    text: '',
    url: 'https://a.example/',
    backend: 'x',
    rank: 1,
    readable: false,
  }
  const sources = [{ ...about, headings: ['Bees', 'Mites', 'Food in winter', 'Mites', 'Damp', 'Swarms'] }]

  expect(suggestHeadings('What do mites do to bees?', sources)).toEqual(['Food in winter', 'Damp', 'Swarms'])
})

test.each([
  ['Read https://a.example/x.', ['https://a.example/x'], 'Read .'],
  [
    '(see https://a.example/b_(c)) and http://b.example',
    ['https://a.example/b_(c)', 'http://b.example/'],
    '(see ) and',
  ],
  ['https://a.example https://a.example/', ['https://a.example/'], ''],
  [
    'javascript:alert(1) ftp://a.example file:///etc/passwd',
    [],
    'javascript:alert(1) ftp://a.example file:///etc/passwd',
  ],
])('of %j the links are %j', (query, links, rest) => {
  expect(findLinks(query)).toEqual({ links, rest })
})

test('at most five links are read', () => {
  const query = Array.from({ length: 7 }, (_, at) => `https://a.example/${at}`).join(' ')

  expect(findLinks(query).links).toHaveLength(5)
})
