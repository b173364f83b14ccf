import { expect, test } from 'vitest'
import { fieldAt, isWithin, withFieldAt } from './body-field.ts'

test('a dotted path reads and sets within an object, and leaves what stands beside it', () => {
  const body = { model: 'scrape', params: { url: 'a', odd: 1 } }

  const next = withFieldAt(body, 'params.mobile', true)

  expect(next).toEqual({ model: 'scrape', params: { url: 'a', odd: 1, mobile: true } })
  expect(fieldAt(next, 'params.mobile')).toBe(true)
  expect(fieldAt(next, 'params.none')).toBeUndefined()
  expect(fieldAt(next, 'params.toString')).toBeUndefined()
  expect(body.params).toEqual({ url: 'a', odd: 1 })
})

test('an unset value is gone, and the object around it stays', () => {
  expect(withFieldAt({ params: { url: 'a' } }, 'params.url', undefined)).toEqual({ params: {} })
  expect(withFieldAt({ limit: 3 }, 'limit', undefined)).toEqual({})
})

test('what is no object gives way to one', () => {
  expect(withFieldAt({ params: 'text' }, 'params.url', 'a')).toEqual({ params: { url: 'a' } })
  expect(withFieldAt({}, 'params.url', 'a')).toEqual({ params: { url: 'a' } })
})

test('a path belongs to a field only as a whole or a part behind a dot', () => {
  expect(isWithin('params.formats.0', 'params.formats')).toBe(true)
  expect(isWithin('params.formats', 'params.formats')).toBe(true)
  expect(isWithin('params.formatsMore', 'params.formats')).toBe(false)
})
