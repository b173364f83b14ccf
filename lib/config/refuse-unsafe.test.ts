import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test.each(['0.0.0.0', '::', '192.168.1.5', 'example.org'])(
  'without sign-in the console cannot bind to %s, but the API alone can',
  host => {
    using folder = makeFolder()

    expect(folder.failure({ HOST: host })).toMatch(/^HOST: .*SEXTANT_CONSOLE=off/)
    expect(folder.load({ HOST: host, SEXTANT_CONSOLE: 'off' })).toMatchObject({ host, consoleEnabled: false })
  },
)

test.each(['127.0.0.1', '::1', 'localhost'])('%s is this machine', host => {
  using folder = makeFolder()

  expect(folder.load({ HOST: host, APP_URL: 'http://localhost:3000/' }).host).toBe(host)
})

test('a public URL of the console is rejected without sign-in', () => {
  using folder = makeFolder()

  expect(folder.failure({ APP_URL: 'https://ai.example.org' })).toMatch(/^APP_URL: .*SEXTANT_AUTH=team/)
})
