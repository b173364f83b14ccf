import { expect, test } from 'vitest'
import { createReadingLimit, type PdfReader, PdfTexts } from './document-text.ts'

const signal = new AbortController().signal
const reading = createReadingLimit()
const noUrls = () => Promise.reject(new Error('no test fetches a PDF here'))
const readerOf = (readPdf: PdfReader['readPdf'], limit = reading): PdfReader => ({
  readPdf,
  fetchPdf: noUrls,
  reading: limit,
})
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a request may have 600 pages, and the file beyond is named', async () => {
  const texts = new PdfTexts(
    readerOf(() => Promise.resolve({ text: 'Tides', pages: 200 })),
    signal,
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
    signal,
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
  const reader = readerOf(readPdf, createReadingLimit())
  const all = Array.from({ length: 34 }, () => new PdfTexts(reader, signal).ofData('', 'data'))

  await expect(new PdfTexts(reader, signal).ofData('', 'data')).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 5000,
  })
  release()
  await Promise.all(all)

  expect(most).toBe(2)
})

test('a client that disconnects leaves the queue', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const reader = readerOf(() => released.then(() => ({ text: '', pages: 1 })), createReadingLimit())
  const client = new AbortController()
  const others = [0, 1].map(() => new PdfTexts(reader, signal).ofData('', 'data'))
  const waiting = new PdfTexts(reader, client.signal).ofData('', 'data')

  client.abort(new Error('The client disconnected.'))

  await expect(waiting).rejects.toThrow('The client disconnected.')
  release()
  await Promise.all(others)
})
