import { expect, test } from 'vitest'
import { publicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1', null, 'http://localhost:3000'],
  ['::1', null, 'http://localhost:3000'],
  ['0.0.0.0', null, 'http://localhost:3000'],
  ['10.0.0.5', null, 'http://10.0.0.5:3000'],
  ['fd00::5', null, 'http://[fd00::5]:3000'],
  ['0.0.0.0', 'https://ai.example.org', 'https://ai.example.org'],
])('bound to %s with APP_URL %s, the public URL is %s', (host, appUrl, address) => {
  expect(publicAddress({ host, port: 3000, appUrl })).toBe(address)
})
