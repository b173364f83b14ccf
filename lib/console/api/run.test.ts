import { expect, test } from 'vitest'
import { runPermission } from './run.ts'

test.each([
  ['GET', '/v1/library/settings', 'see'],
  ['POST', '/v1/library/search', 'see'],
  ['POST', '/v1/library/settings', 'operate'],
  // The API decodes escapes: team settings are not open to members, however the path is written.
  ['POST', '/v1/library/%73ettings', 'operate'],
  ['POST', '/v1/%6Cibrary%2fsettings', 'operate'],
  ['POST', '/v1/chat/%zz', 'run'],
  ['DELETE', '/v1/library/item_1', 'run'],
] as const)('%s %s: %s', (method, path, permission) => {
  expect(runPermission(method, path)).toBe(permission)
})
