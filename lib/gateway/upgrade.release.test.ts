import { expect, test } from 'vitest'
import { upgrade } from './__fixtures__/upgrade.ts'

// Minutes of load: `npm run test:upgrade`.
test('the previous version serves beside this one on a million rows, and neither fails a call', async () => {
  const { failed, spent } = await upgrade({ rows: 1_000_000, sideBySideMs: 3 * 60_000 })

  expect(failed).toEqual([])
  expect(spent).toEqual({
    rowsNanos: spent.limitNanos,
    budgetNanos: spent.limitNanos,
    limitNanos: spent.limitNanos,
  })
})
