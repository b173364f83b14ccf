import { describe, expect, test } from 'vitest'
import { chromiumPath, openClientBrowser } from '#lib/client/__fixtures__/client-page.ts'
import type { HistoryEntry } from './history-entry.ts'
import type * as SharedHistory from './shared-history.ts'

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test('history survives a reload, and a run that was in progress is then interrupted', async () => {
    await using browser = await openClientBrowser()
    const page = await browser.page('components/playground/history/model/shared-history.ts')
    await page.evaluate(
      async entry => (await subject.sharedHistory()).save(entry),
      entryOf('a', { state: 'running' }),
    )
    expect(await page.evaluate(async () => (await subject.sharedHistory()).persistent)).toBe(true)

    await page.reload()

    expect(await page.evaluate(async () => (await subject.sharedHistory()).list('chat'))).toMatchObject([
      { id: 'a', state: 'interrupted' },
    ])
    expect(await page.evaluate(async () => (await subject.sharedHistory()).get('a'))).toMatchObject({
      draft: { body: { model: 'm' } },
      runs: [{ state: 'interrupted', events: [{ data: 'x' }] }],
    })
  })

  test('a change in one tab reaches the other, where the run continues', async () => {
    await using browser = await openClientBrowser()
    const [first, second] = [
      await browser.page('components/playground/history/model/shared-history.ts'),
      await browser.page('components/playground/history/model/shared-history.ts'),
    ]
    await second.evaluate(async () => {
      const history = await subject.sharedHistory()
      history.onChange(() => {
        void history.list('chat').then(([newest]) => (document.title = `${newest?.id} ${newest?.state}`))
      })
    })

    await first.evaluate(
      async entry => (await subject.sharedHistory()).save(entry),
      entryOf('a', { state: 'running' }),
    )

    await second.waitForFunction(() => document.title === 'a running', null, { timeout: 20_000 })
    expect(await second.title()).toBe('a running')
  })

  test('names, pins, deletions and clearing are saved', async () => {
    await using browser = await openClientBrowser()
    const page = await browser.page('components/playground/history/model/shared-history.ts')
    for (const id of ['a', 'b', 'c']) {
      await page.evaluate(
        async entry => (await subject.sharedHistory()).save(entry),
        entryOf(id, { state: 'done' }),
      )
    }

    await page.evaluate(async () => {
      const history = await subject.sharedHistory()
      await history.rename('a', 'Named')
      await history.pin('a', true)
      await history.delete('b')
    })
    await page.reload()

    expect(await page.evaluate(async () => (await subject.sharedHistory()).list('chat'))).toMatchObject([
      { id: 'a', name: 'Named', pinned: true },
      { id: 'c' },
    ])
    await page.evaluate(async () => (await subject.sharedHistory()).clear())
    expect(await page.evaluate(async () => (await subject.sharedHistory()).list('chat'))).toEqual([])
  })

  test('an attachment survives a reload in binary', async () => {
    await using browser = await openClientBrowser()
    const page = await browser.page('components/playground/history/model/shared-history.ts')
    await page.evaluate(
      async entry => {
        const history = await subject.sharedHistory()
        await history.save({ ...entry, attachment: { vectors: new Float32Array([1.5, 2]) } })
      },
      entryOf('a', { state: 'done' }),
    )
    await page.reload()

    const read = await page.evaluate(async () => {
      const entry = await (await subject.sharedHistory()).get('a')
      const [vectors] = Object.values(entry?.attachment ?? {})
      return vectors instanceof Float32Array ? [...vectors] : null
    })

    expect(read).toEqual([1.5, 2])
  })

  test('a duplicated tab is a tab of its own, and a reloaded one stays the same', async () => {
    await using browser = await openClientBrowser()
    const first = await browser.page('components/playground/history/model/shared-history.ts')
    const second = await browser.page('components/playground/history/model/shared-history.ts')
    const tabOf = (page: typeof first) =>
      page.evaluate(async () => {
        await subject.sharedHistory()
        return sessionStorage.getItem('sextant-tab')
      })
    const tab = await tabOf(first)
    await second.evaluate(copied => sessionStorage.setItem('sextant-tab', String(copied)), tab)

    expect(await tabOf(second)).not.toBe(tab)
    await first.reload()
    expect(await tabOf(first)).toBe(tab)
  })

  test('when the browser blocks its database, history stays in memory and reports it', async () => {
    await using browser = await openClientBrowser()
    const page = await browser.page('components/playground/history/model/shared-history.ts')
    await page.evaluate(() => {
      indexedDB.open = () => {
        throw new DOMException('The user denied permission.', 'SecurityError')
      }
    })

    await page.evaluate(
      async entry => (await subject.sharedHistory()).save(entry),
      entryOf('a', { state: 'done' }),
    )

    expect(await page.evaluate(async () => (await subject.sharedHistory()).persistent)).toBe(false)
    expect(await page.evaluate(async () => (await subject.sharedHistory()).list('chat'))).toHaveLength(1)
  })
})

declare const subject: typeof SharedHistory

function entryOf(id: string, { state }: { state: 'running' | 'done' }): HistoryEntry {
  return {
    id,
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt: id.charCodeAt(0),
    draft: { contract: 'chat', body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] } },
    runs: [
      {
        id: 'run_1',
        state,
        request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
        response: { status: 200, headers: {}, body: null },
        events: [{ number: 1, atMs: 1, bytes: 1, kind: 'data', data: 'x' }],
        timing: { startedAt: 1, firstMs: 1, totalMs: null },
        failure: null,
      },
    ],
  }
}
