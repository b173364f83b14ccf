import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { environment } from '#lib/config.ts'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { upload } from './__fixtures__/upload.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A folder of real files; `expected/<name>.md` has the text of some of them. */
const folder = environment['SEXTANT_DOCUMENTS_DIR'] ?? ''
const files = folder === '' ? [] : readdirSync(folder).filter(name => /\.(?!md$)\w+$/.test(name))
const recallMin = 0.98

describe.skipIf(files.length === 0)('real documents', () => {
  let sextant: TestGateway
  beforeAll(async () => (sextant = await startTestGateway()))
  afterAll(async () => await sextant[Symbol.asyncDispose]())

  test.each(files)('%s is read in every mode', { timeout: 120_000 }, async name => {
    for (const extract_mode of ['text', 'markdown', 'pages', 'embeddings']) {
      const { status, body } = await read(name, { extract_mode, details: 'true', remove_headers: '1' })

      // There is no speech engine here.
      expect([200, 422]).toContain(status)
      if (status === 422) continue
      expect(uploadContract.output.safeParse(body).error).toBeUndefined()
    }
  })

  test.each(files.filter(name => existsSync(expectedPath(name))))('%s says what is expected', async name => {
    const { body } = await read(name)
    const found = compare(String(body['content']), readFileSync(expectedPath(name), 'utf8'))

    process.stdout.write(`${name}: ${JSON.stringify(found)}\n`)
    expect(found.recall).toBeGreaterThanOrEqual(recallMin)
  })

  test.each(files.filter(name => name.endsWith('.pdf')))('%s says what pdftotext finds', async name => {
    const reference = execFileSync('pdftotext', ['-layout', join(folder, name), '-'], { encoding: 'utf8' })
    const { body } = await read(name)
    const found = compare(String(body['content']), reference)

    process.stdout.write(`${name} beside pdftotext: ${JSON.stringify(found)}\n`)
    expect(found.recall).toBeGreaterThanOrEqual(reference.trim() === '' ? 0 : recallMin)
  })

  async function read(name: string, fields: Readonly<Record<string, string>> = {}) {
    const form = new FormData()
    form.set('file', new File([readFileSync(join(folder, name))], name))
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return await upload(sextant, form, { authorization: `Bearer ${sextant.token}` })
  }
})

function expectedPath(name: string): string {
  return join(folder, 'expected', name.replace(/\.\w+$/, '.md'))
}

/** Recall and precision of the words, with repetitions. */
function compare(text: string, wanted: string): { recall: number; precision: number } {
  const left = new Map<string, number>()
  const expected = wordsOf(toReference(wanted))
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(text)
  let hits = 0
  for (const word of words) {
    const rest = left.get(word) ?? 0
    if (rest === 0) continue
    hits++
    left.set(word, rest - 1)
  }
  const share = (all: number): number => (all === 0 ? 1 : Math.round((hits / all) * 1000) / 1000)
  return { recall: share(expected.length), precision: share(words.length) }
}

/** References repeat the text of merged cells, and keep hyphens at line ends. */
function toReference(wanted: string): string {
  let above: readonly string[] = []
  const lines = wanted.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n')
  const once = lines.map(line => {
    if (!line.startsWith('|')) return line
    const cells = line.split('|').map(cell => cell.trim())
    const kept = cells.filter((cell, at) => cell !== cells[at - 1] && cell !== above[at])
    above = cells
    return kept.join(' ')
  })
  return once.join('\n').replaceAll(/(?<=\p{L})-\s+(?=\p{L})/gu, '')
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
