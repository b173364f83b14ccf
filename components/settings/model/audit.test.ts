import { expect, test } from 'vitest'
import { isFiltered, readAuditSearchParams, writeAuditSearchParams } from './audit-search-params.ts'
import { toAuditExportAddress } from './audit.ts'

const nothing = { action: null, actor: null, from: null, to: null }

test('filters that are not set are not in the URL', () => {
  expect(toAuditExportAddress(nothing, 'csv')).toBe('/api/audit/export?format=csv')
  const odd = readAuditSearchParams(new URLSearchParams('from=yesterday&to='))
  expect(toAuditExportAddress(odd, 'csv')).toBe('/api/audit/export?format=csv')
})

test('each filter counts as one, and an empty URL has none', () => {
  expect(isFiltered(readAuditSearchParams(new URLSearchParams('actor=none')))).toBe(true)
  expect(isFiltered(readAuditSearchParams(new URLSearchParams('to=2026-10-31')))).toBe(true)
  expect(isFiltered(readAuditSearchParams(new URLSearchParams('actor=')))).toBe(false)
})

test('days are in the local time zone, and the last one is included', () => {
  const address = toAuditExportAddress(
    { action: 'key.create', actor: 'none', from: '2026-10-31', to: '2026-10-31' },
    'jsonl',
  )

  const query = new URL(address, 'http://localhost').searchParams
  expect(query.get('action')).toBe('key.create')
  expect(query.get('actor')).toBe('none')
  expect(Number(query.get('since'))).toBe(new Date(2026, 9, 31).getTime())
  expect(Number(query.get('until'))).toBe(new Date(2026, 10, 1).getTime())
})

test('filters are read back from the URL', () => {
  const searchParams = { action: 'key.create', actor: 'user_1', from: '2026-10-31', to: null }

  const address = writeAuditSearchParams(searchParams)

  expect(readAuditSearchParams(new URL(address, 'http://localhost').searchParams)).toEqual(searchParams)
  expect(writeAuditSearchParams(nothing)).toBe('')
})
