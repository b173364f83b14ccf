import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { childPids, isParsing } from '#lib/documents/__fixtures__/child-pids.ts'
import { makeDocx, makeXlsx, wordParagraph } from '#lib/documents/__fixtures__/make-office.ts'
import { makePdf, writeProse } from '#lib/documents/__fixtures__/make-pdf.ts'
import { makeZip } from '#lib/documents/__fixtures__/make-zip.ts'
import { createTestPool } from '#lib/documents/__fixtures__/test-pool.ts'

// On a busy machine, forking and loading are slow.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const faults: Error[] = []
const pool = await createTestPool({
  limits: { textBytes: 1_048_576 },
  onFault: fault => void faults.push(fault),
})
afterAll(() => pool[Symbol.asyncDispose]())

const mebibyte = 1024 * 1024
const documentPart = { name: 'word/document.xml', data: '<w:document/>' }
const wordTypes = {
  name: '[Content_Types].xml',
  data: '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
}

/** A PDF whose only stream inflates to hundreds of times its size, four times. */
function inflatingPdf(): Buffer {
  const stream = deflateSync(Buffer.alloc(256 * mebibyte, ' '), { level: 1 })
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[4 0 R 4 0 R 4 0 R 4 0 R]>>endobj\n4 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream\n`
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}

/** Takes seconds to read. */
function slowWorkbook(): Buffer {
  const rows = Array.from(
    { length: 150_000 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
  )
  return makeXlsx([{ name: 'Long', rows: rows.join('') }])
}

const entities = `<!DOCTYPE d [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`
const bomb = (): Buffer =>
  makeZip([wordTypes, { name: 'word/document.xml', data: Buffer.alloc(60_000_000, ' ') }])

test.each([
  ['nothing', () => Buffer.alloc(0), 'empty'],
  [
    'random bytes named .pdf',
    () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31) % 251)),
    'corrupt',
  ],
  ['a PDF head alone', () => Buffer.from('%PDF-1.7\nnothing more'), 'corrupt'],
  ['a Word document cut in half', () => makeDocx(wordParagraph('x')).subarray(0, 300), 'corrupt'],
  ['a ZIP that unpacks to a thousand times its size', bomb, 'archive_limit'],
  [
    'false size headers',
    () => makeZip([wordTypes, { ...documentPart, data: 'x'.repeat(100_000), claimedBytes: 10 }]),
    'archive_limit',
  ],
  [
    'an archive of 10,000 files',
    () => makeZip([wordTypes, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `f${at}`, data: '' }))]),
    'archive_limit',
  ],
  [
    'an archive in an archive',
    () => makeZip([wordTypes, documentPart, { name: 'inner.zip', data: makeZip([documentPart]) }]),
    'archive_limit',
  ],
  [
    'a part outside the archive',
    () => makeZip([wordTypes, { name: '../../etc/passwd', data: 'x' }]),
    'archive_limit',
  ],
  ['more text than the limit', () => Buffer.alloc(1_100_000, 'word '), 'too_much_text'],
  ['a plain archive', () => makeZip([{ name: 'a.txt', data: 'x' }]), 'kind'],
])('%s is rejected, and the next file is read', async (_, make, reason) => {
  const name = reason === 'too_much_text' ? 'long.txt' : 'upload.pdf'

  await expect(pool.parse(make(), { name })).rejects.toMatchObject({
    reason,
    message: expect.stringContaining(name),
  })

  expect(await pool.parse(Buffer.from('still here'), { name: 'a.txt' })).toMatchObject({
    content: 'still here',
  })
  // A worker is cleared after its result is delivered.
  await expect.poll(() => pool.leftovers(), { timeout: 10_000 }).toEqual([])
})

test('a stream that inflates endlessly stops at the memory limit', async () => {
  await using small = await createTestPool({ limits: { rssBytes: 200 * mebibyte } })

  await expect(small.parse(inflatingPdf())).rejects.toMatchObject({ reason: 'memory' })
  expect(await small.parse(Buffer.from('still here'))).toMatchObject({ content: 'still here' })
})

test('entities are not expanded', async () => {
  const { content } = await pool.parse(makeDocx(wordParagraph('before &a8; after'), { prolog: entities }))

  expect(content).toMatch(/^before .{0,20}after$/)
})

test('a file that exceeds the time limit is stopped', async () => {
  await using short = await createTestPool({ limits: { wallMs: 300 } })

  await expect(short.parse(slowWorkbook())).rejects.toMatchObject({
    code: 'processing_timeout',
    reason: 'timeout',
  })
})

test('a file that crashes every worker gets an error, and the next file is read', async () => {
  const parsing = pool.parse(slowWorkbook())
  let settled = false
  const result = parsing.then(
    () => 'read',
    (error: unknown) => error,
  )
  const ended = result.finally(() => {
    settled = true
  })
  while (!settled) {
    for (const pid of childPids()) kill(pid)
    await new Promise(resolve => setImmediate(resolve))
  }

  expect(await ended).toMatchObject({ code: 'unprocessable_file', reason: 'crashed' })
  expect(faults.slice(-2).map(fault => fault.message)).toEqual([
    'The first engine for a file crashed.',
    'The second engine for a file crashed.',
  ])
  expect(await pool.parse(Buffer.from('still here'))).toMatchObject({ content: 'still here' })
})

test('a SIGTERM to every process lets a file be read to its end', async () => {
  const crashes: Error[] = []
  await using draining = await createTestPool({ onFault: fault => void crashes.push(fault) })
  await draining.parse(Buffer.from('ready'))
  const parsing = draining.parse(slowWorkbook())
  for (const pid of childPids()) process.kill(pid, 'SIGTERM')

  expect((await parsing).content).toContain('149999')
  expect(crashes).toEqual([])
})

test('an internal error is distinguished from a bad file, without any file content', async () => {
  const strange = JSON.parse('{"mode": "embeddings", "tokens": null}') as object
  const file = Buffer.from('the secret of the file')

  await expect(pool.parse(file, { name: 'secret.txt', ...strange })).rejects.toMatchObject({
    reason: 'corrupt',
  })

  expect(faults.at(-1)?.stack).toMatch(/^TypeError\n +at .*lib\/documents\//)
  for (const { message, stack } of faults) expect(`${message} ${stack}`).not.toContain('secret')
})

test('when the client disconnects, its worker ends and no file data remains', async () => {
  const leaving = new AbortController()
  const parsing = pool.parse(slowWorkbook(), {}, { signal: leaving.signal })
  leaving.abort(new Error('gone'))

  await expect(parsing).rejects.toThrow('gone')
  await vi.waitFor(async () => expect(await pool.leftovers()).toEqual([]), { timeout: 30_000 })
  expect(await pool.parse(Buffer.from('still here'))).toMatchObject({ content: 'still here' })
  // One per core except one, plus one for slow files.
  await vi.waitFor(() => expect(childPids().length).toBeLessThanOrEqual(availableParallelism()), {
    timeout: 30_000,
  })
})

test('a file with a key does not wait for long files without one, which are read again afterwards', async () => {
  const workers = Math.max(1, availableParallelism() - 1)
  const reads = { ended: [] as string[] }
  const read = async (name: string, bytes: Buffer, anonymous: boolean): Promise<unknown> => {
    const { content } = await pool.parse(bytes, {}, { anonymous })
    reads.ended.push(name)
    return content
  }
  const long = slowWorkbook()
  const slow = Array.from({ length: workers }, () => read('anonymous', long, true))
  await vi.waitFor(() => expect(childPids().filter(isParsing).length).toBeGreaterThanOrEqual(workers), {
    timeout: 30_000,
    interval: 20,
  })

  expect(await read('keyed', Buffer.from('mine'), false)).toBe('mine')

  expect((await Promise.all(slow)).every(content => String(content).includes('149999'))).toBe(true)
  expect(reads.ended.indexOf('keyed')).toBeLessThan(workers)
  expect(reads.ended).toHaveLength(workers + 1)
})

test('20 files at once give 20 separate responses', async () => {
  const pdf = await makePdf([pen => writeProse(pen, 'llamas')])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 4 === 0 ? pool.parse(pdf) : pool.parse(makeDocx(wordParagraph(`file number ${at}`))),
    ),
  )

  for (const [at, { content }] of answers.entries()) {
    expect(content).toContain(at % 4 === 0 ? 'about llamas' : `file number ${at}`)
  }
})

test('a worker exits with its parent process, however busy it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sextant-orphan-'))
  await writeFile(path.join(folder, 'file'), slowWorkbook())
  const program = fileURLToPath(new URL('../__fixtures__/pool-program.ts', import.meta.url))
  const parent = spawn(process.execPath, [program, path.join(folder, 'file')], { stdio: 'ignore' })
  const children = await vi.waitFor(
    () => {
      const found = childPids(parent.pid)
      expect(found).not.toEqual([])
      return found
    },
    { timeout: 30_000, interval: 20 },
  )

  parent.kill('SIGKILL')

  await vi.waitFor(() => expect(children.filter(isParsing)).toEqual([]), { timeout: 30_000 })
  await rm(folder, { recursive: true, force: true })
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
