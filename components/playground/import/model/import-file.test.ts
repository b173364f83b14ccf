import { expect, test } from 'vitest'
import { importFile } from './import-file.ts'

test('a file above the limit is rejected by its size, before anything is read', async () => {
  const file = new File([], 'huge.csv')
  Object.defineProperty(file, 'size', { value: 50_000_000 })

  expect(await importFile(file)).toEqual({
    status: 'refused',
    line: null,
    reason: 'huge.csv is 48 MB; the limit is 32 MB. Split it, or remove columns.',
  })
})
