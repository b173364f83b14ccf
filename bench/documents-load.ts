import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BenchFiles } from './documents-files.ts'
import type { DocumentServer } from './documents-server.ts'
import { percentile } from './gateway-load.ts'

const chats = 400
// Long enough for OCR of the scans to finish meanwhile.
const busyForMs = 15_000

export interface ChatUnderLoad {
  readonly aloneMs: number
  readonly busyMs: number
  readonly uploads: number
}

/** The 95th percentile of sequential chat responses, alone and while eight files are read concurrently. */
export async function measureChat(server: DocumentServer, files: BenchFiles): Promise<ChatUnderLoad> {
  const { pdf, docx, scan, speech } = files
  const eight = [pdf, pdf, pdf, pdf, scan, scan, docx, speech].map(
    path => new File([readFileSync(path)], basename(path)),
  )
  for (const file of eight) await server.upload(file)
  const alone: number[] = []
  for (let at = 0; at < chats * 2; at++) alone.push(await server.chat())
  const busy: number[] = []
  let uploads = 0
  const endAt = performance.now() + busyForMs
  const isOver = (): boolean => busy.length >= chats && performance.now() >= endAt
  const loads = eight.map(async file => {
    while (!isOver()) {
      await server.upload(file)
      uploads++
    }
  })
  while (!isOver()) busy.push(await server.chat())
  await Promise.all(loads)
  // The first responses of a process are slower.
  return { aloneMs: percentile(alone.slice(chats), 0.95), busyMs: percentile(busy, 0.95), uploads }
}
