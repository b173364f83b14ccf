import { expect, test } from 'vitest'
import { emptyRequest, fromDraft, modelsOf, toDraft, withSource } from './request.ts'
import { rowsOf, sourceOfRows } from './text-source.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `text ${index}`, group: null, line: index + 1 }))
const many = (count: number) => withSource(emptyRequest, sourceOfRows(rows(count), 'many'))

test('the body contains the texts, and no input without texts', () => {
  const typed = withSource(emptyRequest, { kind: 'typed', text: 'one\n\n two ', groups: new Map() })

  expect(typed.body).toEqual({ input: ['one', ' two '] })
  expect(withSource(typed, { kind: 'typed', text: ' \n', groups: new Map() }).body).toEqual({})
})

test('a set too large for one request puts its first batch in the body and keeps all rows', () => {
  const request = many(5000)

  expect(request.body['input']).toHaveLength(2048)
  expect(rowsOf(request.source).rows).toHaveLength(5000)
})

test('editing a parameter in the JSON view keeps rows that are not in the body', () => {
  const request = many(5000)
  const edited = structuredClone({ ...request.body, dimensions: 64 })

  const next = fromDraft(request, { contract: 'embeddings', body: edited })

  expect(rowsOf(next.source).rows).toHaveLength(5000)
  expect(next.body['dimensions']).toBe(64)
})

test('many vectors are requested as base64, unless the user set another format', () => {
  expect(many(500).body['encoding_format']).toBe('base64')
  expect(many(20).body['encoding_format']).toBeUndefined()
  const chosen = { ...emptyRequest, body: { encoding_format: 'float' } }
  expect(withSource(chosen, sourceOfRows(rows(500), 'many')).body['encoding_format']).toBe('float')
})

test('a draft of two models is restored as two models', () => {
  const request = { ...many(2), second: 'b' }
  const draft = toDraft({ ...request, body: { ...request.body, model: 'a' } }, 'embeddings')

  const back = fromDraft(emptyRequest, draft)

  expect(draft.others).toEqual([{ input: ['text 0', 'text 1'], model: 'b' }])
  expect(modelsOf(back)).toEqual(['a', 'b'])
})

test('token ids and other inputs are sent unchanged, with one row for each', () => {
  const draft = (input: unknown) => ({ contract: 'embeddings', body: { model: 'a', input } })

  const tokens = fromDraft(emptyRequest, draft([[1, 2], [3]]))
  expect(tokens.body['input']).toEqual([[1, 2], [3]])
  expect(rowsOf(tokens.source).rows.map(row => row.text)).toEqual(['[1,2]', '[3]'])
  expect(rowsOf(fromDraft(emptyRequest, draft([1, 2])).source).rows).toHaveLength(1)
  expect(fromDraft(emptyRequest, draft(5)).body['input']).toBe(5)
})

test('multi-line texts stay whole, and unchanged texts keep their group', () => {
  const poem = fromDraft(emptyRequest, { contract: 'embeddings', body: { input: ['a\nb', 'c'] } })
  expect(rowsOf(poem.source).rows.map(row => row.text)).toEqual(['a\nb', 'c'])

  const grouped = withSource(emptyRequest, sourceOfRows([{ text: 'x', group: 'red', line: 1 }], 'x'))
  const longer = fromDraft(grouped, { contract: 'embeddings', body: { input: ['x', 'y'] } })
  expect(rowsOf(longer.source).rows.map(row => row.group)).toEqual(['red', null])
})

test('texts with groups keep them, also for duplicates', () => {
  const body = { input: ['a', 'b', 'a'] }
  const sent = { contract: 'embeddings', body, view: { groups: ['page 1', 'page 2', null] } }

  const { source } = fromDraft(emptyRequest, sent)

  expect(rowsOf(source).rows.map(row => row.group)).toEqual(['page 1', 'page 2', 'page 1'])
})
