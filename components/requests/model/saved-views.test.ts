import { expect, test } from 'vitest'
import {
  addView,
  findView,
  isSaved,
  openView,
  readViews,
  type RequestView,
  writeViews,
} from './saved-views.ts'

const built = readViews(null)

function added(name: string, filter: RequestView['filter']): readonly RequestView[] {
  const views = addView(built, name, filter)
  if (typeof views === 'string') throw new Error(views)
  return views
}

test('a saved view is restored with its filter, after the built-in ones', () => {
  const views = added(' Claude Code ', { key: 'key_1', within: '7d' })

  const restored = readViews(writeViews(views))

  expect(restored.map(({ name }) => name)).toEqual(['All', 'Errors', 'Slower than 5 s', 'Claude Code'])
  expect(restored.at(-1)).toEqual({ name: 'Claude Code', filter: { key: 'key_1', within: '7d' }, own: true })
})

test.each([['not JSON'], ['{}'], ['[1, {"name": 2}, {"name": "", "search": ""}]'], [null]])(
  'stored views that cannot be read are ignored: %s',
  stored => {
    expect(readViews(stored)).toEqual(built)
  },
)

test('a name that is empty, too long or built in is refused with its reason', () => {
  expect(addView(built, ' ', {})).toBe('Enter a name.')
  expect(addView(built, 'x'.repeat(41), {})).toContain('the limit is 40')
  expect(addView(built, 'Errors', {})).toContain('built-in')
})

test('saving under the same name replaces the view', () => {
  const again = addView(added('Mine', { key: 'key_1' }), 'Mine', { key: 'key_2' })

  expect(Array.isArray(again) && again.filter(({ own }) => own)).toEqual([
    { name: 'Mine', filter: { key: 'key_2' }, own: true },
  ])
})

test('a view without a time keeps the current one and stays selected in it', () => {
  const errors = built[1] as RequestView

  const filter = openView(errors, { model: 'a', within: '24h' })

  expect(filter).toEqual({ outcome: 'failed', within: '24h' })
  expect(findView(built, filter)).toBe(errors)
  expect(isSaved(built, filter)).toBe(false)
  expect(findView(built, { ...filter, model: 'a' })).toBeUndefined()
})
