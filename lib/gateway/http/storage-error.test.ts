import { expect, test } from 'vitest'
import { toStorageError } from './storage-error.ts'

test.each(['ENOSPC', 'EDQUOT'])('a disk that is full (%s) is a 507', code => {
  const full = Object.assign(new Error('write'), { code })

  expect(toStorageError(full)).toMatchObject({ code: 'storage_full', status: 507, cause: full })
})

test('any other failure stays what it is', () => {
  const other = Object.assign(new Error('open'), { code: 'EACCES' })

  expect(toStorageError(other)).toBe(other)
})
