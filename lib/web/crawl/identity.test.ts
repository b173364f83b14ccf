import { describe, expect, test } from 'vitest'
import { toIdentity } from './identity.ts'

const identityOf = (text: string): string => toIdentity(new URL(text))

describe('two spellings of one page', () => {
  test.each([
    ['scheme and default port', 'http://a.example:80/x', 'https://a.example/x'],
    ['www', 'https://www.a.example/x', 'https://a.example/x'],
    ['case of the host', 'https://A.Example/x', 'https://a.example/x'],
    ['an international name', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['the trailing slash', 'https://a.example/x/', 'https://a.example/x'],
    ['the root', 'https://a.example', 'https://a.example/'],
    ['dot segments', 'https://a.example/x/../y/./z', 'https://a.example/y/z'],
    ['a fragment', 'https://a.example/x#part', 'https://a.example/x'],
    ['percent-encoding of plain letters', 'https://a.example/%7Euser/%61', 'https://a.example/~user/a'],
    ['case of percent-encoding', 'https://a.example/a%2fb', 'https://a.example/a%2Fb'],
    ['raw letters', 'https://a.example/ü', 'https://a.example/%c3%bc'],
    ['the order of the query', 'https://a.example/x?b=2&a=1', 'https://a.example/x?a=1&b=2'],
    ['an empty query', 'https://a.example/x?&', 'https://a.example/x'],
    [
      'tracking',
      'https://a.example/x?utm_id=1&UTM_Source=2&gclid=3&fbclid&msclkid=5&mc_cid=6&mc_eid=7',
      'https://a.example/x',
    ],
    ['visitors', 'https://a.example/x;jsessionid=1F?PHPSESSID=a&sid=b&q=1', 'https://a.example/x?q=1'],
  ])('%s', (_, one, other) => {
    expect(identityOf(one)).toBe(identityOf(other))
  })
})

describe('two pages', () => {
  test.each([
    ['another port', 'https://a.example:8443/x', 'https://a.example/x'],
    ['another host', 'https://b.example/x', 'https://a.example/x'],
    ['a name that only begins with www', 'https://www.example/', 'https://example/'],
    ['case of the path', 'https://a.example/X', 'https://a.example/x'],
    ['an encoded slash', 'https://a.example/a%2Fb', 'https://a.example/a/b'],
    ['a value of the query', 'https://a.example/x?id=1', 'https://a.example/x?id=2'],
    ['a parameter that only looks like tracking', 'https://a.example/x?utmost=1', 'https://a.example/x'],
    ['an inner sid', 'https://a.example/x?aside=1', 'https://a.example/x'],
    ['a route in the fragment', 'https://a.example/#/users', 'https://a.example/#/about'],
    ['a shebang route', 'https://a.example/#!/users', 'https://a.example/'],
    ['a second slash', 'https://a.example/x//', 'https://a.example/x'],
  ])('%s', (_, one, other) => {
    expect(identityOf(one)).not.toBe(identityOf(other))
  })
})
