import { appendFile, readFile, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'

/** A file for request rows that could not be written to the database. */
export interface Spool {
  append(rows: readonly NewRequestRow[]): Promise<void>
  /** Reads it; the rows stay in the file until `forget`. A line truncated by a crash is skipped. */
  take(): Promise<NewRequestRow[]>
  /** Call it when the rows read were written to the database: it removes them. */
  forget(): Promise<void>
}

// A row left by an older version lacks newer fields.
const fieldsSince = {
  documentPages: 0,
  ocrPages: 0,
  audioMs: 0,
  address: null,
  client: null,
  authMs: 0,
  queueMs: 0,
  loadMs: 0,
  upstreamMs: 0,
  attemptList: null,
  bodiesKept: false,
  apiFormat: null,
  upstreamApiFormat: null,
  session: null,
  agent: null,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteLongTokens: 0,
  reasoningTokens: 0,
  cacheMissed: false,
  costSource: null,
  priceRef: null,
  units: null,
  usageMismatch: false,
  ignored: null,
  cutAtTokens: null,
  deployment: null,
} as const

export function createSpool(file: string): Spool {
  const taken = `${file}.taken`
  return {
    async append(rows) {
      if (rows.length === 0) return
      // A full disk may have truncated the previous line.
      await appendFile(file, `\n${rows.map(row => `${JSON.stringify(row)}\n`).join('')}`, { mode: 0o600 })
    },
    async take() {
      const unwritten = await ifThere(readFile(taken, 'utf8'))
      if (unwritten === undefined) await ifThere(rename(file, taken))
      else await append(taken, await ifThere(readFile(file, 'utf8')), file)
      const text = (await ifThere(readFile(taken, 'utf8'))) ?? ''
      return text.split('\n').flatMap(readRow)
    },
    forget: () => rm(taken, { force: true }),
  }
}

// A crash between the two leaves rows in both, which is harmless because ids make writes idempotent.
async function append(taken: string, text: string | undefined, file: string): Promise<void> {
  if (text === undefined) return
  await appendFile(taken, `\n${text}`)
  await rm(file, { force: true })
}

// The fields of the first version: a row without them would keep all others from being written.
const fieldsFirst = z.looseObject({
  id: z.string(),
  teamId: z.string(),
  keyId: z.string(),
  startedAt: z.number(),
  route: z.string(),
  attempts: z.number(),
  status: z.number(),
  totalMs: z.number(),
})

function readRow(line: string): NewRequestRow[] {
  try {
    if (line === '') return []
    const row: unknown = JSON.parse(line)
    return fieldsFirst.safeParse(row).success ? [{ ...fieldsSince, ...(row as NewRequestRow) }] : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
