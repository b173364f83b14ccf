import { expect, test } from 'vitest'
import { isWebAddress, toFileName } from './web-address.ts'

test('only http and https links are readable', () => {
  const links = ['https://a.example/Docs/one', 'https://a.example/%E6%BD%AE', 'https://a.example/%']
  const others = ['mailto:a@b.example', 'javascript:alert(1)', 'data:text/html,x', 'http://', '//a.example']

  expect([...links, ...others].filter(isWebAddress)).toEqual(links)
})

test('a file is named after host and path, with any characters', () => {
  expect(toFileName('https://a.example/docs/tides.html?x=1#y')).toBe('a-example-docs-tides')
  expect(toFileName('https://a.example/../../etc/passwd')).toBe('a-example-etc-passwd')
  expect(toFileName('')).toBe('page')
  expect(toFileName(`https://a.example/${'x'.repeat(500)}`)).toHaveLength(80)
})
