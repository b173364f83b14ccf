import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chromiumPath, openClientBrowser } from './__fixtures__/client-page.ts'
import { readEvents } from './read-events.ts'
import type { Run, WireEvent } from './run.ts'
import type * as Send from './send.ts'

declare const subject: typeof Send

const text = ': keep-alive\n\ndata: {"a":"é😀"}\n\ndata: one\ndata: two\n\r\n: queued 3\n\ndata: [DONE]\n\n'

test('events are the same however the network cuts the bytes', async () => {
  const bytes = new TextEncoder().encode(text)
  const cuts = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 })

  await fc.assert(
    fc.asyncProperty(cuts, async places => {
      const events = await collect(cutAt(bytes, places))

      expect(events.map(({ number, kind, data }) => [number, kind, data])).toEqual([
        [1, 'comment', 'keep-alive'],
        [2, 'data', '{"a":"é😀"}'],
        [3, 'data', 'one\ntwo'],
        [4, 'comment', 'queued 3'],
        [5, 'data', '[DONE]'],
      ])
    }),
  )
})

test('half an event at the end is dropped', async () => {
  const events = await collect([new TextEncoder().encode('data: whole\n\ndata: half')])

  expect(events.map(event => event.data)).toEqual(['whole'])
})

test('what arrived in one read is handed over together', async () => {
  const batches: number[] = []
  const stream = new Blob(['data: 1\n\ndata: 2\n\ndata: 3\n\n']).stream()

  await readEvents(stream, { elapsedMs: () => 0, onEvents: events => batches.push(events.length) })

  expect(batches).toEqual([3])
})

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test('a run shows its events while they come, at most once a frame, and stop closes the connection', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    await using browser = await openClientBrowser((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write('data: {"choices":[{"delta":{"content":"x"}}]}\n\n'), 1)
      response.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
    const page = await browser.page('send.ts')

    const seen = await page.evaluate(async () => {
      const frames = { count: 0 }
      const updates: Run[] = []
      const countFrame = () => {
        frames.count += 1
        requestAnimationFrame(countFrame)
      }
      requestAnimationFrame(countFrame)
      const handle = subject.startRun(
        { path: '/v1/chat/completions', body: '{}' },
        {
          onUpdate(run) {
            updates.push(run)
            if (run.events.length > 100) handle.stop()
          },
        },
      )
      const run = await handle.finished
      return { state: run.state, events: run.events.length, updates: updates.length, frames: frames.count }
    })
    await left

    expect(seen.state).toBe('stopped')
    expect(seen.events).toBeGreaterThan(100)
    expect(seen.updates).toBeGreaterThan(2)
    expect(seen.updates).toBeLessThanOrEqual(seen.frames + 2)
  })

  test('a tab that gets no frames still hears of its run', async () => {
    await using browser = await openClientBrowser((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"a":1}\n\n')
    })
    const page = await browser.page('send.ts')

    const events = await page.evaluate(async () => {
      window.requestAnimationFrame = () => 0
      return new Promise<number>(resolve => {
        subject.startRun(
          { path: '/v1/chat/completions', body: '{}' },
          { onUpdate: run => run.events.length > 0 && resolve(run.events.length) },
        )
      })
    })

    expect(events).toBe(1)
  })
})

async function collect(parts: readonly Uint8Array[]): Promise<WireEvent[]> {
  const all: WireEvent[] = []
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  await readEvents(stream, { elapsedMs: () => 0, onEvents: events => all.push(...events) })
  return all
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length]
  return edges.slice(1).map((end, index) => bytes.slice(edges[index], end))
}
