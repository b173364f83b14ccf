import { expect, test } from 'vitest'
import { serverKinds } from '#lib/providers/registry/server-kind.ts'
import { quirksOf } from './quirks.ts'

test('only our own models process may speak our codes', () => {
  expect(serverKinds.filter(server => quirksOf(server).local === true)).toEqual(['local'])
})
