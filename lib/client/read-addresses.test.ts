import { expect, test } from 'vitest'
import { addressesMax, addScheme, readAddresses } from './read-addresses.ts'

test('each line is a URL; blank lines and surrounding spaces are ignored', () => {
  const { addresses, problems } = readAddresses('\n  https://a.example/x \r\n\nhttp://b.example\n')

  expect(addresses).toEqual(['https://a.example/x', 'http://b.example'])
  expect(problems).toEqual([])
})

test('URLs can share a line', () => {
  expect(readAddresses('https://a.example https://b.example').addresses).toHaveLength(2)
})

test('invalid entries are reported with line and reason, and the others are read', () => {
  const lines = [
    'https://a.example',
    'example.com/page',
    'not an address',
    'javascript:alert(1)',
    'https://A.example/',
    `https://a.example/${'x'.repeat(2048)}`,
    'http://',
  ]

  const { addresses, problems } = readAddresses(lines.join('\n'))

  expect(addresses).toEqual(['https://a.example'])
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'no-scheme'],
    [3, 'no-address'],
    [4, 'other-scheme'],
    [5, 'duplicate'],
    [6, 'too-long'],
    [7, 'no-address'],
  ])
})

test('without a valid URL, the first line is sent unchanged', () => {
  expect(readAddresses('foo bar\nbaz').addresses).toEqual(['foo bar'])
  expect(readAddresses(' \n').addresses).toEqual([])
})

test('URLs over the limit are skipped and reported', () => {
  const text = Array.from({ length: addressesMax + 2 }, (_, at) => `https://a.example/${at}`).join('\n')

  const { addresses, problems } = readAddresses(text)

  expect(addresses).toHaveLength(addressesMax)
  expect(problems.map(({ reason }) => reason)).toEqual(['over-limit', 'over-limit'])
})

test('https:// is added if only the scheme is missing', () => {
  expect(addScheme('a.example\nhttps://b.example\nlocalhost:3000/x\nno address')).toBe(
    'https://a.example\nhttps://b.example\nhttps://localhost:3000/x\nno address',
  )
})

test('thirty thousand lines are read quickly', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `https://a.example/${at}`).join('\n')

  expect(readAddresses(text).addresses).toHaveLength(addressesMax)
})
