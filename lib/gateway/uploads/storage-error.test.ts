import { expect, test } from 'vitest'
import { toStorageError } from './storage-error.ts'

test.each(['ENOSPC', 'EDQUOT'])('a full disk (%s) is a 507', code => {
  const full = Object.assign(new Error('write'), { code })

  expect(toStorageError(full)).toMatchObject({ code: 'storage_full', status: 507, cause: full })
})

test('any other error is unchanged', () => {
  const other = Object.assign(new Error('open'), { code: 'EACCES' })

  expect(toStorageError(other)).toBe(other)
})
