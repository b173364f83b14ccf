import { expect, test } from 'vitest'
import { fieldAt, isWithin, withFieldAt } from './body-field.ts'

test('a dotted path reads and sets within an object and leaves its siblings unchanged', () => {
  const body = { model: 'scrape', params: { url: 'a', odd: 1 } }

  const next = withFieldAt(body, 'params.mobile', true)

  expect(next).toEqual({ model: 'scrape', params: { url: 'a', odd: 1, mobile: true } })
  expect(fieldAt(next, 'params.mobile')).toBe(true)
  expect(fieldAt(next, 'params.none')).toBeUndefined()
  expect(fieldAt(next, 'params.toString')).toBeUndefined()
  expect(body.params).toEqual({ url: 'a', odd: 1 })
})

test('unsetting a value removes it and keeps its parent object', () => {
  expect(withFieldAt({ params: { url: 'a' } }, 'params.url', undefined)).toEqual({ params: {} })
  expect(withFieldAt({ limit: 3 }, 'limit', undefined)).toEqual({})
})

test('a value that is not an object is replaced by one', () => {
  expect(withFieldAt({ params: 'text' }, 'params.url', 'a')).toEqual({ params: { url: 'a' } })
  expect(withFieldAt({}, 'params.url', 'a')).toEqual({ params: { url: 'a' } })
})

test('a path matches a field only as a whole or before a dot', () => {
  expect(isWithin('params.formats.0', 'params.formats')).toBe(true)
  expect(isWithin('params.formats', 'params.formats')).toBe(true)
  expect(isWithin('params.formatsMore', 'params.formats')).toBe(false)
})
