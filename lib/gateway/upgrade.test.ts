import { expect, test } from 'vitest'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { missingPreviousVersion } from './__fixtures__/previous-version.ts'
import { upgrade } from './__fixtures__/upgrade.ts'

const missing = missingPostgres() ?? missingPreviousVersion()

test.skipIf(missing !== null)(
  'the previous version serves beside this one, and neither fails a call',
  async () => {
    const { failed, made, spent } = await upgrade({ rows: 20_000, sideBySideMs: 8_000 })

    expect(failed).toEqual([])
    expect(Object.keys(made).toSorted()).toEqual([
      'current budget',
      'current chat',
      'current library',
      'current new and revoked key',
      'current stream',
      'previous budget',
      'previous chat',
      'previous library',
      'previous new and revoked key',
      'previous stream',
      'previous, restarted chat',
      'previous, restarted ready',
      'previous, restarted stream',
    ])
    expect(spent).toEqual({
      rowsNanos: spent.limitNanos,
      budgetNanos: spent.limitNanos,
      limitNanos: spent.limitNanos,
    })
  },
  120_000,
)
