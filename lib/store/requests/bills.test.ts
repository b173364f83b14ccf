import { describe, expect, test } from 'vitest'
import { requestRow as row } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const dayMs = 86_400_000
const from = Date.UTC(2026, 10, 1)
const to = Date.UTC(2026, 11, 1)
const sol = { provider: 'openai', answeredBy: 'openai/gpt-6-sol', model: 'openai/gpt-6-sol' }
const priceRef = 'cat:2026-11-22:openai/gpt-6-sol'

describe('a bill', () => {
  onEachDatabase(makeFixture => {
    test('has a line for each model of a request of which several attempts are billed', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const tokens = { promptTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
      const attempt = { startMs: 0, ms: 1, error: null }
      const charge = { ...tokens, completionTokens: 5, units: null }
      await store.requests.insertMany([
        row({
          ...sol,
          id: 'req_1',
          startedAt: from,
          costSource: 'unpriced',
          completionTokens: 12,
          costNanos: 700,
          attemptList: [
            {
              ...attempt,
              provider: 'a',
              model: 'a/first',
              charge: { ...charge, costSource: 'unpriced', priceRef: null, costNanos: 0 },
            },
            {
              ...attempt,
              provider: 'openai',
              model: sol.model,
              charge: { ...charge, costSource: 'catalog', priceRef, costNanos: 500 },
            },
          ],
        }),
      ])

      expect(await store.bills.sum('team_1', { from, to })).toMatchObject([
        {
          model: sol.model,
          costSource: 'catalog',
          priceRef,
          requests: 1,
          costNanos: 500,
          completionTokens: 5,
        },
        // No attempt accounts for it.
        { model: sol.model, costSource: 'unpriced', costNanos: 200, completionTokens: 2 },
        { model: 'a/first', costSource: 'unpriced', priceRef: null, costNanos: 0, completionTokens: 5 },
      ])
    })

    test('has a line for each provider, model, source and price, the dearest first', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const priced = { ...sol, costSource: 'catalog', priceRef, startedAt: from, costNanos: 2_000 }
      await store.requests.insertMany([
        row({
          ...priced,
          id: 'req_1',
          promptTokens: 10,
          cacheReadTokens: 4,
          units: { input: 6, webSearch: 2 },
        }),
        row({ ...priced, id: 'req_2', startedAt: to - 1, promptTokens: 5, reasoningTokens: 3 }),
        row({
          ...priced,
          id: 'req_3',
          priceRef: `${priceRef}@flex`,
          costNanos: 1_000,
          startedAt: from + dayMs,
        }),
        row({ ...sol, id: 'req_4', costSource: 'unpriced', startedAt: from }),
        row({ ...priced, id: 'req_5', startedAt: to }),
        row({ ...priced, id: 'req_6', startedAt: from - 1 }),
        row({ ...priced, id: 'req_7', teamId: 'team_2' }),
        row({ id: 'req_8', provider: null, answeredBy: null, startedAt: from }),
        row({
          id: 'req_9',
          costSource: 'operator',
          units: { searchUnit: 3 },
          costNanos: 500,
          startedAt: from,
        }),
        row({
          id: 'req_10',
          provider: null,
          answeredBy: null,
          model: 'search',
          costSource: 'catalog',
          priceRef: 'cat:2026-11-22:serper/search',
          units: { search: 2 },
          costNanos: 100,
          startedAt: from,
        }),
      ])

      const lines = await store.bills.sum('team_1', { from, to })

      expect(
        lines.map(({ model, costSource, priceRef: ref, requests, costNanos }) => ({
          model,
          costSource,
          ref,
          requests,
          costNanos,
        })),
      ).toEqual([
        { model: sol.model, costSource: 'catalog', ref: priceRef, requests: 2, costNanos: 4_000 },
        { model: sol.model, costSource: 'catalog', ref: `${priceRef}@flex`, requests: 1, costNanos: 1_000 },
        { model: 'local/small', costSource: 'operator', ref: null, requests: 1, costNanos: 500 },
        {
          model: 'search',
          costSource: 'catalog',
          ref: 'cat:2026-11-22:serper/search',
          requests: 1,
          costNanos: 100,
        },
        { model: sol.model, costSource: 'unpriced', ref: null, requests: 1, costNanos: 0 },
      ])
      expect(lines[0]).toMatchObject({
        promptTokens: 15,
        cacheReadTokens: 4,
        reasoningTokens: 3,
        webSearches: 2,
      })
      expect(lines[2]).toMatchObject({ searchUnits: 3 })
      expect(lines[3]).toMatchObject({ provider: null, searches: 2 })
    })

    test('reads each request of a period once, over several pages, the oldest first', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const priced = { ...sol, costSource: 'catalog', priceRef, units: { input: 6 } }
      const ids = Array.from({ length: 4100 }, (_, index) => index)
      await store.requests.insertMany([
        ...ids.map(index =>
          row({ ...priced, id: `req_${index}`, startedAt: from + (index % 3), costNanos: index }),
        ),
        row({ ...priced, id: 'req_before', startedAt: from - 1 }),
        row({ ...priced, id: 'req_after', startedAt: to }),
        row({ ...priced, id: 'req_other', teamId: 'team_2', startedAt: from }),
        row({ id: 'req_none', provider: null, answeredBy: null, startedAt: from }),
      ])

      const pages = await Array.fromAsync(store.bills.charged('team_1', { from, to }))

      const read = pages.flat()
      expect(pages.length).toBeGreaterThan(1)
      expect(read.map(({ costNanos }) => costNanos).toSorted((one, other) => one - other)).toEqual(ids)
      const times = read.map(({ startedAt }) => startedAt)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(read[0]).toMatchObject({ model: sol.model, provider: 'openai', priceRef, units: { input: 6 } })
    })

    test('knows the costs that providers reported last, oldest first', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const reported = {
        ...sol,
        costSource: 'reported',
        priceRef: 'reported',
        promptTokens: 7,
        completionTokens: 3,
      }
      await store.requests.insertMany([
        row({ ...reported, id: 'req_1', startedAt: from + 1, costNanos: 20 }),
        row({ ...reported, id: 'req_2', startedAt: from, costNanos: 10 }),
        row({ ...reported, id: 'req_3', costSource: 'unpriced', priceRef: 'estimate' }),
        row({ ...reported, id: 'req_4', teamId: 'team_2' }),
        row({ ...sol, id: 'req_5', costSource: 'catalog', priceRef }),
      ])

      const named = { provider: 'openai', model: 'openai/gpt-6-sol', tokens: 10 }
      expect(await store.bills.latestReports('team_1')).toEqual([
        { ...named, costNanos: 10 },
        { ...named, costNanos: 20 },
      ])
    })
  })
})
