import { expect, test } from 'vitest'
import { createPdfLimits, type PdfReader, PdfTexts } from './document-text.ts'

const call = { signal: new AbortController().signal, keyId: 'key_1' }
const limits = createPdfLimits()
const noUrls = () => Promise.reject(new Error('no test fetches a PDF here'))
const readerOf = (readPdf: PdfReader['readPdf'], pdfLimits = limits): PdfReader => ({
  readPdf,
  fetchPdf: noUrls,
  ...pdfLimits,
})
/** Of nine keys, so that none has more than four. */
const callOf = (index: number) => ({ ...call, keyId: `key_${index % 9}` })
const refusal = { code: 'rate_limit_exceeded', retryAfterMs: 5000 }
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a request may have 600 pages, and the file beyond is named', async () => {
  const texts = new PdfTexts(
    readerOf(() => Promise.resolve({ text: 'Tides', pages: 200 })),
    call,
  )

  for (const index of [0, 1, 2]) await texts.ofData(base64(`${index}`), `documents.${index}`)

  await expect(texts.ofData(base64('3'), 'documents.3')).rejects.toMatchObject({
    code: 'invalid_value',
    param: 'documents.3',
  })
})

test('a file that the conversation repeats is read once', async () => {
  let reads = 0
  const texts = new PdfTexts(
    readerOf(() => Promise.resolve({ text: `Read ${++reads}`, pages: 400 })),
    call,
  )

  expect([await texts.ofData(base64('a'), 'a'), await texts.ofData(base64('a'), 'b')]).toEqual([
    'Read 1',
    'Read 1',
  ])
})

test('two files are read at once, 32 more wait, and others are told to try again', async () => {
  let running = 0
  let most = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const readPdf = async () => {
    most = Math.max(most, ++running)
    await released
    running--
    return { text: '', pages: 1 }
  }
  const reader = readerOf(readPdf, createPdfLimits())
  const all = Array.from({ length: 34 }, (_, index) => new PdfTexts(reader, callOf(index)).ofData('', 'data'))

  await expect(new PdfTexts(reader, { ...call, keyId: 'new' }).ofData('', 'data')).rejects.toMatchObject(
    refusal,
  )
  release()
  await Promise.all(all)

  expect(most).toBe(2)
})

test('of one key four files wait, and another key still waits for its own', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const reader = readerOf(() => released.then(() => ({ text: 'Tides', pages: 1 })), createPdfLimits())
  const all = Array.from({ length: 6 }, () => new PdfTexts(reader, call).ofData('', 'data'))

  await expect(new PdfTexts(reader, call).ofData('', 'data')).rejects.toMatchObject(refusal)
  const other = new PdfTexts(reader, { ...call, keyId: 'key_2' }).ofData('', 'data')
  release()
  await Promise.all(all)

  expect(await other).toBe('Tides')
})

test('eight files are fetched at once, 32 more wait, and others are told to try again', async () => {
  let running = 0
  let most = 0
  let fetched = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const fetchPdf = async () => {
    most = Math.max(most, ++running)
    fetched++
    await released
    running--
    return Buffer.from('%PDF-')
  }
  const reading = { run: <T>(work: () => Promise<T>) => work() }
  const readPdf = () => Promise.resolve({ text: 'Tides', pages: 1 })
  const reader = { readPdf, fetchPdf, ...createPdfLimits(), reading }
  const ask = (keyId: string) =>
    new PdfTexts(reader, { ...call, keyId }).ofUrl('https://example.com/a.pdf', 'url')
  const all = Array.from({ length: 40 }, (_, index) => ask(`key_${index % 10}`))

  await expect(ask('new')).rejects.toMatchObject(refusal)
  release()
  await Promise.all(all)

  expect([most, fetched]).toEqual([8, 40])
})

test('a client that disconnects leaves the queue', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const reader = readerOf(() => released.then(() => ({ text: '', pages: 1 })), createPdfLimits())
  const client = new AbortController()
  const others = [0, 1].map(() => new PdfTexts(reader, call).ofData('', 'data'))
  const waiting = new PdfTexts(reader, { ...call, signal: client.signal }).ofData('', 'data')

  client.abort(new Error('The client disconnected.'))

  await expect(waiting).rejects.toThrow('The client disconnected.')
  release()
  await Promise.all(others)
})
