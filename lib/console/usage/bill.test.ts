import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { exportBill, toPeriod } from './bill.ts'

const november = Date.UTC(2026, 10, 1)
const december = Date.UTC(2026, 11, 1)
const dayMs = 86_400_000
let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
  const { owner } = team.members
  const now = new Date()
  const startedAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const row = { teamId: owner.teamId, startedAt, provider: 'openai' }
  await team.store.requests.insertMany([
    requestRow({
      ...row,
      id: 'req_1',
      answeredBy: '=openai/a',
      costSource: 'catalog',
      priceRef: 'cat:2026-11-22:openai/a',
      costNanos: 1_500_000,
    }),
    requestRow({ ...row, id: 'req_2', answeredBy: 'openai/b', costSource: 'unpriced' }),
  ])
})
afterAll(() => team[Symbol.asyncDispose]())

test('a bill has a line for each price, no cost where none is known, and no formulas', async () => {
  const month = new Date().toISOString().slice(0, 7)

  const response = await exportBill(
    await team.request('GET', `/api/usage/bill?month=${month}`, team.members.admin),
  )

  expect(response.headers.get('content-disposition')).toContain(`sextant-bill-${month}.csv`)
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
  expect(head).toBe(
    'from,to,provider,model,cost_source,price_ref,requests,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,reasoning_tokens,audio_seconds,search_units,web_searches,searches,cost_usd',
  )
  expect(lines).toEqual([
    expect.stringContaining(`,openai,'=openai/a,catalog,cat:2026-11-22:openai/a,1,9,0,0,5,0,0,0,0,0,0.0015`),
    expect.stringMatching(/,openai,openai\/b,unpriced,,1,9,0,0,5,0,0,0,0,0,$/),
  ])
})

test.each([
  ['all of it, if rows are kept forever', null, december, november, december],
  ['all of it, if it is recent enough', 90, december + dayMs, november, december],
  ['the days until today', null, november + 2.5 * dayMs, november, november + 3 * dayMs],
  ['nothing, before it begins', null, november - 5 * dayMs, november, november],
  ['the days whose rows are left', 10, december - 5 * dayMs, december - 15 * dayMs, december - 4 * dayMs],
  ['nothing, if all rows have expired', 10, december + 90 * dayMs, december, december],
])('the period of a month is %s', (_name, requestDays, now, from, to) => {
  expect(toPeriod('2026-11', requestDays, now)).toEqual({ from, to })
})
