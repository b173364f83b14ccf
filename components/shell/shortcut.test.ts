import { expect, test } from 'vitest'
import { matchesShortcut, showShortcut } from './shortcut.ts'

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'isComposing', boolean>> = {},
) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  isComposing: false,
  ...held,
})

test('⌘ and Ctrl both match the `mod` modifier', () => {
  expect(matchesShortcut({ key: 'k', mod: true }, press('k', { metaKey: true }))).toBe(true)
  expect(matchesShortcut({ key: 'k', mod: true }, press('k', { ctrlKey: true }))).toBe(true)
  expect(matchesShortcut({ key: 'k', mod: true }, press('k'))).toBe(false)
})

test('a single key does not match with a modifier, so ⌘C still copies', () => {
  expect(matchesShortcut({ key: 'c' }, press('c'))).toBe(true)
  expect(matchesShortcut({ key: 'c' }, press('c', { metaKey: true }))).toBe(false)
  expect(matchesShortcut({ key: 'c' }, press('c', { altKey: true }))).toBe(false)
})

test('keys pressed during IME composition do not match', () => {
  expect(
    matchesShortcut({ key: 'Enter', mod: true }, press('Enter', { ctrlKey: true, isComposing: true })),
  ).toBe(false)
})

test('shortcuts are shown in the notation of the platform', () => {
  expect(showShortcut({ key: 'Enter', mod: true }, true)).toBe('⌘↵')
  expect(showShortcut({ key: 'k', mod: true }, false)).toBe('Ctrl K')
  expect(showShortcut({ key: '?' }, false)).toBe('?')
})
