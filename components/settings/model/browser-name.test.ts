import { expect, test } from 'vitest'
import { toBrowserName } from './browser-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.14.1', 'curl/8.14.1'],
  [null, 'Unknown client'],
])('%s is %s', (client, name) => {
  expect(toBrowserName(client)).toBe(name)
})
