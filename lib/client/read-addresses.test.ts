import { expect, test } from 'vitest'
import { addressesMax, addScheme, readAddresses } from './read-addresses.ts'

test('each line is an address; empty lines and spaces around are nothing', () => {
  const { addresses, problems } = readAddresses('\n  https://a.example/x \r\n\nhttp://b.example\n')

  expect(addresses).toEqual(['https://a.example/x', 'http://b.example'])
  expect(problems).toEqual([])
})

test('addresses may share a line', () => {
  expect(readAddresses('https://a.example https://b.example').addresses).toHaveLength(2)
})

test('what cannot be read is named with its line and why, and the rest is read', () => {
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

test('where nothing can be read, the first line is sent as it stands', () => {
  expect(readAddresses('foo bar\nbaz').addresses).toEqual(['foo bar'])
  expect(readAddresses(' \n').addresses).toEqual([])
})

test('what is over the limit is left out and named', () => {
  const text = Array.from({ length: addressesMax + 2 }, (_, at) => `https://a.example/${at}`).join('\n')

  const { addresses, problems } = readAddresses(text)

  expect(addresses).toHaveLength(addressesMax)
  expect(problems.map(({ reason }) => reason)).toEqual(['over-limit', 'over-limit'])
})

test('https:// is added where only that is missing', () => {
  expect(addScheme('a.example\nhttps://b.example\nlocalhost:3000/x\nno address')).toBe(
    'https://a.example\nhttps://b.example\nhttps://localhost:3000/x\nno address',
  )
})

test('thirty thousand lines are read without a wait', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `https://a.example/${at}`).join('\n')

  expect(readAddresses(text).addresses).toHaveLength(addressesMax)
})
