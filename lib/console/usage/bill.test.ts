import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { compiledOperatorPrice, operatorPrice } from '#lib/prices/operator-price.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { exportBill, toBillMonths, toPeriod } from './bill.ts'

const november = Date.UTC(2026, 10, 1)
const december = Date.UTC(2026, 11, 1)
const dayMs = 86_400_000
const priced = catalogInUse().find('openai/gpt-5.4')
const units = [
  { input: 1001, cacheRead: 7, output: 13, reasoning: 5 },
  { input: 3, cacheRead: 5000, output: 1 },
  { input: 300_000, output: 11 },
]
let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
  const { owner } = team.members
  const now = new Date()
  const startedAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const row = { teamId: owner.teamId, startedAt, provider: 'openai', answeredBy: '=openai/a' }
  const price = priced?.price.at(startedAt)
  if (price === undefined) throw new Error('The catalog has no price of this model.')
  await team.store.requests.insertMany([
    ...units.map((used, index) =>
      requestRow({
        ...row,
        id: `req_${index}`,
        costSource: 'catalog',
        priceRef: price.refFor(null),
        units: used,
        costNanos: price.costNanos(used),
      }),
    ),
    requestRow({ ...row, id: 'req_b', answeredBy: 'openai/b', costSource: 'unpriced' }),
    requestRow({
      ...row,
      id: 'req_c',
      answeredBy: 'router/c',
      provider: 'router',
      costSource: 'reported',
      priceRef: 'reported',
      costNanos: 25,
    }),
    ...terms.map(given => {
      const set = operatorPrice('proxy/d', given)
      return requestRow({
        ...row,
        id: `req_d${given.input}`,
        provider: 'proxy',
        answeredBy: 'proxy/d',
        costSource: 'operator',
        priceRef: set.origin.ref,
        units: { input: 1000 },
        costNanos: set.at(startedAt)?.costNanos({ input: 1000 }) ?? 0,
      })
    }),
  ])
  await team.store.operatorPrices.save(
    terms.map(given => {
      const { ref } = operatorPrice('proxy/d', given).origin
      return { ref, price: compiledOperatorPrice(ref) ?? '' }
    }),
  )
})
afterAll(() => team[Symbol.asyncDispose]())

const terms = [
  { input: 3, output: 15 },
  { input: 7, output: 15 },
]

async function readBill() {
  const month = new Date().toISOString().slice(0, 7)
  const response = await exportBill(
    await team.request('GET', `/api/usage/bill?month=${month}`, team.members.admin),
  )
  expect(response.headers.get('content-disposition')).toContain(`sextant-bill-${month}.csv`)
  const [head = '', ...lines] = (await response.text()).trimEnd().split('\r\n')
  return { head, lines, cells: lines.map(line => line.split(',')) }
}

test('a bill has a line for each unit at each rate, no cost where none is known, and no formulas', async () => {
  const { head, lines, cells } = await readBill()

  expect(head).toBe(
    'from,to,provider,model,cost_source,price_ref,unit,quantity,rate_usd,rate_per,cost_usd,basis',
  )
  const rated = cells.filter(line => line.at(-1) === 'rate' && line[2] === 'openai')
  expect(rated.map(line => line.slice(6, 10))).toEqual([
    ['input', '1004', '2.5', '1000000'],
    ['input', '300000', '5', '1000000'],
    ['cacheRead', '5007', '0.25', '1000000'],
    ['output', '14', '15', '1000000'],
    ['output', '11', '22.5', '1000000'],
    ['reasoning', '5', '15', '1000000'],
  ])
  expect(lines[0]).toContain(`,openai,'=openai/a,catalog,cat:`)
  expect(lines).toContainEqual(expect.stringMatching(/,openai,openai\/b,unpriced,,requests,1,,,,unpriced$/))
  expect(lines).toContainEqual(
    expect.stringMatching(/,router\/c,reported,reported,requests,1,,,0\.000000025,reported$/),
  )
})

test('a price that an admin has changed is a line of its own, with the rate of its time', async () => {
  const { cells } = await readBill()

  const lines = cells.filter(line => line[2] === 'proxy')
  expect(lines.filter(line => line.at(-1) === 'rate').map(line => line.slice(6, 11))).toEqual([
    ['input', '1000', '7', '1000000', '0.007'],
    ['input', '1000', '3', '1000000', '0.003'],
  ])
  expect(new Set(lines.map(line => line[5])).size).toBe(2)
  expect(lines.some(line => line.at(-1) === 'recorded')).toBe(false)
})

test('the lines of a bill add up to the cost on the usage page, and each of its rates to its cost', async () => {
  const { cells } = await readBill()
  const now = new Date()
  const period = { from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()), to: now.getTime() }
  const [shown] = await team.store.usage.sums(team.members.owner.teamId, {
    ...period,
    filter: { keyIds: null, owner: null, model: null, provider: null, capability: null },
    by: null,
    withTimes: false,
  })

  const nanosOf = (line: readonly string[]) => Math.round(Number(line[10]) * 1e9)
  expect(cells.reduce((sum, line) => sum + nanosOf(line), 0)).toBe(shown?.costNanos)
  for (const line of cells.filter(each => each.at(-1) === 'rate')) {
    const [quantity = 0, usd = 0, per = 0] = line.slice(7, 10).map(Number)
    expect(Math.abs((quantity * usd * 1e9) / per - nanosOf(line))).toBeLessThan(1)
  }
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

test.each([
  ['six at most', november - 900 * dayMs, null, 6, '2026-07'],
  ['none before the team was created', november + 29 * dayMs, null, 2, '2026-11'],
  ['none of which the log keeps no day', november - 900 * dayMs, 40, 2, '2026-11'],
])('the months of bills are %s', (_name, createdAt, requestDays, count, last) => {
  const months = toBillMonths(createdAt, requestDays, december + 10 * dayMs)

  expect([months.length, months[0], months.at(-1)]).toEqual([count, '2026-12', last])
})
