import { expect, test } from 'vitest'
import { BodyTooLarge, readBody, readHead } from './read-body.ts'
import { createTestUpstream, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'

const target = { origin: 'https://x.example', basePath: '', policy: 'operator', headers: {} } as const
const timers = { connectMs: 1, silenceMs: 1, totalMs: 1 }
const { signal } = new AbortController()

async function answer(reply: Reply) {
  const upstream = createTestUpstream(reply)
  return { upstream, response: await upstream.request({ target, method: 'GET', path: '/', signal, timers }) }
}

test('a body is joined before it is decoded, so that split characters survive', async () => {
  const bytes = Buffer.from('Grüße 🙂')
  const { response } = await answer({ parts: [...bytes].map(byte => Buffer.from([byte])) })

  expect(await readBody(response, 100)).toBe('Grüße 🙂')
})

test('a body of exactly the limit is allowed; one byte more closes the connection', async () => {
  const fits = await answer({ parts: ['12345', '67890'] })
  const large = await answer({ parts: ['12345', '678901'] })

  expect(await readBody(fits.response, 10)).toBe('1234567890')
  await expect(readBody(large.response, 10)).rejects.toThrow(BodyTooLarge)
  expect(large.upstream.left).toEqual(['abort'])
})

test('a truncated body is an error', async () => {
  const { response } = await answer({ parts: ['{"a":'], fault: new ExchangeFault('broken', 'reset') })

  await expect(readBody(response, 100)).rejects.toMatchObject({ kind: 'broken' })
})

test('a partial error body is enough, and the rest is not awaited', async () => {
  const broken = await answer({ parts: ['busy'], fault: new ExchangeFault('broken', 'reset') })
  const silent = await answer({ parts: [], fault: new ExchangeFault('silence', 'silent') })
  const long = await answer({ parts: ['0123456789', '0123456789', '0123456789'] })

  expect(await readHead(broken.response, 100)).toBe('busy')
  expect(await readHead(silent.response, 100)).toBe('')
  expect(await readHead(long.response, 15)).toBe('012345678901234')
  expect(silent.upstream.silences).toEqual([2000])
  expect(long.upstream.left).toEqual(['finish'])
})

test('a client disconnect is reported even while an error body is read', async () => {
  const { response } = await answer({ parts: ['busy'], fault: new ExchangeFault('aborted', 'left') })

  await expect(readHead(response, 100)).rejects.toMatchObject({ kind: 'aborted' })
})
